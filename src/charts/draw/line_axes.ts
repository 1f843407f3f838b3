/** The axes of lines: values on y, and times, numbers or groups on x. */

import { type Context, say } from "./context.ts";
import type { Grid, GridPanel } from "../plan/grid.ts";
import type { Level } from "../plan/reference_lines.ts";
import type { NumberStyle } from "../text/format_number.ts";
import { bandAxis, bandLabels, type Plot, timeAxis, timeFoot } from "./axes.ts";
import { areWhole, type Axis, axisFor, bandsOf, extentOf, type Scale, scaleOf, type Tick } from "./scales.ts";
import { type TimeTick, timeTicks } from "./time_ticks.ts";

export function valueAxis(context: Context, { panels, levels, steps, style }: {
  readonly panels: readonly GridPanel[];
  readonly levels: readonly Level[];
  readonly steps: number;
  readonly style: NumberStyle;
}): Axis {
  const { spec } = context;
  const lists = panels.flatMap(({ series }) => series.map(({ values }) => values));
  const isStack = spec.stack === true;
  const mode = spec.scale ?? (isStack ? "zero" : "near");
  const extent = extentOf([...lists, levels.map(({ value }) => value)]);
  if (isStack && spec.normalize === "share") {
    return axisFor([0, 1], { style, steps, integer: false, mode: "zero" });
  }
  return axisFor(extent, { style, steps, integer: areWhole(lists), mode });
}

export function zeroNote(context: Context, axis: Axis): string {
  if (axis.log) return say(context, { ja: "対数目盛", en: "Logarithmic scale" });
  return axis.fromZero
    ? ""
    : say(context, { ja: "縦軸は0から始まりません", en: "The axis does not start at zero" });
}

export interface XAxis {
  readonly at: Float64Array;
  readonly x: Scale;
  readonly foot: number;
  readonly draw: (plot: Plot, look?: { readonly labels?: boolean; readonly between?: number }) => string[];
}

/** The axis of x between two ends: times and numbers where they lie, other groups beside each other. */
export function lineAxis(
  { page, language }: Context,
  { x: keys }: Grid,
  { left, right, small = false }: { readonly left: number; readonly right: number; readonly small?: boolean },
): XAxis {
  const size = small ? page.fonts.small : page.fonts.label;
  const { at } = keys;
  if (at === null) {
    const bands = bandsOf(keys.labels.length, left, right);
    const { lines, height } = bandLabels(page, { labels: keys.labels, step: bands.step, ordered: true });
    const places = Float64Array.from(keys.labels, (_, place) => place);
    const draw: XAxis["draw"] = (plot) =>
      bandAxis(page, { plot, bands: bandsOf(keys.labels.length, plot.left, plot.right), lines });
    return { at: places, x: bands.middle, foot: height, draw };
  }
  const [first, last] = [at[0] ?? 0, at.at(-1) ?? 0];
  const domain = first === last ? [first - 1, last + 1] as const : [first, last] as const;
  const measure = (label: string) => page.measure(label, size);
  const ticks: readonly TimeTick[] = keys.kind === "number" || keys.grain === "step"
    ? numberTicks(domain, { width: right - left, measure })
    : timeTicks([first, last], { grain: keys.grain, language, width: right - left, measure });
  return {
    at,
    x: scaleOf({ domain, log: false }, left, right),
    foot: timeFoot(page, ticks, size),
    draw: (plot, look = {}) => {
      const scale = scaleOf({ domain, log: false }, plot.left, plot.right);
      return timeAxis(page, { plot, ticks, x: scale, size, ...look });
    },
  };
}

function numberTicks(
  domain: readonly [number, number],
  { width, measure }: { readonly width: number; readonly measure: (text: string) => number },
): TimeTick[] {
  const steps = Math.max(2, Math.min(10, Math.floor(width / (measure(`${Math.round(domain[1])}0`) * 2))));
  const integer = domain.every(Number.isInteger);
  const style = { language: "en", unit: "", ratio: false, plain: true } as const;
  return axisFor(domain, { style, steps, integer, mode: "close" }).ticks
    .filter(({ value }) => value >= domain[0] && value <= domain[1])
    .map((tick: Tick) => ({ ...tick, under: "" }));
}
