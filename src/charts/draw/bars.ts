/** Bars (P02), grouped bars (P21) and parts of a whole: bars beside each other or on top of each other, vertical or horizontal. */

// @ts-types="@types/d3-array"
import { sum } from "d3-array";
import type { Grid, Series } from "../plan/grid.ts";
import { barValues, levelsOf } from "../plan/reference_lines.ts";
import { labelFormat } from "../text/format_number.ts";
import { stepsIn } from "./axes.ts";
import { axisName, gridNotes, gridStyle, gridTitle } from "./captions.ts";
import { LabelPlacer, levelMarks } from "./labels.ts";
import { seriesColor, seriesLegend } from "./line_marks.ts";
import { endLabel, layOriented, type Oriented } from "./oriented.ts";
import type { Context } from "./page.ts";
import { ink } from "./palette.ts";
import { areWhole, axisFor, type Extent, extentOf, logNote } from "./scales.ts";
import { rect, svgDocument, text } from "./svg.ts";
import { shortPeriods } from "./time_ticks.ts";

/** With more bars their values are left to the axis. */
const mostLabels = 60;

export function drawBars(context: Context, grid: Grid): string {
  const { page, spec, language } = context;
  const { x, panels } = grid;
  const series = panels[0]?.series ?? [];
  const style = gridStyle(context, grid);
  const lists = series.map(({ values }) => values);
  const isStack = spec.stack === true && series.length > 1;
  const all = barValues(spec, series);
  const levels = levelsOf(spec, all, style);
  const extent = extentOf([...(isStack ? stacksOf(lists) : lists), levels.map(({ value }) => value)]);
  const format = labelFormat(style, Math.max(...extent.map(Math.abs)));
  const frame = layOriented(context, {
    labels: x.labels,
    short: x.kind === "time" && x.at !== null ? shortPeriods(x.at, { grain: x.grain, language }) : undefined,
    ordered: x.ordered && x.kind !== "group" || x.unit !== null,
    heading: {
      title: gridTitle(context, grid),
      notes: gridNotes(context, grid),
      legend: seriesLegend(series),
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
    axisNote: (axis) => logNote(context, axis),
  });
  const { bars, labels } = isStack
    ? stackedBars(context, { frame, series, format, levels: levels.map(({ value }) => frame.value(value)) })
    : besideBars(context, { frame, series, format, grid });
  const { plot, bands, horizontal } = frame;
  const placer = new LabelPlacer(page);
  const width = bands.step * 0.72;
  if (!horizontal) {
    x.labels.forEach((_, at) =>
      placer.take({ x: bands.middle(at) - width / 2, y: plot.top, width, height: plot.bottom - plot.top })
    );
  }
  const lines = levelMarks(page, levels, {
    plot,
    scale: frame.value,
    placer,
    vertical: horizontal,
    gaps: x.labels.slice(1).map((_, at) => bands.start(at + 1)),
  });
  return svgDocument(page.width, page.height, [...frame.marks, ...bars, ...lines, ...labels]);
}

/** The lowest and highest end of each stack. */
function stacksOf(lists: readonly Float64Array[]): Extent[] {
  return Array.from(lists[0] ?? [], (_, at) => {
    const values = lists.map((list) => list[at] ?? NaN);
    return [sum(values, (value) => Math.min(0, value)), sum(values, (value) => Math.max(0, value))];
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
  { page, spec }: Context,
  { frame, series, format, grid: { x } }: BarInput & { readonly grid: Grid },
): BarMarks {
  const { bands } = frame;
  const filled = bands.step * (series.length > 1 ? 0.76 : 0.72);
  const width = filled / series.length;
  const gap = series.length > 1 ? Math.min(5, width * 0.1) : 0;
  const count = series.length * x.labels.length;
  const size = Math.min(page.fonts.small, Math.max(11, width * 0.9));
  const isLast = (at: number) => x.rest === true && at === x.labels.length - 1;
  const start = spec.scale === "log" ? frameStart(frame) : 0;
  const space = frame.horizontal ? width * 1.1 : series.length > 1 ? width + gap : bands.step;
  const bars: string[] = [];
  const labels: string[] = [];
  series.forEach((one, index) => {
    one.values.forEach((value, at) => {
      if (Number.isNaN(value)) return;
      const from = bands.middle(at) - filled / 2 + index * width;
      const color = series.length > 1 ? seriesColor(one, index) : isLast(at) ? ink.other : ink.main;
      bars.push(rect(frame.box(from + gap / 2, from + width - gap / 2, [start, value]), color));
      if (count > mostLabels) return;
      labels.push(
        endLabel(page, frame, { across: from + width / 2, value, label: format(value), size, space }),
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
      labels.push(text(label, [x, y], { size, color: "white", align: "center" }));
    });
  }
  return { bars, labels };
}
