/**
 * The marks of lines in one plot: lines or stacked areas, with their moving averages and regressions. Lines end where
 * data is missing for long, and have no more points than can be seen.
 */

import type { GridPanel, Series } from "../plan/grid.ts";
import { type TrendLine, trendLinesOf } from "../plan/reference_lines.ts";
import { quantile } from "../plan/values.ts";
import type { LabelPlacer } from "./labels.ts";
import type { LegendItem, Plot } from "./layout.ts";
import type { Context } from "./page.ts";
import { colorOf, faintOf, ink } from "./palette.ts";
import type { Axis, Scale } from "./scales.ts";
import { area, circle, type Point, polyline, text } from "./svg.ts";

/** With more points there are no dots, and with many more a line fades behind its moving average. */
const fewPoints = 40;
const densePoints = 120;
const mostPoints = 1600;

export function seriesColor({ rest }: Series, index: number): string {
  return rest ? ink.other : colorOf(index);
}

/** The names of several series with their colours; a single one needs none. */
export function seriesLegend(series: readonly Series[]): LegendItem[] {
  return series.length < 2 ? [] : series.map((one, at) => ({ label: one.name, color: seriesColor(one, at) }));
}

/** All that is needed to draw the lines of one panel. */
export interface LinePlot {
  readonly panel: GridPanel;
  readonly plot: Plot;
  readonly axis: Axis;
  readonly x: Scale;
  readonly y: Scale;
  /** Where the values of a series lie on x, and in which step of time. */
  readonly at: Float64Array;
  readonly unit: Parameters<typeof trendLinesOf>[1]["unit"];
  readonly placer: LabelPlacer;
  /** Of the series, if it is not that of its place. */
  readonly color?: string | undefined;
  readonly small?: boolean;
}

/** Lines or areas with their trend lines. */
export function panelMarks({ page, spec, language }: Context, lines: LinePlot): string[] {
  const { panel: { series }, plot, at, unit } = lines;
  const requested = spec.lines ?? [];
  const isBehind = at.length > densePoints && requested.some(({ kind }) => kind === "moving_average");
  const labels = new Map<string, TrendLine>();
  const marks = series.flatMap((one, index) => {
    const color = lines.color ?? seriesColor(one, index);
    if (spec.stack === true) {
      return areaMarks(lines, { values: one.values, below: series[index - 1]?.values, color });
    }
    const trendLines = trendLinesOf(requested, { at, values: one.values, unit }, language);
    const own = series.length > 1 || isBehind ? color : ink.line;
    for (const trendLine of trendLines) labels.set(trendLine.kind, trendLine);
    return [
      ...lineMarks(lines, one, { color: isBehind ? faintOf(color) : color, faint: isBehind }),
      ...trendLines.map((trendLine) => trendMark(lines, trendLine, { color: own, bold: isBehind })),
    ];
  });
  const size = page.fonts.small;
  const names = [...labels.values()].map(({ kind, label }, row) => {
    const sign = isBehind && kind === "moving_average" ? "——" : kind === "regression" ? "·····" : "- - -";
    const look = { size, align: "right", baseline: "bottom", color: ink.title } as const;
    return text(`${sign} ${label}`, [plot.right, plot.top - size * (0.5 + row * 1.3)], look);
  });
  return [...marks, ...names];
}

function lineMarks(
  { at, x, y, small = false, placer }: LinePlot,
  { values }: Series,
  { color, faint }: { readonly color: string; readonly faint: boolean },
): string[] {
  const segments = segmentsOf(at, values).map((segment) =>
    segment.map(([px, value]): Point => [x(px), y(value)])
  );
  const count = segments.reduce((sum, segment) => sum + segment.length, 0);
  const width = faint ? 1.4 : small ? 2.6 : 3.2;
  return segments.flatMap((segment) => {
    const points = thinnedLine(segment, mostPoints);
    placer.takeLine(thinnedLine(points, 300));
    const isDotted = count <= (small ? fewPoints * 0.4 : fewPoints) || segment.length === 1;
    const dots = isDotted ? segment.map((point) => circle(point, small ? 3 : 4.5, color)) : [];
    return [polyline(points, { color, width }), ...dots];
  });
}

interface Area {
  readonly values: Float64Array;
  readonly below: Float64Array | undefined;
  readonly color: string;
}

function areaMarks({ at, x, y }: LinePlot, { values, below, color }: Area): string[] {
  const upper = Array.from(values, (value, place): Point => [x(at[place] ?? 0), y(value)]);
  const lower = Array.from(at, (place, index): Point => [x(place), y(below?.[index] ?? 0)]);
  return [
    area([...upper, ...lower.toReversed()], color, 0.85),
    polyline(upper, { color: "white", width: 1 }),
  ];
}

function trendMark(
  { at, x, y, placer }: LinePlot,
  { kind, values }: TrendLine,
  { color, bold }: { readonly color: string; readonly bold: boolean },
): string {
  const points = pointsOf(at, values).map(([px, value]): Point => [x(px), y(value)]);
  placer.takeLine(thinnedLine(points, 200));
  const isSolid = bold && kind === "moving_average";
  const dash = kind === "regression" ? [2, 6] : [9, 6];
  const look = isSolid ? { color, width: 3.4 } : { color, width: 2.4, dash };
  return polyline(thinnedLine(points, mostPoints), look);
}

/** The values that there are, with their places. */
function pointsOf(xs: Float64Array, values: Float64Array): Point[] {
  return Array.from(values, (value, at): Point => [xs[at] ?? 0, value]).filter(([, value]) =>
    !Number.isNaN(value)
  );
}

/** How far two points may lie apart before the line between them is broken. */
function longestStep(points: readonly Point[]): number {
  const steps = Float64Array.from(points.slice(1), ([x], at) => x - (points[at]?.[0] ?? 0)).sort();
  return steps.length < 4 ? Infinity : Math.max(3 * quantile(steps, 0.5), 1.5 * quantile(steps, 0.95)) * 1.05;
}

/** The values that there are, broken where a gap is long. */
export function segmentsOf(xs: Float64Array, values: Float64Array): Point[][] {
  const points = pointsOf(xs, values);
  const longest = longestStep(points);
  const segments: Point[][] = [];
  points.forEach((point, at) => {
    const before = points[at - 1];
    if (before === undefined || point[0] - before[0] > longest) segments.push([]);
    segments.at(-1)?.push(point);
  });
  return segments;
}

/** Points in pixels of which not all can be told apart: of each part the first, the lowest, the highest and the last. */
export function thinnedLine(points: readonly Point[], most: number): readonly Point[] {
  if (points.length <= most) return points;
  const size = Math.ceil(points.length / (most / 4));
  const kept: Point[] = [];
  for (let from = 0; from < points.length; from += size) {
    const part = points.slice(from, from + size);
    const low = part.reduce((a, b) => b[1] < a[1] ? b : a);
    const high = part.reduce((a, b) => b[1] > a[1] ? b : a);
    const ends = new Set([part[0], low, high, part.at(-1)]);
    kept.push(...part.filter((point) => ends.has(point)));
  }
  return kept;
}
