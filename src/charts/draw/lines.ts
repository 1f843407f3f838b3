/** A line (P01), lines by color (P12) and lines in panels (P31): lines and stacked areas, in one plot or in panels. */

import type { Grid, GridPanel, Series } from "../plan/grid.ts";
import { allValues, type Level, levelsOf } from "../plan/reference_lines.ts";
import { labelFormat, type NumberStyle } from "../text/format_number.ts";
import {
  bandLabels,
  bandMarks,
  baseline,
  leftAxis,
  leftOf,
  stepsIn,
  timeAxis,
  timeFoot,
  widest,
} from "./axes.ts";
import { axisName, gridNotes, gridStyle, gridTitle } from "./captions.ts";
import { LabelPlacer, levelMarks } from "./labels.ts";
import { layHead, layPanels, panelName, type Plot } from "./layout.ts";
import {
  type LinePlot,
  panelMarks,
  segmentsOf,
  seriesColor,
  seriesLegend,
  thinnedLine,
} from "./line_marks.ts";
import { type Context, cutNames, say } from "./page.ts";
import { colorOf, ink, textColorOf } from "./palette.ts";
import { areWhole, type Axis, axisFor, bandsOf, extentOf, logNote, type Scale, scaleOf } from "./scales.ts";
import { line, type Point, polyline, svgDocument, text } from "./svg.ts";
import { type TimeTick, timeTicks } from "./time_ticks.ts";

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

/** How the values of panels that share a scale are shown. */
interface ValueScale {
  readonly style: NumberStyle;
  readonly levels: readonly (readonly Level[])[];
  readonly axis: Axis;
}

function valueScale(
  context: Context,
  grid: Grid,
  { panels, steps }: { readonly panels: readonly GridPanel[]; readonly steps: number },
): ValueScale {
  const { spec } = context;
  const style = gridStyle(context, grid);
  const lists = panels.flatMap(({ series }) => series.map(({ values }) => values));
  const levels = panels.map(({ series }) => levelsOf(spec, allValues(series), style));
  const isShare = spec.stack === true && spec.normalize === "share";
  const extent = extentOf([...lists, levels.flat().map(({ value }) => value)]);
  const axis = axisFor(isShare ? [0, 1] : extent, {
    style,
    steps,
    integer: !isShare && areWhole(lists),
    mode: isShare ? "zero" : spec.scale ?? (spec.stack === true ? "zero" : "near"),
  });
  return { style, levels, axis };
}

function zeroNote(context: Context, axis: Axis): string {
  return axis.log || axis.fromZero
    ? logNote(context, axis)
    : say(context, { ja: "縦軸は0から始まりません", en: "The axis does not start at zero" });
}

interface XAxis {
  readonly at: Float64Array;
  readonly x: Scale;
  readonly foot: number;
  readonly draw: (
    plot: Plot,
    look?: { readonly labels?: boolean; readonly between?: number | undefined },
  ) => string[];
}

/** The axis of x between two ends: times and numbers where they lie, other groups beside each other. */
function lineAxis(
  { page, language }: Context,
  { x: keys }: Grid,
  { left, right, size = page.fonts.label }: {
    readonly left: number;
    readonly right: number;
    readonly size?: number;
  },
): XAxis {
  const { at } = keys;
  if (at === null) {
    const bands = bandsOf(keys.labels.length, left, right);
    const { lines, height } = bandLabels(page, { labels: keys.labels, ordered: true }, bands);
    const draw: XAxis["draw"] = (plot) => [
      baseline(plot),
      ...bandMarks(page, lines, bandsOf(keys.labels.length, plot.left, plot.right), plot.bottom),
    ];
    return { at: Float64Array.from(keys.labels.keys()), x: bands.middle, foot: height, draw };
  }
  const [first, last] = [at[0] ?? 0, at.at(-1) ?? 0];
  const domain = first === last ? [first - 1, last + 1] as const : [first, last] as const;
  const place = { width: right - left, measure: (label: string) => page.measure(label, size) };
  const ticks = keys.kind === "number" || keys.grain === "step"
    ? numberTicks(domain, place)
    : timeTicks([first, last], { grain: keys.grain, language, ...place });
  const scale = (plot: Pick<Plot, "left" | "right">) =>
    scaleOf({ domain, log: false }, plot.left, plot.right);
  return {
    at,
    x: scale({ left, right }),
    foot: timeFoot(page, ticks, size),
    draw: (plot, look) => timeAxis(page, { plot, ticks, x: scale(plot), size, ...look }),
  };
}

function numberTicks(
  domain: readonly [number, number],
  { width, measure }: { readonly width: number; readonly measure: (text: string) => number },
): TimeTick[] {
  const steps = Math.max(2, Math.min(10, Math.floor(width / (measure(`${Math.round(domain[1])}0`) * 2))));
  const style = { language: "en", unit: "", ratio: false, plain: true } as const;
  return axisFor(domain, { style, steps, integer: domain.every(Number.isInteger), mode: "close" }).ticks
    .filter(({ value }) => value >= domain[0] && value <= domain[1])
    .map((tick) => ({ ...tick, under: "" }));
}

function drawOne(context: Context, grid: Grid): string {
  const { page, spec } = context;
  const [panel = { name: "", series: [] }] = grid.panels;
  const { series } = panel;
  const steps = stepsIn(page, page.height * 0.7);
  const { style, levels, axis } = valueScale(context, grid, { panels: grid.panels, steps });
  const head = layHead(page, {
    title: gridTitle(context, grid, true),
    notes: [...gridNotes(context, grid), zeroNote(context, axis)],
    yTitle: axisName(context, grid),
  });
  const isSingle = series.length < 2;
  const labels = endLabels(context, panel, { style, axis });
  const left = leftOf(page, axis.ticks);
  const right = page.width - page.margin * 0.6 - widest(page, labels) - page.fonts.label * (isSingle ? 1 : 2);
  const xAxis = lineAxis(context, grid, { left, right });
  const plot = { left, right, top: head.bottom, bottom: page.height - xAxis.foot };
  const placer = new LabelPlacer(page);
  placer.take({ x: left, y: plot.bottom, width: right - left, height: page.margin });
  const y = scaleOf(axis, plot.bottom, plot.top);
  const lines = { panel, plot, axis, x: xAxis.x, at: xAxis.at, y, placer, unit: grid.x.unit };
  const marks = [
    ...leftAxis(page, { plot, axis, y }),
    ...xAxis.draw(plot),
    ...panelMarks(context, lines),
    ...levelMarks(page, levels.flat(), { plot, scale: y, placer }),
    ...(isSingle && spec.stack !== true ? extremeLabels(context, lines, style) : []),
    ...endMarks(context, lines, labels),
  ];
  return svgDocument(page.width, page.height, [...head.marks, ...marks]);
}

/** Panels of groups share a scale, those of measures have their own. */
function drawPanels(context: Context, grid: Grid): string {
  const { page, spec } = context;
  const isOwn = grid.facet === null;
  const scales = isOwn
    ? grid.panels.map((panel, at) =>
      valueScale(context, { ...grid, measures: grid.measures.slice(at, at + 1) }, {
        panels: [panel],
        steps: 4,
      })
    )
    : [valueScale(context, grid, { panels: grid.panels, steps: 4 })];
  const [shared] = scales;
  const note = isOwn
    ? say(context, { ja: "目盛は列ごと", en: "Each on its own scale" })
    : shared === undefined
    ? ""
    : zeroNote(context, shared.axis);
  const head = layHead(page, {
    title: gridTitle(context, grid, true),
    notes: [...gridNotes(context, grid), note],
    legend: seriesLegend(grid.panels[0]?.series ?? []),
    ...(isOwn ? {} : { yTitle: axisName(context, grid) }),
  });
  const left = Math.max(...scales.map(({ axis }) => leftOf(page, axis.ticks)));
  const own = isOwn
    ? { gap: left - page.margin + page.fonts.label, ...(grid.panels.length <= 3 ? { columns: 1 } : {}) }
    : {};
  const lay = (foot: number) => layPanels(page, { count: grid.panels.length, head, left, foot, ...own });
  const [sketch = { left: 0, right: 0 }] = lay(0).plots;
  const xAxis = lineAxis(context, grid, { left: sketch.left, right: sketch.right, size: page.fonts.small });
  const panels = lay(xAxis.foot);
  const marks = grid.panels.flatMap((panel, index) => {
    const [plot, scale] = [panels.plots[index], isOwn ? scales[index] : shared];
    if (plot === undefined || scale === undefined) return [];
    const { axis, levels, style } = scale;
    const x = (value: number) => xAxis.x(value) + plot.left - sketch.left;
    const y = scaleOf(axis, plot.bottom, plot.top);
    const color = panel.series.length === 1 ? colorOf(index) : undefined;
    const placer = new LabelPlacer(page);
    const lines = { panel, plot, axis, at: xAxis.at, x, y, color, placer, unit: grid.x.unit, small: true };
    return [
      ...leftAxis(page, { plot, axis, y, labels: isOwn || panels.isLeft(index) }),
      ...xAxis.draw(plot, { labels: panels.isLowest(index), between: panels.gap }),
      ...(isOwn || spec.stack === true ? [] : greyLines(lines, grid.panels)),
      ...panelMarks(context, lines),
      ...levelMarks(page, levels[isOwn ? 0 : index] ?? [], { plot, scale: y, placer }),
      ...nameWithLast(context, lines, style),
    ];
  });
  return svgDocument(page.width, page.height, [...head.marks, ...marks]);
}

/** Points of all panels up to which each shows the others as well. */
const mostBehind = 1_200;

/** The other panels' lines behind this one's. */
function greyLines({ panel, at, x, y }: LinePlot, panels: readonly GridPanel[]): string[] {
  // Behind many small panels they would be a grey carpet.
  if (at.length * panels.length > mostBehind) return [];
  const others = panels.filter((other) => other !== panel && other.series.length < 2);
  return others.flatMap(({ series }) => series.flatMap(({ values }) => segmentsOf(at, values))).map((
    segment,
  ) =>
    polyline(thinnedLine(segment.map(([px, value]): Point => [x(px), y(value)]), 300), {
      color: "#d5d9de",
      width: 1.2,
    })
  );
}

function lastValue({ values }: Series): number {
  return values.findLast((value) => !Number.isNaN(value)) ?? NaN;
}

/** The name above a panel, with the last value if there is space. */
function nameWithLast(
  context: Context,
  { panel, plot, color = ink.title }: LinePlot,
  style: NumberStyle,
): string[] {
  const { page, spec } = context;
  const { name, series: [first, ...others] } = panel;
  const { label: size, small } = page.fonts;
  const last = first === undefined || others.length > 0 || spec.stack === true ? NaN : lastValue(first);
  const written = Number.isNaN(last) ? "" : labelFormat(style, last)(last);
  const note = written === "" ? "" : say(context, { ja: `最終 ${written}`, en: `Last: ${written}` });
  const isFree = page.measure(name, size) + page.measure(note, small) + size < plot.right - plot.left;
  return panelName(page, plot, { name, note: isFree ? note : "", color: textColorOf(color) });
}

/** What stands at the right end of each line: its name, or its last value if there is one line only. */
function endLabels(
  { page, spec }: Context,
  { series }: GridPanel,
  { style, axis }: Pick<ValueScale, "style" | "axis">,
): string[] {
  const size = page.fonts.label;
  if (series.length > 1) {
    return cutNames(page, series.map(({ name }) => name), { size, width: page.width * 0.24 });
  }
  const format = labelFormat(style, Math.max(...axis.domain.map(Math.abs)));
  return series.map(lastValue).map((last) => spec.stack === true || Number.isNaN(last) ? "" : format(last));
}

/** Names at the ends of lines, moved apart; one that had to move is joined to its line by a stroke. */
function endMarks({ page, spec }: Context, lines: LinePlot, labels: readonly string[]): string[] {
  const size = page.fonts.label;
  const { panel: { series }, plot, at, x, y } = lines;
  const ends = series.map((one, index) => {
    const last = one.values.findLastIndex((value) => !Number.isNaN(value));
    const value = one.values[last] ?? 0;
    const below = spec.stack === true ? series[index - 1]?.values[last] ?? 0 : value;
    return { x: x(at[last] ?? 0), y: y((value + below) / 2), color: seriesColor(one, index), last };
  });
  const bounds = { gap: size * 1.2, low: plot.top, high: plot.bottom - size * 0.4 };
  const places = spreadLabels(ends.map((end) => end.y), bounds);
  const isSeveral = series.length > 1;
  return ends.flatMap((end, index) => {
    if (end.last < 0) return [];
    const place = places[index] ?? end.y;
    const isMoved = Math.abs(place - end.y) > size * 0.3 || end.x < plot.right - size;
    const stroke = { color: end.color, width: 1.5 };
    const look = { size, color: textColorOf(end.color), halo: true };
    const left = isSeveral ? plot.right + size * 1.4 : end.x + size * 0.6;
    return [
      isMoved && isSeveral && at.length > 1
        ? line([end.x + size * 0.35, end.y], [plot.right + size * 1.1, place], stroke)
        : "",
      text(labels[index] ?? "", [left, place], look),
    ];
  });
}

/** The highest and the lowest value of a single line. */
function extremeLabels(
  { page }: Context,
  { panel, at, x, y, placer }: LinePlot,
  style: NumberStyle,
): string[] {
  const [series] = panel.series;
  if (series === undefined || series.values.length < 3) return [];
  const [least, most] = extentOf([series.values]);
  const format = labelFormat(style, Math.max(Math.abs(least), Math.abs(most)));
  const size = page.fonts.small;
  const lastPlace = series.values.findLastIndex((value) => !Number.isNaN(value));
  return [most, least].flatMap((value, side) => {
    const place = series.values.indexOf(value);
    if (place === lastPlace || least === most) return [];
    const [px, py] = [x(at[place] ?? 0), y(value)];
    const away = side === 0 ? -size : size;
    const baseline = side === 0 ? "bottom" as const : "top" as const;
    const candidates = (["center", "left", "right"] as const).flatMap((align) =>
      [0.6, 1.1].map((far) => ({ at: [px, py + away * far] as const, align, baseline }))
    );
    const look = { size, color: textColorOf(ink.main), halo: true, optional: true };
    return [placer.place(format(value), candidates, look)];
  });
}

/** Moves labels that would overlap apart: each as close to its preferred position as the gap between labels allows. */
function spreadLabels(
  preferred: readonly number[],
  bounds: { readonly gap: number; readonly low: number; readonly high: number },
): number[] {
  const order = preferred.map((_, index) => index).toSorted((a, b) =>
    (preferred[a] ?? 0) - (preferred[b] ?? 0)
  );
  const placed = order.map((index) => preferred[index] ?? 0);
  for (let round = 0; round < 100; round++) {
    let moved = false;
    for (let at = 1; at < placed.length; at++) {
      const lack = bounds.gap - ((placed[at] ?? 0) - (placed[at - 1] ?? 0));
      if (lack <= 0.01) continue;
      placed[at - 1] = (placed[at - 1] ?? 0) - lack / 2;
      placed[at] = (placed[at] ?? 0) + lack / 2;
      moved = true;
    }
    if (!moved) break;
  }
  // Only those move into the bounds that are beyond them or in the way of these.
  for (let at = placed.length - 1, most = bounds.high; at >= 0; at--) {
    placed[at] = Math.min(placed[at] ?? 0, most);
    most = (placed[at] ?? 0) - bounds.gap;
  }
  for (let at = 0, least = bounds.low; at < placed.length; at++) {
    placed[at] = Math.max(placed[at] ?? 0, least);
    least = (placed[at] ?? 0) + bounds.gap;
  }
  const result: number[] = [];
  order.forEach((index, at) => result[index] = placed[at] ?? 0);
  return result;
}
