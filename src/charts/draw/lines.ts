/** A line (P01), lines by color (P12) and lines in panels (P31): lines and stacked areas, in one plot or in panels. */

import type { Context } from "./context.ts";
import type { Grid, GridPanel, Series } from "../plan/grid.ts";
import { levelsOf } from "../plan/reference_lines.ts";
import { cutNames } from "./cut_names.ts";
import { labelFormat, type NumberStyle } from "../text/format_number.ts";
import { gridNotes } from "./subtitle.ts";
import { axisName, gridStyle, gridTitle } from "./titles.ts";
import { leftAxis, leftOf, type Plot, stepsIn, widest } from "./axes.ts";
import { layHead } from "./head.ts";
import { LabelPlacer } from "./label_placer.ts";
import { levelMarks } from "./levels.ts";
import { lineAxis, valueAxis, zeroNote } from "./line_axes.ts";
import { type LinePlot, panelMarks, seriesColor } from "./line_marks.ts";
import { drawPanels } from "./line_panels.ts";
import type { Page } from "./page.ts";
import { ink, textColorOf } from "./palette.ts";
import { type Axis, extentOf, scaleOf } from "./scales.ts";
import { line, svgDocument, text } from "./svg.ts";

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

function drawOne(context: Context, grid: Grid): string {
  const { page, spec } = context;
  const [panel] = grid.panels;
  if (panel === undefined) throw new RangeError("there is no panel");
  const style = gridStyle(context, grid);
  const all = Float64Array.from(panel.series.flatMap(({ values }) => [...values]));
  const levels = levelsOf(spec, all, style);
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
  return svgDocument(page.width, page.height, [...head.marks, ...marks]);
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
