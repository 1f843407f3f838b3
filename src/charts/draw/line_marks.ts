/** The marks of lines in one plot: lines or stacked areas, with their moving averages and regressions. */

import type { Context } from "./context.ts";
import type { Grid, GridPanel, Series } from "../plan/grid.ts";
import { type Course, coursesOf } from "../plan/reference_lines.ts";
import type { Plot } from "./axes.ts";
import type { LabelPlacer } from "./label_placer.ts";
import { segmentsOf, thinnedLine } from "./line_segments.ts";
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

/** All that is needed to draw the lines of one panel. */
export interface LinePlot {
  readonly plot: Plot;
  readonly axis: Axis;
  readonly x: Scale;
  readonly y: Scale;
  readonly at: Float64Array;
}

interface PanelMarks {
  readonly lines: LinePlot;
  readonly panel: GridPanel;
  readonly placer: LabelPlacer;
  readonly grid: Grid;
  /** Colours of the series, if they are not those of their place. */
  readonly colors?: readonly string[];
  readonly small?: boolean;
}

/** Lines or areas with their courses. */
export function panelMarks(context: Context, input: PanelMarks): string[] {
  const { page, spec, language } = context;
  const { lines, panel, placer, grid, colors, small = false } = input;
  const requested = spec.lines ?? [];
  const isBehind = lines.at.length > densePoints && requested.some(({ kind }) => kind === "moving_average");
  const marks: string[] = [];
  const labels = new Map<string, Course>();
  panel.series.forEach((series, index) => {
    const color = colors?.[index] ?? seriesColor(series, index);
    if (spec.stack === true) {
      marks.push(...areaMarks(lines, { series, below: panel.series[index - 1], color }));
      return;
    }
    marks.push(
      ...lineMarks(lines, series, {
        color: isBehind ? faintOf(color) : color,
        faint: isBehind,
        small,
        placer,
      }),
    );
    const courses = coursesOf(
      requested,
      { at: lines.at, values: series.values, unit: grid.x.unit },
      language,
    );
    for (const course of courses) {
      const own = panel.series.length > 1 || isBehind ? color : ink.line;
      marks.push(...courseMarks(lines, course, { color: own, bold: isBehind, placer }));
      labels.set(course.kind, course);
    }
  });
  const size = page.fonts.small;
  [...labels.values()].forEach(({ kind, label }, at) => {
    const sign = isBehind && kind === "moving_average" ? "——" : kind === "regression" ? "·····" : "- - -";
    marks.push(text({
      x: lines.plot.right,
      y: lines.plot.top - size * (0.5 + at * 1.3),
      text: `${sign} ${label}`,
      size,
      align: "right",
      baseline: "bottom",
      color: ink.title,
    }));
  });
  return marks;
}

interface LineLook {
  readonly color: string;
  readonly faint: boolean;
  readonly small: boolean;
  readonly placer: LabelPlacer;
}

function lineMarks(
  { at, x, y }: LinePlot,
  { values }: Series,
  { color, faint, small, placer }: LineLook,
): string[] {
  const segments = segmentsOf(at, values).map((segment) =>
    segment.map(([px, value]): Point => [x(px), y(value)])
  );
  const count = segments.reduce((sum, segment) => sum + segment.length, 0);
  const width = faint ? 1.4 : small ? 2.6 : 3.2;
  const radius = small ? 3 : 4.5;
  return segments.flatMap((segment) => {
    const points = thinnedLine(segment, mostPoints);
    placer.takeLine(points.length > 300 ? thinnedLine(points, 300) : points);
    const isAlone = segment.length === 1;
    const dots = count <= (small ? fewPoints * 0.4 : fewPoints) || isAlone
      ? segment.map((point) => circle(point, radius, color))
      : [];
    return [polyline(points, { color, width }), ...dots];
  });
}

function areaMarks(
  { at, x, y }: LinePlot,
  { series, below, color }: {
    readonly series: Series;
    readonly below: Series | undefined;
    readonly color: string;
  },
): string[] {
  const upper = Array.from(series.values, (value, place): Point => [x(at[place] ?? 0), y(value)]);
  const lower = Array.from(at, (place, index): Point => [x(place), y(below?.values[index] ?? 0)]);
  return [
    area([...upper, ...lower.toReversed()], color, 0.85),
    polyline(upper, { color: "white", width: 1 }),
  ];
}

function courseMarks(
  { at, x, y }: LinePlot,
  { kind, values }: Course,
  { color, bold, placer }: { readonly color: string; readonly bold: boolean; readonly placer: LabelPlacer },
): string[] {
  const points = Array.from(values.keys()).filter((place) => !Number.isNaN(values[place] ?? NaN))
    .map((place): Point => [x(at[place] ?? 0), y(values[place] ?? 0)]);
  placer.takeLine(thinnedLine(points, 200));
  const isSolid = bold && kind === "moving_average";
  const dash = kind === "regression" ? [2, 6] : [9, 6];
  return [
    polyline(thinnedLine(points, mostPoints), {
      color,
      width: isSolid ? 3.4 : 2.4,
      ...(isSolid ? {} : { dash }),
    }),
  ];
}
