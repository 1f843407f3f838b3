/** Scatter plots: points by two numbers, with colour, size, panels and regression lines. */

// @ts-types="@types/d3-array"
import { extent } from "d3-array";
import type { LogAxes, PointPanel, Points } from "../plan/points.ts";
import { type Level, levelsOf } from "../plan/reference_lines.ts";
import { labelFormat, styleOf, titleWithUnit } from "../text/format_number.ts";
import { bottomAxis, bottomTitle, footHeight, leftAxis, leftOf, stepsIn, timeAxis } from "./axes.ts";
import { byText, cutNotes, headline } from "./captions.ts";
import { levelMarks } from "./labels.ts";
import { layHead, layOne, layPanels, panelName, type Plot } from "./layout.ts";
import { type Context, say } from "./page.ts";
import { colorOf, ink } from "./palette.ts";
import { type Axis, axisFor, type Extent, extentOf, type Scale, scaleOf } from "./scales.ts";
import { circle, polyline, svgDocument } from "./svg.ts";
import { timeTicks } from "./time_ticks.ts";

export function drawScatter(context: Context, data: Points): string {
  const { page, spec, language } = context;
  const rows = data.panels.flatMap((panel) => panel.rows);
  const { levels, yAxis } = yAxisOf(context, data, rows);
  const head = layHead(page, {
    title: spec.title ?? scatterTitle(context, data),
    notes: notesOf(context, data),
    legend: data.color === null ? [] : data.color.labels.map((label, at) => ({ label, color: colorOf(at) })),
    yTitle: titleWithUnit(data.y.name, styleOf(data.y, language)),
  });
  const foot = footHeight(page) + (data.x.kind === "time" ? page.fonts.label * 1.2 : 0);
  const place = { head, left: leftOf(page, yAxis.ticks), foot };
  const whole = layOne(page, place);
  const panels = data.facet === null ? whole : layPanels(page, { ...place, count: data.panels.length });
  const [low = 0, high = 0] = extent(rows, (row) => data.xs[row]);
  const range: Extent = [low, high];
  const [first = { left: 0, right: 0 }] = panels.plots;
  const xAxis = xAxisOf(context, data, { extent: range, width: first.right - first.left });
  const radius = radiusFor(data);
  const isFitted = (spec.lines ?? []).some(({ kind }) => kind === "regression");
  const marks = panels.plots.flatMap((plot, index) => {
    const panel = data.panels[index];
    if (panel === undefined) return [];
    const [x, y] = [scaleOf(xAxis, plot.left, plot.right), scaleOf(yAxis, plot.bottom, plot.top)];
    return [
      ...leftAxis(page, { plot, axis: yAxis, y, labels: panels.isLeft(index) }),
      ...xAxis.draw({ plot, x, labels: panels.isLowest(index), between: panels.gap }),
      ...pointMarks(data, panel, { x, y, radius }),
      ...(isFitted ? fitMarks(panel, { x, y, range, yAxis, logs: data.logs }) : []),
      ...levelMarks(page, levels, { plot, scale: y }),
      ...panelName(page, plot, { name: panel.name }),
    ];
  });
  const name = data.x.kind === "number" ? titleWithUnit(data.x.name, styleOf(data.x, language)) : data.x.name;
  const titles = whole.plots.map((plot) => bottomTitle(page, plot, name));
  return svgDocument(page.width, page.height, [...head.marks, ...marks, ...titles]);
}

/** The axis of y, with the lines that lie at a value of it. */
function yAxisOf(
  { page, spec, language }: Context,
  data: Points,
  rows: readonly number[],
): { readonly levels: readonly Level[]; readonly yAxis: Axis } {
  const style = styleOf(data.y, language);
  const values = Float64Array.from(rows, (row) => data.ys[row] ?? NaN);
  const levels = levelsOf(spec, values, style);
  const extent = extentOf([values, levels.map(({ value }) => value)]);
  const steps = data.facet === null ? stepsIn(page, page.height * 0.7) : 4;
  const mode = modeOf(spec.scale === "log" && !data.logs.y ? undefined : spec.scale, extent);
  return { levels, yAxis: axisFor(extent, { style, steps, integer: data.y.integer, mode }) };
}

/** Zero belongs to an axis if the values come near it. */
function modeOf(scale: Context["spec"]["scale"], [least, most]: Extent): "zero" | "close" | "log" {
  if (scale !== undefined) return scale;
  return least >= 0 && least < most * 0.25 ? "zero" : "close";
}

interface XPlace {
  readonly plot: Plot;
  readonly x: Scale;
  readonly labels: boolean;
  readonly between: number | undefined;
}

interface XAxis extends Pick<Axis, "domain" | "log"> {
  readonly draw: (place: XPlace) => string[];
}

function xAxisOf(
  { page, language }: Context,
  { x, logs }: Points,
  { extent, width }: { readonly extent: Extent; readonly width: number },
): XAxis {
  if (x.kind === "time") {
    const measure = (label: string) => page.measure(label, page.fonts.label);
    const ticks = timeTicks(extent, { grain: x.grain, language, width, measure });
    const pad = (extent[1] - extent[0]) * 0.02 || 1;
    return {
      domain: [extent[0] - pad, extent[1] + pad],
      log: false,
      draw: (place) => timeAxis(page, { ...place, ticks }),
    };
  }
  const axis = axisFor(extent, {
    style: styleOf(x, language),
    steps: Math.max(2, Math.min(10, Math.floor(width / (page.fonts.label * 5)))),
    integer: x.integer,
    mode: modeOf(logs.x ? "log" : undefined, extent),
  });
  return { ...axis, draw: (place) => bottomAxis(page, { ...place, axis }) };
}

function scatterTitle(context: Context, { x, y, color, facet }: Points): string {
  const groups = [color, facet].filter((keys) => keys !== null).map(({ name }) => name);
  return say(context, {
    ja: `${x.name}と${y.name}の関係${groups.length === 0 ? "" : `（${byText(groups.join("・"))}）`}`,
    en: headline(`${y.name} against ${x.name}${groups.length === 0 ? "" : ` by ${groups.join(" and ")}`}`),
  });
}

function notesOf(context: Context, data: Points): string[] {
  const { language, spec, notes } = context;
  const { size, drawn, fit, logs } = data;
  const [count, shown] = [data.count, drawn].map((number) => number.toLocaleString("en"));
  const most = size === null ? 0 : Math.max(Math.abs(size.most), Math.abs(size.least));
  const largest = labelFormat(styleOf(size, language), most)(most);
  const axes = [...(logs.x ? ["x"] : []), ...(logs.y ? ["y"] : [])].join(
    say(context, { ja: "・", en: " and " }),
  );
  return [
    drawn < data.count
      ? say(context, { ja: `${count}点中${shown}点を表示`, en: `${shown} of ${count} points shown` })
      : `n = ${count}`,
    fit === null ? "" : `r = ${labelFormat({ language, unit: "", ratio: false }, 1)(fit.r)}`,
    // By the value of the largest point.
    size === null ? "" : say(context, {
      ja: `点の大きさは${size.name}（最大 ${largest}）`,
      en: `Size: ${size.name}, the largest ${largest}`,
    }),
    spec.scale === "log" ? say(context, { ja: `${axes}は対数目盛`, en: `Logarithmic scale of ${axes}` }) : "",
    ...notes,
    ...cutNotes(context, data),
  ];
}

/** The radius of a point: by the area that a further column gives it, or smaller the more there are. */
function radiusFor({ sizes, drawn, size, facet }: Points): (row: number) => number {
  const usual = (drawn > 1500 ? 3 : drawn > 600 ? 4 : 5.5) * (facet === null ? 1 : 0.8);
  if (sizes === null || size === null) return () => usual;
  const most = Math.max(Math.abs(size.most), Math.abs(size.least)) || 1;
  return (row) => Number.isNaN(sizes[row] ?? NaN) ? 2 : 2 + 18 * Math.sqrt(Math.abs(sizes[row] ?? 0) / most);
}

function pointMarks(
  { xs, ys, color, drawn }: Points,
  { rows }: PointPanel,
  { x, y, radius }: { readonly x: Scale; readonly y: Scale; readonly radius: (row: number) => number },
): string[] {
  const opacity = drawn > 1500 ? 0.35 : drawn > 300 ? 0.5 : 0.7;
  // Small points stay visible in front of large ones.
  return rows.toSorted((a, b) => radius(b) - radius(a)).map((row) => {
    const fill = color === null ? ink.main : colorOf(color.codes[row] ?? 0);
    return circle([x(xs[row] ?? 0), y(ys[row] ?? 0)], radius(row), fill, { "fill-opacity": opacity });
  });
}

function fitMarks(
  { fit }: PointPanel,
  { x, y, range, yAxis, logs }: {
    readonly x: Scale;
    readonly y: Scale;
    readonly range: Extent;
    readonly yAxis: Axis;
    readonly logs: LogAxes;
  },
): string[] {
  if (fit === null) return [];
  const [low, high] = yAxis.domain;
  const [from, to] = logs.x ? [Math.log10(range[0]), Math.log10(range[1])] : range;
  const steps = Array.from({ length: 101 }, (_, at) => from + (to - from) * at / 100);
  const value = (height: number, isLog: boolean) => isLog ? 10 ** height : height;
  const inside = steps
    .map((at) => [value(at, logs.x), value(fit.intercept + fit.slope * at, logs.y)] as const)
    .filter(([, at]) => at >= low && at <= high);
  return [polyline(inside.map(([across, up]) => [x(across), y(up)]), { color: ink.line, width: 2.6 })];
}
