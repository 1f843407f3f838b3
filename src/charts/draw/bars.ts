/** Bars (P02), grouped bars (P21) and parts of a whole: bars beside each other or on top of each other, vertical or horizontal. */

import { type Context, say } from "./context.ts";
import type { Grid, Series } from "../plan/grid.ts";
import { barValues, levelsOf } from "../plan/reference_lines.ts";
import { labelFormat } from "../text/format_number.ts";
import { gridNotes } from "./subtitle.ts";
import { axisName, gridStyle, gridTitle } from "./titles.ts";
import { stepsIn } from "./axes.ts";
import { LabelPlacer } from "./label_placer.ts";
import { levelMarks } from "./levels.ts";
import { seriesColor } from "./line_marks.ts";
import { endLabel, layOriented, type Oriented } from "./oriented.ts";
import { ink } from "./palette.ts";
import { areWhole, axisFor, type Extent, extentOf } from "./scales.ts";
import { type Box, rect, svgDocument, text } from "./svg.ts";
import { shortPeriods } from "./time_ticks.ts";

/** With more bars their values are left to the axis. */
const mostLabels = 60;

export function drawBars(context: Context, grid: Grid): string {
  const { page, spec, language } = context;
  const series = grid.panels[0]?.series ?? [];
  const style = gridStyle(context, grid);
  const lists = series.map(({ values }) => values);
  const isStack = spec.stack === true && series.length > 1;
  const stacks = isStack ? stacksOf(series) : null;
  const all = barValues(spec, series);
  const levels = levelsOf(spec, all, style);
  const extent = extentOf([
    ...(stacks ?? lists.map((values) => [...values])),
    levels.map(({ value }) => value),
  ]);
  const format = labelFormat(style, Math.max(...extent.map(Math.abs)));
  const frame = layOriented(context, {
    labels: grid.x.labels,
    short: grid.x.kind === "time" && grid.x.at !== null
      ? shortPeriods(grid.x.at, { grain: grid.x.grain, language })
      : undefined,
    ordered: grid.x.ordered && grid.x.kind !== "group" || grid.x.unit !== null,
    heading: {
      title: spec.title ?? gridTitle(context, grid, { overTime: false }),
      notes: gridNotes(context, grid),
      legend: series.length > 1
        ? series.map((one, at) => ({ label: one.name, color: seriesColor(one, at) }))
        : [],
    },
    valueName: axisName(context, grid),
    ends: isStack || all.length > mostLabels
      ? []
      : Array.from(all, (value) => ({ value, label: format(value) })),
    axisFor: (pixels) =>
      axisFor(isStack && spec.normalize === "share" ? [0, 1] : extent, {
        style,
        steps: stepsIn(page, pixels),
        integer: areWhole(lists),
        mode: spec.scale === "log" ? "log" : "zero",
      }),
    axisNote: (axis) => axis.log ? say(context, { ja: "対数目盛", en: "Logarithmic scale" }) : "",
  });
  const base = spec.scale === "log" ? null : 0;
  const { bars, labels } = isStack
    ? stackedBars(context, { frame, series, format, levels: levels.map(({ value }) => frame.value(value)) })
    : besideBars(context, { frame, series, format, grid, base });
  const placer = new LabelPlacer(page);
  if (!frame.horizontal) grid.x.labels.forEach((_, at) => placer.take(columnBox(frame, at)));
  const lines = levelMarks(page, levels, {
    plot: frame.plot,
    scale: frame.value,
    placer,
    vertical: frame.horizontal,
    gaps: grid.x.labels.slice(1).map((_, at) => frame.bands.start(at + 1)),
  });
  return svgDocument(page.width, page.height, [...frame.marks, ...bars, ...lines, ...labels]);
}

/** Where the bars of a group stand. */
function columnBox({ plot, bands }: Oriented, at: number): Box {
  const width = bands.step * 0.72;
  return { x: bands.middle(at) - width / 2, y: plot.top, width, height: plot.bottom - plot.top };
}

/** The lowest and highest end of each stack. */
function stacksOf(series: readonly Series[]): Extent[] {
  const size = series[0]?.values.length ?? 0;
  return Array.from({ length: size }, (_, at) => {
    const values = series.map(({ values }) => values[at] ?? NaN).filter((value) => !Number.isNaN(value));
    const sum = (some: readonly number[]) => some.reduce((total, value) => total + value, 0);
    return [sum(values.filter((value) => value < 0)), sum(values.filter((value) => value > 0))];
  });
}

interface BarInput {
  readonly frame: Oriented;
  readonly series: readonly Series[];
  readonly format: (value: number) => string;
}

/** Labels stand before lines, bars behind them. */
interface BarMarks {
  readonly bars: readonly string[];
  readonly labels: readonly string[];
}

function besideBars(
  { page }: Context,
  { frame, series, format, grid, base }: BarInput & { readonly grid: Grid; readonly base: number | null },
): BarMarks {
  const { bands } = frame;
  const filled = bands.step * (series.length > 1 ? 0.76 : 0.72);
  const width = filled / series.length;
  const gap = series.length > 1 ? Math.min(5, width * 0.1) : 0;
  const count = series.length * grid.x.labels.length;
  const size = Math.min(page.fonts.small, Math.max(11, width * 0.9));
  const isLast = (at: number) => grid.x.rest === true && at === grid.x.labels.length - 1;
  const bars: string[] = [];
  const labels: string[] = [];
  series.forEach((one, index) => {
    one.values.forEach((value, at) => {
      if (Number.isNaN(value)) return;
      const from = bands.middle(at) - filled / 2 + index * width;
      const color = series.length > 1 ? seriesColor(one, index) : isLast(at) ? ink.other : ink.main;
      const start = base ?? frameStart(frame);
      bars.push(rect(frame.box(from + gap / 2, from + width - gap / 2, [start, value]), color));
      if (count > mostLabels) return;
      const room = frame.horizontal ? width * 1.1 : series.length > 1 ? width + gap : bands.step;
      labels.push(
        endLabel(page, frame, { across: from + width / 2, value, label: format(value), size, room }),
      );
    });
  });
  // Values that fit at some bars only would make the others look empty.
  return { bars, labels: labels.some((label) => label === "") ? [] : labels };
}

/** The value at the foot of a logarithmic axis. */
function frameStart({ plot, value, horizontal }: Oriented): number {
  const foot = horizontal ? plot.left : plot.bottom;
  const [one, ten] = [value(1), value(10)];
  return 10 ** ((foot - one) / (ten - one));
}

function stackedBars(
  { page }: Context,
  { frame, series, format, levels }: BarInput & { readonly levels: readonly number[] },
): BarMarks {
  const { bands } = frame;
  const width = bands.step * 0.72;
  const size = page.fonts.small;
  const bars: string[] = [];
  const labels: string[] = [];
  const count = series[0]?.values.length ?? 0;
  for (let at = 0; at < count; at++) {
    let [below, above] = [0, 0];
    series.forEach((one, index) => {
      const value = one.values[at] ?? NaN;
      if (Number.isNaN(value) || value === 0) return;
      const start = value < 0 ? below : above;
      if (value < 0) below += value;
      else above += value;
      const box = frame.box(bands.middle(at) - width / 2, bands.middle(at) + width / 2, [
        start,
        start + value,
      ]);
      bars.push(rect(box, seriesColor(one, index), { stroke: "white", "stroke-width": 1 }));
      const label = format(value);
      const fits = page.measure(label, size) + size * 0.6 < box.width && size * 1.3 < box.height;
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      // A line through a value would make it unreadable.
      const reach = frame.horizontal ? page.measure(label, size) / 2 : size / 2;
      const isCrossed = levels.some((at) => Math.abs(at - (frame.horizontal ? x : y)) < reach + 3);
      if (!fits || isCrossed || count * series.length > mostLabels) return;
      labels.push(text({ x, y, text: label, size, color: "white", align: "center" }));
    });
  }
  return { bars, labels };
}
