/** P03 of numbers: how often values occur. */

import { type Chart, type Context, say } from "../context.ts";
import {
  addBottomAxis,
  addLeftAxis,
  axisTicks,
  heightSteps,
  labelled,
  type LabelledTick,
  leftBeside,
} from "../sheet/axes.ts";
import { addHead, type Head, layHead } from "../sheet/frame.ts";
import { addNamedUprightLevels, type Level, levelsOf, uprightRoom } from "../sheet/levels.ts";
import { numberTicks } from "../sheet/number_ticks.ts";
import type { Page } from "../sheet/page.ts";
import { pageSheet } from "../sheet/page_sheet.ts";
import { ink } from "../sheet/palette.ts";
import { addBars, addTexts, type Bar, type Panel } from "../sheet/sheet.ts";
import { distributionSentences } from "../summaries/distribution_sentences.ts";
import type { NumberColumn } from "../table/column.ts";
import { type NumberStyle, styleOf, tickFormat, titleWithUnit } from "../text/format_number.ts";
import { joinParts } from "../text/time_words.ts";
import { countName } from "../text/value_name.ts";
import { type Bins, binsFor, countInBins } from "../values/bins.ts";

const mostBins = 40;

export function drawHistogram(context: Context, value: NumberColumn): Chart {
  const { page } = context;
  const style = styleOf(value, page.language);
  const sorted = value.values().filter((number) => !Number.isNaN(number)).sort();
  const levels = levelsOf(context, sorted, style);
  const bins = binsFor(sorted, {
    integer: value.integer,
    most: mostBins,
    inside: levels.map((level) => level.value),
  });
  context.did("bin");
  const counts = countInBins(sorted, bins);
  const head = layHead(page, {
    given: context.title,
    title: say(page, { ja: `${value.name}の分布`, en: `Distribution of ${value.name}` }),
    subtitle: joinParts([`n = ${sorted.length.toLocaleString("en")}`, binText(page, bins, style)]),
    yTitle: countName(page),
  });
  const axis = numberTicks([0, Math.max(1, ...counts)], { steps: heightSteps(page), integer: true });
  const ticks = axisTicks(styleOf(null, page.language), axis);
  const panel = framedHistogram(page, { value, bins, head, levels, ticks, y: axis.domain }, (panel) => {
    addBars(panel, plainBars(bins, counts), { stroke: "white", strokeWidth: 1 });
  });
  return {
    sheet: pageSheet(page, panel),
    template: "histogram",
    sentences: distributionSentences(context, sorted, { name: value.name, style, bins, counts, levels }),
    auxiliary: levels.map((level) => level.kind),
  };
}

interface Framed extends Pick<Panel, "y"> {
  readonly value: NumberColumn;
  readonly bins: Bins;
  readonly head: Head;
  readonly levels: readonly Level[];
  /** Of the counts, at the left. */
  readonly ticks: readonly LabelledTick[];
}

/** The one panel of a histogram with all that stands around it; the counts themselves come between grid and axis. */
export function framedHistogram(
  page: Page,
  { value, bins, head, levels, ticks, y }: Framed,
  addCounts: (panel: Panel) => void,
): Panel {
  const style = styleOf(value, page.language);
  const left = leftBeside(page, ticks);
  const top = head.bottom + uprightRoom(page, levels);
  const width = page.width - left - page.margin * 1.4;
  const height = Math.max(80, page.height - top - page.fonts.label * 3.8 - page.margin * 0.6);
  const domain = domainOf(bins, levels);
  const panel: Panel = { left, top, width, height, x: domain, y, layers: [] };
  addLeftAxis(page, panel, { ticks });
  addCounts(panel);
  addBottomAxis(page, panel, { ticks: binTicks(page, bins, { style, width, domain }), grid: false });
  addValueName(page, panel, titleWithUnit(value.name, style));
  addNamedUprightLevels(page, panel, levels);
  addHead(panel, head);
  return panel;
}

export function binText(page: Page, bins: Bins, style: NumberStyle): string {
  if (bins.discrete) return "";
  const shortStyle = { ...style, unit: style.unit === "%" ? "%" : "" };
  const step = tickFormat(shortStyle, { most: bins.step, step: bins.step })(bins.step);
  const [low, high] = closedPart(bins);
  const edge = tickFormat(shortStyle, { most: Math.max(Math.abs(low), Math.abs(high)), step: bins.step });
  return joinParts([
    say(page, { ja: `階級の幅 ${step}`, en: `Bins of ${step}` }),
    bins.open.below
      ? say(page, { ja: `左端は${edge(low)}未満のすべて`, en: `first bar: all below ${edge(low)}` })
      : "",
    bins.open.above
      ? say(page, { ja: `右端は${edge(high)}以上のすべて`, en: `last bar: all from ${edge(high)} on` })
      : "",
  ]);
}

/** From where to where bins hold what lies between their edges. */
function closedPart({ edges, open }: Bins): [number, number] {
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

export function barsOf({ edges }: Bins, counts: readonly number[], color: string): Bar[] {
  return counts.flatMap((count, index) =>
    count === 0 ? [] : [{ x: edges[index] ?? 0, x2: edges[index + 1] ?? 0, y: 0, y2: count, color }]
  );
}

/** The bars of one distribution; those of open bins, which are no part of its form, in grey. */
export function plainBars(bins: Bins, counts: readonly number[]): Bar[] {
  const [low, high] = closedPart(bins);
  return barsOf(bins, counts, ink.main).map((bar) =>
    bar.x < low || bar.x2 > high ? { ...bar, color: ink.other } : bar
  );
}

interface BinAxis {
  readonly style: NumberStyle;
  readonly width: number;
  readonly domain: readonly [number, number];
}

/** Ticks at round edges of bins, or at the whole numbers that are bins; none where a bin is open. */
export function binTicks(page: Page, bins: Bins, { style, width, domain: [low, high] }: BinAxis) {
  const closed = closedPart(bins);
  const first = bins.open.below ? closed[0] : low;
  const last = bins.open.above ? closed[1] : high;
  const most = Math.max(Math.abs(low), Math.abs(high));
  const steps = Math.max(2, Math.floor(width / (page.fonts.label * 6)));
  const { ticks, step } = bins.discrete
    ? wholeTicks(Math.ceil(low), Math.floor(high), steps)
    : numberTicks([low, high], { steps });
  return labelled(
    ticks.filter((tick) => tick >= first - 1e-9 && tick <= last + 1e-9),
    tickFormat(style, { most, step }),
  );
}

function wholeTicks(low: number, high: number, steps: number): { ticks: number[]; step: number } {
  const step = Math.max(1, Math.ceil((high - low) / Math.max(1, steps)));
  return {
    ticks: Array.from({ length: Math.floor((high - low) / step) + 1 }, (_, index) => low + index * step),
    step,
  };
}

/** What the axis below shows. */
function addValueName(page: Page, panel: Panel, text: string): void {
  addTexts(panel, [{
    x: panel.width / 2,
    y: panel.height + page.fonts.label * 2.3,
    text,
    size: page.fonts.small,
    color: ink.soft,
    align: "center",
    baseline: "top",
  }]);
}
