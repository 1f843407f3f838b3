/** P01, P12 and P31: lines and stacked areas, in one plot or in panels. */

import { type Context, say } from "../context.ts";
import type { Grid, GridPanel, Series } from "../plan/grid.ts";
import { type Course, coursesOf, type Level, levelsOf } from "../plan/reference_lines.ts";
import { cutNames } from "../text/cut_names.ts";
import { labelFormat, type NumberStyle } from "../text/format_number.ts";
import { axisName, gridNotes, gridStyle, gridTitle } from "../text/titles.ts";
import {
  bandAxis,
  bandLabels,
  leftAxis,
  leftOf,
  type Plot,
  stepsIn,
  timeAxis,
  timeFoot,
  widest,
} from "./axes.ts";
import { layHead } from "./head.ts";
import { LabelPlacer } from "./label_placer.ts";
import { levelMarks } from "./levels.ts";
import { runsOf, thinnedLine } from "./line_runs.ts";
import { cutText, type Page } from "./page.ts";
import { colorOf, faintOf, ink, textColorOf } from "./palette.ts";
import { layPanels } from "./panel_grid.ts";
import { areWhole, type Axis, axisFor, bandsOf, extentOf, type Scale, scaleOf, type Tick } from "./scales.ts";
import { spreadLabels } from "./spread_labels.ts";
import { area, circle, line, picture, type Point, polyline, text } from "./svg.ts";
import { type TimeTick, timeTicks } from "./time_ticks.ts";

/** With more points there are no dots, and with many more a line fades behind its moving average. */
const fewPoints = 40;
const densePoints = 120;
const mostPoints = 1600;

export function drawLines(context: Context, grid: Grid): string {
  const { spec } = context;
  const shown = spec.stack === true ? { ...grid, panels: grid.panels.map(stacked) } : grid;
  return grid.panels.length > 1 ? drawPanels(context, shown) : drawOne(context, shown);
}

/** Each series on top of those before it. */
function stacked(panel: GridPanel): GridPanel {
  let below = new Float64Array(panel.series[0]?.values.length ?? 0);
  const series = panel.series.map((one) => {
    below = below.map((sum, at) => sum + (Number.isNaN(one.values[at] ?? NaN) ? 0 : one.values[at] ?? 0));
    return { ...one, values: below };
  });
  return { ...panel, series };
}

export function seriesColor({ rest }: Series, index: number): string {
  return rest ? ink.other : colorOf(index);
}

/** All that is needed to draw the lines of one panel. */
interface LinePlot {
  readonly plot: Plot;
  readonly axis: Axis;
  readonly x: Scale;
  readonly y: Scale;
  readonly at: Float64Array;
}

function valueAxis(context: Context, { panels, levels, steps, style }: {
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

function drawOne(context: Context, grid: Grid): string {
  const { page, spec, language } = context;
  const [panel] = grid.panels;
  if (panel === undefined) throw new RangeError("there is no panel");
  const style = gridStyle(context, grid);
  const all = Float64Array.from(panel.series.flatMap(({ values }) => [...values]));
  const levels = levelsOf(spec.lines ?? [], all, { style, language });
  const axis = valueAxis(context, {
    panels: [panel],
    levels,
    style,
    steps: stepsIn(page, page.height * 0.7),
  });
  const head = layHead(page, {
    title: spec.title ?? gridTitle(context, grid, { overTime: true }),
    notes: [...gridNotes(context, grid), zeroNote(context, axis)],
    yTitle: axisName(context, grid),
  });
  const multiple = panel.series.length > 1;
  const labels = endLabels(context, panel, { style, axis });
  const left = leftOf(page, axis.ticks);
  const right = page.width - page.margin * 0.6 - widest(page, labels) - page.fonts.label * (multiple ? 2 : 1);
  const xAxis = lineAxis(context, grid, { left, right });
  const plot: Plot = { left, right, top: head.bottom, bottom: page.height - xAxis.foot };
  const lines = { plot, axis, x: xAxis.x, at: xAxis.at, y: scaleOf(axis, plot.bottom, plot.top) };
  const placer = new LabelPlacer(page);
  placer.take({ x: plot.left, y: plot.bottom, width: plot.right - plot.left, height: page.margin });
  const marks = [
    ...leftAxis(page, { plot, axis, y: lines.y }),
    ...xAxis.draw(plot),
    ...panelMarks(context, { lines, panel, placer, grid }),
    ...levelMarks(page, levels, { plot, scale: lines.y, placer }),
    ...(multiple || spec.stack === true
      ? []
      : extremeLabels(page, { lines, series: panel.series, placer, style })),
    ...endMarks(context, { lines, panel, labels }),
  ];
  return picture(page.width, page.height, [...head.marks, ...marks]);
}

export function zeroNote(context: Context, axis: Axis): string {
  if (axis.log) return say(context, { ja: "対数目盛", en: "Logarithmic scale" });
  return axis.fromZero
    ? ""
    : say(context, { ja: "縦軸は0から始まりません", en: "The axis does not start at zero" });
}

interface XAxis {
  readonly at: Float64Array;
  readonly x: Scale;
  readonly foot: number;
  readonly draw: (plot: Plot, look?: { readonly labels?: boolean; readonly between?: number }) => string[];
}

/** The axis of x between two ends: times and numbers where they lie, other groups beside each other. */
function lineAxis(
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
function panelMarks(context: Context, input: PanelMarks): string[] {
  const { page, spec, language } = context;
  const { lines, panel, placer, grid, colors, small = false } = input;
  const wished = spec.lines ?? [];
  const isBehind = lines.at.length > densePoints && wished.some(({ kind }) => kind === "moving_average");
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
    const courses = coursesOf(wished, { at: lines.at, values: series.values, unit: grid.x.unit }, language);
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
  const runs = runsOf(at, values).map((run) => run.map(([px, value]): Point => [x(px), y(value)]));
  const count = runs.reduce((sum, run) => sum + run.length, 0);
  const width = faint ? 1.4 : small ? 2.6 : 3.2;
  const radius = small ? 3 : 4.5;
  return runs.flatMap((run) => {
    const points = thinnedLine(run, mostPoints);
    placer.takeLine(points.length > 300 ? thinnedLine(points, 300) : points);
    const isAlone = run.length === 1;
    const dots = count <= (small ? fewPoints * 0.4 : fewPoints) || isAlone
      ? run.map((point) => circle(point, radius, color))
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

/** What stands at the right end of each line: its name, or its last value if there is one line only. */
function endLabels(
  { page, spec }: Context,
  { series }: GridPanel,
  { style, axis }: { readonly style: NumberStyle; readonly axis: Axis },
): string[] {
  const size = page.fonts.label;
  if (series.length > 1) {
    return cutNames(page, series.map(({ name }) => name), { size, width: page.width * 0.24 });
  }
  if (spec.stack === true) return [""];
  const format = labelFormat(style, Math.max(...axis.domain.map(Math.abs)));
  return series.map(({ values }) => {
    const last = values.findLast((value) => !Number.isNaN(value)) ?? NaN;
    return Number.isNaN(last) ? "" : format(last);
  });
}

/** Names at the ends of lines, moved apart; one that had to move is joined to its line by a stroke. */
function endMarks(
  { page, spec }: Context,
  { lines, panel, labels }: {
    readonly lines: LinePlot;
    readonly panel: GridPanel;
    readonly labels: readonly string[];
  },
): string[] {
  const size = page.fonts.label;
  const { plot, at, x, y } = lines;
  const ends = panel.series.map((series, index) => {
    const last = series.values.findLastIndex((value) => !Number.isNaN(value));
    const value = series.values[last] ?? 0;
    const below = spec.stack === true ? panel.series[index - 1]?.values[last] ?? 0 : value;
    return { x: x(at[last] ?? 0), y: y((value + below) / 2), color: seriesColor(series, index), last };
  });
  const places = spreadLabels(ends.map((end) => end.y), {
    gap: size * 1.2,
    low: plot.top,
    high: plot.bottom - size * 0.4,
  });
  const single = at.length === 1;
  return ends.flatMap((end, index) => {
    if (end.last < 0) return [];
    const place = places[index] ?? end.y;
    const isMoved = Math.abs(place - end.y) > size * 0.3 || end.x < plot.right - size;
    const stroke = isMoved && panel.series.length > 1 && !single
      ? line([end.x + size * 0.35, end.y], [plot.right + size * 1.1, place], { color: end.color, width: 1.5 })
      : "";
    const away = panel.series.length > 1 ? 1.4 : 0.6;
    return [
      stroke,
      text({
        x: (panel.series.length > 1 ? plot.right : end.x) + size * away,
        y: place,
        text: labels[index] ?? "",
        size,
        color: textColorOf(end.color),
        halo: true,
      }),
    ];
  });
}

/** The highest and the lowest value of a single line. */
function extremeLabels(
  page: Page,
  { lines: { at, x, y }, series: [series], placer, style }: {
    readonly lines: LinePlot;
    readonly series: readonly Series[];
    readonly placer: LabelPlacer;
    readonly style: NumberStyle;
  },
): string[] {
  if (series === undefined || series.values.length < 3) return [];
  const [least, most] = extentOf([series.values]);
  const format = labelFormat(style, Math.max(Math.abs(least), Math.abs(most)));
  const size = page.fonts.small;
  const lastPlace = series.values.findLastIndex((value) => !Number.isNaN(value));
  return [most, least].flatMap((value, side) => {
    const place = series.values.indexOf(value);
    if (place === lastPlace || least === most) return [];
    const [px, py] = [x(at[place] ?? 0), y(value)];
    const away = side === 0 ? -1 : 1;
    const baseline = side === 0 ? "bottom" as const : "top" as const;
    const candidates = (["center", "left", "right"] as const).flatMap((align) =>
      [0.6, 1.1].map((far) => ({ x: px, y: py + away * size * far, align, baseline }))
    );
    return [
      placer.place({ text: format(value), size, color: textColorOf(ink.main), halo: true }, candidates, {
        optional: true,
      }),
    ];
  });
}

function drawPanels(context: Context, grid: Grid): string {
  const { page, spec, language } = context;
  const style = gridStyle(context, grid);
  const isOwn = grid.facet === null;
  const ownStyle = (index: number): NumberStyle =>
    isOwn ? gridStyle(context, { ...grid, measures: grid.measures.slice(index, index + 1) }) : style;
  const levels = grid.panels.map(({ series }, index) =>
    levelsOf(spec.lines ?? [], Float64Array.from(series.flatMap(({ values }) => [...values])), {
      style: ownStyle(index),
      language,
    })
  );
  const axisOf = (panels: readonly GridPanel[], own: readonly Level[], style: NumberStyle) =>
    valueAxis(context, { panels, levels: own, style, steps: 4 });
  const shared = axisOf(grid.panels, levels.flat(), style);
  const axes = grid.panels.map((panel, index) =>
    isOwn ? axisOf([panel], levels[index] ?? [], ownStyle(index)) : shared
  );
  const names = grid.panels[0]?.series ?? [];
  const head = layHead(page, {
    title: spec.title ?? gridTitle(context, grid, { overTime: true }),
    notes: [
      ...gridNotes(context, grid),
      isOwn ? say(context, { ja: "目盛は列ごと", en: "Each on its own scale" }) : zeroNote(context, shared),
    ],
    legend: names.length > 1
      ? names.map((one, at) => ({ label: one.name, color: seriesColor(one, at) }))
      : [],
    ...(isOwn ? {} : { yTitle: axisName(context, grid) }),
  });
  const left = Math.max(...axes.map((axis) => leftOf(page, axis.ticks)));
  const gap = isOwn ? left - page.margin + page.fonts.label : undefined;
  const lay = (foot: number) =>
    layPanels(page, {
      count: grid.panels.length,
      top: head.bottom - page.fonts.label * 0.6,
      left,
      foot,
      ...(gap === undefined ? {} : { gap }),
      ...(isOwn && grid.panels.length <= 3 ? { columns: 1 } : {}),
    });
  const [sketch] = lay(0).plots;
  const xAxis = lineAxis(context, grid, { left: sketch?.left ?? 0, right: sketch?.right ?? 0, small: true });
  const panels = lay(xAxis.foot);
  const marks = panels.plots.flatMap((plot, index) => {
    const panel = grid.panels[index];
    const axis = axes[index] ?? shared;
    if (panel === undefined) return [];
    const single = panel.series.length === 1;
    const color = colorOf(index);
    const offset = plot.left - (sketch?.left ?? 0);
    const lines = {
      plot,
      axis,
      at: xAxis.at,
      x: (value: number) => xAxis.x(value) + offset,
      y: scaleOf(axis, plot.bottom, plot.top),
    };
    const placer = new LabelPlacer(page);
    return [
      ...leftAxis(page, { plot, axis, y: lines.y, labels: isOwn || panels.isLeft(index) }),
      ...xAxis.draw(plot, { labels: panels.isLowest(index), between: panels.gap }),
      ...(isOwn || spec.stack === true ? [] : greyLines(lines, grid.panels, index)),
      ...panelMarks(context, {
        lines,
        panel,
        placer,
        grid,
        small: true,
        ...(single ? { colors: [color] } : {}),
      }),
      ...levelMarks(page, levels[index] ?? [], { plot, scale: lines.y, placer }),
      ...panelName(context, { plot, panel, color: single ? color : ink.title, style: ownStyle(index) }),
    ];
  });
  return picture(page.width, page.height, [...head.marks, ...marks]);
}

/** The other panels' lines behind this one's. */
function greyLines({ at, x, y }: LinePlot, panels: readonly GridPanel[], own: number): string[] {
  return panels.flatMap(({ series }, index) =>
    index === own || series.length > 1
      ? []
      : series.flatMap(({ values }) =>
        runsOf(at, values).map((run) =>
          polyline(thinnedLine(run.map(([px, value]): Point => [x(px), y(value)]), 300), {
            color: "#d5d9de",
            width: 1.2,
          })
        )
      )
  );
}

/** The name above a panel, with the last value if there is room. */
function panelName(
  context: Context,
  { plot, panel, color, style }: {
    readonly plot: Plot;
    readonly panel: GridPanel;
    readonly color: string;
    readonly style: NumberStyle;
  },
): string[] {
  const { page, spec } = context;
  const size = page.fonts.label;
  const width = plot.right - plot.left;
  const values = panel.series.length === 1 && spec.stack !== true ? panel.series[0]?.values : undefined;
  const last = values?.findLast((value) => !Number.isNaN(value)) ?? NaN;
  const value = Number.isNaN(last) ? "" : say(context, {
    ja: `最終 ${labelFormat(style, last)(last)}`,
    en: `Last: ${labelFormat(style, last)(last)}`,
  });
  const isFree = page.measure(panel.name, size) + page.measure(value, page.fonts.small) + size < width;
  const place = { y: plot.top - size * 0.4, baseline: "bottom" } as const;
  return [
    text({
      ...place,
      x: plot.left,
      text: cutText(page, panel.name, { size, width }),
      size,
      color: textColorOf(color),
    }),
    isFree
      ? text({
        ...place,
        x: plot.right,
        text: value,
        size: page.fonts.small,
        color: ink.soft,
        align: "right",
      })
      : "",
  ];
}
