/** The axis below bins: ticks at their edges, and what the open ones at the ends hold. */

import { say } from "../context.ts";
import type { LabelledTick } from "./sheet/axes.ts";
import { labelled } from "./sheet/axes.ts";
import type { Level } from "./sheet/levels.ts";
import { numberTicks, rounded } from "./sheet/number_ticks.ts";
import type { Page } from "./sheet/page.ts";
import { levelNumber, type NumberStyle, tickFormat } from "../summary/text/format_number.ts";
import { joinParts } from "../summary/text/time_words.ts";
import type { Bins } from "../values/bins.ts";

/** How wide the bins are and what the open ones hold, for a subtitle. */
export function binText(page: Page, bins: Bins, style: NumberStyle): string {
  if (bins.discrete) return "";
  const number = edgeFormat({ ...style, unit: style.unit === "%" ? "%" : "" });
  const [low, high] = closedPart(bins).map(number);
  return joinParts([
    say(page, { ja: `階級の幅 ${number(bins.step)}`, en: `Bins of ${number(bins.step)}` }),
    bins.open.below ? say(page, { ja: `左端は${low}未満のすべて`, en: `first bar: all below ${low}` }) : "",
    bins.open.above
      ? say(page, { ja: `右端は${high}以上のすべて`, en: `last bar: all from ${high} on` })
      : "",
  ]);
}

/** Edges are round, so that all of their digits are told; the word of their unit stands with the axis. */
function edgeFormat(style: NumberStyle): (value: number) => string {
  const unit = /^(?:%|¥|\$|€|£|₩)$/.test(style.unit) ? style.unit : "";
  return (value) => levelNumber({ ...style, unit }, value, 8);
}

/** From where to where bins hold what lies between their edges. */
export function closedPart({ edges, open }: Bins): readonly [number, number] {
  const low = edges[open.below ? 1 : 0] ?? 0;
  const high = edges.at(open.above ? -2 : -1) ?? 1;
  return [low, high];
}

/** From the first bin to the last, and to lines that lie beyond them. */
export function domainOf({ edges }: Bins, levels: readonly Level[]): readonly [number, number] {
  const [low, high] = [edges[0] ?? 0, edges.at(-1) ?? 1];
  const outside = levels.map((level) => level.value).filter((value) => value < low || value > high);
  const room = (high - low) * 0.03;
  return [
    Math.min(low, ...outside.map((value) => value - room)),
    Math.max(high, ...outside.map((value) => value + room)),
  ];
}

interface BinAxis {
  readonly style: NumberStyle;
  readonly width: number;
  readonly domain: readonly [number, number];
}

/** Ticks at edges of bins, or at the whole numbers that are bins; an open bin has the bound of what it holds. */
export function binTicks(page: Page, bins: Bins, axis: BinAxis): LabelledTick[] {
  const { style, width, domain: [low, high] } = axis;
  const size = page.fonts.label;
  const [first, last] = closedPart(bins);
  const perPixel = (high - low) / width;
  const widthOf = ({ label }: LabelledTick) => page.measure(label, size);
  const open = openTicks(bins, style);
  const isClear = (tick: LabelledTick) =>
    open.every((other) =>
      Math.abs(other.value - tick.value) / perPixel > (widthOf(other) + widthOf(tick)) / 2 + size * 0.6
    );
  const fits = (ticks: readonly LabelledTick[], step: number) =>
    step / perPixel >= Math.max(0, ...ticks.map(widthOf)) + size * 0.7;
  // A line far away from the bins would take trillions of ticks at their edges.
  for (const step of stepsOf(bins).filter((step) => step / perPixel >= size * 2.6)) {
    const ticks = ticksEvery(step, bins, axis).filter(({ value }) =>
      (!bins.open.below || value >= first - 1e-9) && (!bins.open.above || value <= last + 1e-9)
    );
    if (fits(ticks, step)) return [...ticks.filter(isClear), ...open].toSorted((a, b) => a.value - b.value);
  }
  return open;
}

/** Of ticks that all lie on edges: the width of a bin, and round multiples of it. */
function stepsOf({ step }: Bins): number[] {
  const multiples = [1, 2, 4, 5, 10, 20, 25, 40, 50, 100, 200, 250, 500];
  return multiples.map((times) => times * step).filter((candidate) =>
    isRound(candidate) || candidate === step
  );
}

/** One, two, two and a half, four or five times a power of ten. */
function isRound(step: number): boolean {
  const first = step / 10 ** Math.floor(Math.log10(step) + 1e-9);
  return [1, 2, 2.5, 4, 5].some((round) => Math.abs(first - round) < 1e-6);
}

function ticksEvery(step: number, bins: Bins, { style, domain: [low, high] }: BinAxis): LabelledTick[] {
  const most = Math.max(Math.abs(low), Math.abs(high));
  // Around a single value the edges are no multiples of their distance.
  const isAround = !bins.discrete && Math.abs((bins.edges[0] ?? 0) / bins.step % 1) > 1e-6 &&
    Math.abs(Math.abs((bins.edges[0] ?? 0) / bins.step % 1) - 1) > 1e-6;
  if (isAround) {
    const { ticks, step: own } = numberTicks([low, high], { steps: 3 });
    return labelled(
      ticks.filter((tick) => tick >= low && tick <= high),
      tickFormat(style, { most, step: own }),
    );
  }
  const from = Math.ceil(low / step - 1e-9);
  const count = Math.floor(high / step + 1e-9) - from + 1;
  const values = Array.from(
    { length: Math.max(0, count) },
    (_, index) => rounded((from + index) * step, step),
  );
  return labelled(values, tickFormat(style, { most, step }));
}

function openTicks(bins: Bins, style: NumberStyle): LabelledTick[] {
  const { edges, open, step } = bins;
  const [low, high] = closedPart(bins);
  const number = edgeFormat(style);
  return [
    ...(open.below ? [{ value: (edges[0] ?? 0) + step / 2, label: `< ${number(low)}` }] : []),
    ...(open.above ? [{ value: (edges.at(-1) ?? 0) - step / 2, label: `≥ ${number(high)}` }] : []),
  ];
}
