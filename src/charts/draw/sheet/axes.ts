/** Grid, ticks and labels of the axes, placed in pixels around a panel. */

import { cutNames } from "../../summary/text/cut_names.ts";
import { type NumberStyle, tickFormat } from "../../summary/text/format_number.ts";
import { areWeeks, shortQuarter, type SplitTime, splitTimes } from "../../summary/text/short_times.ts";
import type { NumberTicks } from "./number_ticks.ts";
import type { Page } from "./page.ts";
import { ink } from "./palette.ts";
import {
  addPixelRules,
  addTexts,
  type Panel,
  type PixelRule,
  type TextItem,
  xPixel,
  yPixel,
} from "./sheet.ts";
import type { TimeTick } from "./time_ticks.ts";

export interface LabelledTick {
  readonly value: number;
  readonly label: string;
}

export interface ValueAxis {
  readonly ticks: readonly LabelledTick[];
  /** Whether labels are drawn; panels inside a grid have none. */
  readonly labels?: boolean;
}

export function labelled(ticks: readonly number[], format: (value: number) => string): LabelledTick[] {
  return ticks.map((value) => ({ value, label: format(value) }));
}

/** The ticks of an axis of numbers, all in one unit. */
export function axisTicks(style: NumberStyle, { ticks, domain, step }: NumberTicks): LabelledTick[] {
  return labelled(ticks, tickFormat(style, { most: Math.max(...domain.map(Math.abs)), step }));
}

function widestOf(page: Page, ticks: readonly LabelledTick[]): number {
  return Math.max(0, ...ticks.map(({ label }) => page.measure(label, page.fonts.label)));
}

/** How many steps an axis upwards is cut into. */
export function heightSteps({ height, fonts }: Page): number {
  return Math.max(3, Math.round(height / (fonts.label * 8)));
}

/** Where a plot begins that has these ticks at its left. */
export function leftBeside(page: Page, ticks: readonly LabelledTick[]): number {
  return page.margin + widestOf(page, ticks) + page.fonts.label * 0.6;
}

/** Level grid lines with their values at the left; the zero line is stronger. */
export function addLeftAxis(page: Page, panel: Panel, axis: ValueAxis): void {
  const inside = axis.ticks.filter(({ value }) => value >= panel.y[0] - 1e-9 && value <= panel.y[1] + 1e-9);
  addPixelRules(
    panel,
    inside.map(({ value }): PixelRule => {
      const y = yPixel(panel, value);
      return { x: 0, x2: panel.width, y, y2: y, color: value === 0 ? ink.axis : ink.grid };
    }),
  );
  if (axis.labels === false) return;
  addTexts(
    panel,
    inside.map(({ value, label }): TextItem => ({
      x: -page.fonts.label * 0.6,
      y: yPixel(panel, value),
      text: label,
      size: page.fonts.label,
      color: ink.text,
      align: "right",
    })),
  );
}

/** Upright grid lines with their values below. */
export function addBottomAxis(page: Page, panel: Panel, axis: ValueAxis & { readonly grid?: boolean }): void {
  const inside = axis.ticks.filter(({ value }) => value >= panel.x[0] - 1e-9 && value <= panel.x[1] + 1e-9);
  addPixelRules(panel, [
    ...(axis.grid === false ? [] : inside.map(({ value }): PixelRule => {
      const x = xPixel(panel, value);
      return { x, x2: x, y: 0, y2: panel.height, color: value === 0 ? ink.axis : ink.grid };
    })),
    ...(axis.grid === false ? baseline(panel) : []),
  ]);
  if (axis.labels === false) return;
  const size = page.fonts.label;
  const widest = widestOf(page, inside);
  const room = inside.length < 2
    ? Infinity
    : Math.abs(xPixel(panel, inside[1]?.value ?? 0) - xPixel(panel, inside[0]?.value ?? 0));
  const every = Math.max(1, Math.ceil((widest + size * 0.8) / room));
  addTexts(
    panel,
    inside.filter((_, index) => index % every === 0).map(({ value, label }): TextItem => ({
      x: xPixel(panel, value),
      y: panel.height + size * 0.6,
      text: label,
      size,
      color: ink.text,
      align: "center",
      baseline: "top",
    })),
  );
}

export function addTimeAxis(
  page: Page,
  panel: Panel,
  axis: { readonly ticks: readonly TimeTick[]; readonly labels?: boolean; readonly size?: number },
): void {
  const size = axis.size ?? page.fonts.label;
  addPixelRules(panel, [
    ...baseline(panel),
    ...axis.ticks.map(({ time }): PixelRule => {
      const x = xPixel(panel, time);
      return { x, x2: x, y: panel.height, y2: panel.height + size * 0.4, color: ink.axis };
    }),
  ]);
  if (axis.labels === false) return;
  addTexts(
    panel,
    axis.ticks.flatMap(({ time, label, under }): TextItem[] => {
      const x = xPixel(panel, time);
      // The last name stays on the page.
      const within = (text: string) =>
        Math.min(x, page.width - panel.left - page.measure(text, size) / 2 - size * 0.3);
      const style = { size, align: "center" as const, baseline: "top" as const };
      return [
        { ...style, x: within(label), y: panel.height + size * 0.7, text: label, color: ink.text },
        { ...style, x: within(under), y: panel.height + size * 1.95, text: under, color: ink.soft },
      ];
    }),
  );
}

/** The line at the foot of a panel. */
function baseline(panel: Panel): PixelRule[] {
  return [{ x: 0, x2: panel.width, y: panel.height, y2: panel.height, color: ink.axis }];
}

/** Height below the plot that a time axis takes. */
export function timeAxisHeight(ticks: readonly TimeTick[], size: number): number {
  return size * (ticks.some(({ under }) => under !== "") ? 3.2 : 2);
}

/** How names below bars are laid: level where they fit, times in two rows, else turned, each cut to its room. */
export interface NameLayout {
  /** Empty where a time has no room. */
  readonly names: readonly string[];
  /** What stands below them: years, where they begin. */
  readonly under?: readonly string[];
  /** Whether no name is cut. */
  readonly whole: boolean;
  readonly turned: boolean;
  readonly height: number;
}

/** `step` is the room of each name, `left` the space left of the plot, into which turned names reach. */
export function layNames(
  page: Page,
  given: readonly string[],
  { step, left }: { readonly step: number; readonly left: number },
): NameLayout {
  const size = page.fonts.label;
  const widest = (names: readonly string[]) => Math.max(0, ...names.map((name) => page.measure(name, size)));
  const fits = (names: readonly string[]) => widest(names) <= step - size * 0.5;
  const short = fits(given) ? given : given.map(shortQuarter);
  const times = fits(short) && !areWeeks(short) ? null : splitTimes(given);
  if (times !== null) return layTimes(page, times, step);
  if (fits(short)) return { names: short, turned: false, height: size * 2, whole: true };
  // The first name must not reach out of the picture.
  const reach = (left + step / 2 - size * 0.5) / Math.SQRT1_2;
  const width = Math.min(page.height * 0.2, reach);
  const isWhole = (names: readonly string[]) => names.every((name, at) => name === given[at]);
  if (step >= size * 6) {
    const cut = cutNames(page, short, { size, width: step - size * 0.5 });
    return { names: cut, turned: false, height: size * 2, whole: isWhole(cut) };
  }
  const shown = cutNames(page, short, { size, width });
  return { names: shown, turned: true, height: widest(shown) * 0.72 + size * 1.6, whole: isWhole(shown) };
}

/** In two rows, as many of them as fit; of months the first, third or seventh ones are better than any. */
function layTimes(page: Page, times: readonly SplitTime[], step: number): NameLayout {
  const size = page.fonts.label;
  const widest = Math.max(
    0,
    ...times.map(({ label, year }) => Math.max(page.measure(label, size), page.measure(year, size) * 0.8)),
  );
  const needed = (widest + size * 0.4) / step;
  const isMonths = times[0]?.month !== null;
  const every = isMonths ? [1, 2, 3, 6, 12].find((one) => one >= needed) ?? 12 : Math.ceil(needed);
  const isShown = ({ month }: SplitTime, at: number) => ((month ?? at + 1) - 1) % every === 0;
  let before = "";
  const under = times.map((time, at) => {
    if (!isShown(time, at) || time.year === before) return "";
    before = time.year;
    return time.year;
  });
  const names = times.map((time, at) => isShown(time, at) ? time.label : "");
  return { names, under, turned: false, height: size * 3.2, whole: true };
}

/** Names below a panel at the given pixels. */
export function addNames(
  page: Page,
  panel: Panel,
  layout: NameLayout & { readonly at: readonly number[] },
): void {
  const size = page.fonts.label;
  const room = (layout.at[1] ?? Infinity) - (layout.at[0] ?? 0);
  const every = layout.turned ? Math.max(1, Math.ceil(size * 1.15 / room)) : 1;
  addTexts(
    panel,
    layout.names.flatMap((text, index): TextItem[] => {
      const x = layout.at[index];
      if (x === undefined || index % every !== 0) return [];
      return layout.turned
        ? [{
          x: x + size * 0.3,
          y: panel.height + size * 0.8,
          text,
          size,
          align: "right",
          baseline: "middle",
          angle: -45,
        }]
        : [{ x, y: panel.height + size * 0.7, text, size, align: "center", baseline: "top" }];
    }),
  );
  addTexts(
    panel,
    (layout.under ?? []).map((text, index): TextItem => ({
      x: layout.at[index] ?? 0,
      y: panel.height + size * 1.95,
      text,
      size,
      color: ink.soft,
      align: "center",
      baseline: "top",
    })),
  );
}
