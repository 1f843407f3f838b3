/** Histograms: one (P03), in panels (P13), or laid over each other (P23). */

import { type Context, say } from "./context.ts";
import type { Bins } from "../plan/bins.ts";
import type { Histogram } from "../plan/distribution.ts";
import { levelsOf } from "../plan/reference_lines.ts";
import {
  exactNumber,
  labelFormat,
  type NumberStyle,
  shareStyle,
  styleOf,
  titleWithUnit,
} from "../text/format_number.ts";
import { cutNotes } from "./subtitle.ts";
import { byText, headline } from "./titles.ts";
import { bottomAxis, bottomTitle, footHeight, leftAxis, leftOf, type Plot, stepsIn } from "./axes.ts";
import { type Heading, layHead } from "./head.ts";
import { LabelPlacer } from "./label_placer.ts";
import { levelMarks } from "./levels.ts";
import { colorOf, ink } from "./palette.ts";
import { layPanels, panelName } from "./panel_grid.ts";
import { type Axis, axisFor, extentOf, type Scale, scaleOf, type Tick } from "./scales.ts";
import { area, circle, type Point, polyline, rect, svgDocument } from "./svg.ts";

export function drawHistogram(context: Context, data: Histogram): string {
  const { page } = context;
  const frame = frameOf(context, data);
  const bars = data.heights.length === 1
    ? binBars(data.bins, data.heights[0] ?? new Float64Array(), { ...frame, color: ink.main })
    : overlaid(data, frame);
  const placer = new LabelPlacer(page);
  barBoxes(data, frame).forEach((box) => placer.take(box));
  const lines = levelMarks(page, levelsOf(context.spec, data.all, styleOf(data.column, context.language)), {
    plot: frame.plot,
    scale: frame.x,
    placer,
    vertical: true,
  });
  return svgDocument(page.width, page.height, [...frame.marks, ...bars, ...lines]);
}

interface Frame {
  readonly plot: Plot;
  readonly x: Scale;
  readonly y: Scale;
}

function frameOf(context: Context, data: Histogram): Frame & { readonly marks: readonly string[] } {
  const { page } = context;
  const axis = heightAxis(context, data, stepsIn(page, page.height * 0.7));
  const legend = data.samples.length > 1
    ? data.samples.map(({ name, values }, at) => ({
      label: `${name} (n=${values.length.toLocaleString("en")})`,
      color: colorOf(at),
    }))
    : [];
  const head = layHead(page, { ...heading(context, data), legend });
  const room = (context.spec.lines ?? []).length > 0 ? page.fonts.small * 0.8 : 0;
  const plot: Plot = {
    left: leftOf(page, axis.ticks),
    right: page.width - page.margin * 1.2,
    top: head.bottom + room,
    bottom: page.height - footHeight(page, true),
  };
  const [x, y] = [binScale(context, data.bins, plot), scaleOf(axis, plot.bottom, plot.top)];
  const marks = [
    ...head.marks,
    ...leftAxis(page, { plot, axis, y }),
    ...bottomAxis(page, { plot, axis: { ticks: binTicks(context, data) }, x, grid: false }),
    bottomTitle(page, plot, valueName(context, data)),
  ];
  return { plot, x, y, marks };
}

function valueName({ language }: Context, { name, column }: Histogram): string {
  return titleWithUnit(name, styleOf(column, language));
}

function heading(context: Context, data: Histogram): Heading {
  const { spec, language } = context;
  const by = data.keys?.name;
  const step = exactNumber(styleOf(data.column, language), data.bins.step);
  return {
    title: spec.title ??
      say(context, {
        ja: `${by === undefined ? "" : `${byText(by)}の`}${data.name}の分布`,
        en: headline(`Distribution of ${data.name}${by === undefined ? "" : ` by ${by}`}`),
      }),
    notes: [
      `n = ${data.all.length.toLocaleString("en")}`,
      data.bins.discrete ? "" : say(context, { ja: `階級の幅 ${step}`, en: `Bins of ${step}` }),
      openNote(context, data),
      ...context.notes,
      ...cutNotes(context, data),
    ],
    yTitle: data.asShares
      ? data.samples.length > 1
        ? say(context, { ja: "各グループに占める割合", en: "Share of each group" })
        : say(context, { ja: "割合", en: "Share" })
      : say(context, { ja: "件数", en: "Number of rows" }),
  };
}

/** What the outermost bins hold beyond their width; empty if nothing. */
function openNote(context: Context, { bins: { edges, open }, column }: Histogram): string {
  const write = labelFormat(styleOf(column, context.language), Math.max(...edges.map(Math.abs)));
  const [from, to] = [write(edges.at(-2) ?? 0), write(edges[1] ?? 0)];
  return [
    ...(open.below ? [say(context, { ja: `左端は${to}未満すべて`, en: `First bin: all below ${to}` })] : []),
    ...(open.above
      ? [say(context, { ja: `右端は${from}以上すべて`, en: `Last bin: all from ${from}` })]
      : []),
  ].join(" · ");
}

function heightAxis(context: Context, { heights, asShares }: Histogram, steps: number): Axis {
  const style: NumberStyle = asShares ? shareStyle(context.language) : styleOf(null, context.language);
  const extent = extentOf(heights.map((list) => [...list]));
  const mode = context.spec.scale === "log" ? "log" : "zero";
  return axisFor(mode === "log" ? [1, extent[1]] : [0, extent[1]], {
    style,
    steps,
    integer: !asShares,
    mode,
  });
}

/** Wide enough for all bins, and for the levels of targets beyond them. */
function binScale({ spec }: Context, { edges }: Bins, plot: Plot): Scale {
  const levels = (spec.lines ?? []).flatMap(({ value }) => value === undefined ? [] : [value]);
  const domain = extentOf([[edges[0] ?? 0, edges.at(-1) ?? 1, ...levels]]);
  return scaleOf({ domain, log: false }, plot.left, plot.right);
}

/** At the edges of bins, or in the middle of those of whole numbers; open ends are written as such. */
function binTicks({ language }: Context, { bins, column }: Histogram): Tick[] {
  const { edges, discrete, open } = bins;
  const style = styleOf(column, language);
  const format = labelFormat(style, Math.max(...edges.map(Math.abs)));
  const exact = (value: number) =>
    Math.abs(value) < 10_000 ? exactNumber({ ...style, unit: "" }, value) : format(value);
  const write = style.ratio || style.unit === "" || style.unit === "%" ? exact : format;
  if (discrete) return edges.slice(0, -1).map((edge) => ({ value: edge + 0.5, label: write(edge + 0.5) }));
  const last = edges.length - 1;
  return edges.flatMap((value, at): Tick[] => {
    if ((at === 0 && open.below) || (at === last && open.above)) return [];
    if (at === 1 && open.below) return [{ value, label: `<${write(value)}` }];
    return [{ value, label: at === last - 1 && open.above ? `${write(value)}+` : write(value) }];
  });
}

function binBars(
  { edges }: Bins,
  heights: Float64Array,
  { x, y, plot, color }: Frame & { readonly color: string },
): string[] {
  return Array.from(heights, (height, at) => {
    if (height === 0) return "";
    const [from, to, top] = [x(edges[at] ?? 0), x(edges[at + 1] ?? 0), y(height)];
    return rect({ x: from + 0.5, y: top, width: to - from - 1, height: plot.bottom - top }, color);
  });
}

function barBoxes({ bins: { edges }, heights }: Histogram, { x, y, plot }: Frame) {
  return heights.flatMap((list) =>
    Array.from(list, (height, at) => ({
      x: x(edges[at] ?? 0),
      y: y(height),
      width: x(edges[at + 1] ?? 0) - x(edges[at] ?? 0),
      height: plot.bottom - y(height),
    }))
  );
}

/** Filled steps of up to three groups; of more, lines through the middles of the bins. */
function overlaid({ bins: { edges }, heights }: Histogram, { x, y }: Frame): string[] {
  const opacity = [1, 0.28, 0.2][heights.length - 1];
  const middle = (at: number) => (x(edges[at] ?? 0) + x(edges[at + 1] ?? 0)) / 2;
  if (opacity === undefined) {
    return heights.flatMap((list, index) => {
      const points = Array.from(list, (height, at): Point => [middle(at), y(height)]);
      const color = colorOf(index);
      const dots = points.filter((_, at) => (list[at] ?? 0) > 0).map((point) => circle(point, 3, color));
      return [polyline(points, { color, width: 3 }), ...dots];
    });
  }
  const outlines = heights.map((list) =>
    outlinesOf(list).map((run) => run.map(([edge, height]): Point => [x(edges[edge] ?? 0), y(height)]))
  );
  return [
    ...outlines.flatMap((runs, at) => runs.map((points) => area(points, colorOf(at), opacity))),
    ...outlines.flatMap((runs, at) =>
      runs.map((points) => polyline(points, { color: colorOf(at), width: 2.4 }))
    ),
  ];
}

/** Steps from floor to floor around bins that hold something, as edges and heights. */
function outlinesOf(heights: Float64Array): Point[][] {
  const runs: Point[][] = [];
  heights.forEach((height, at) => {
    if (height === 0) return;
    if ((heights[at - 1] ?? 0) === 0) runs.push([[at, 0]]);
    runs.at(-1)?.push([at, height], [at + 1, height]);
    if ((heights[at + 1] ?? 0) === 0) runs.at(-1)?.push([at + 1, 0]);
  });
  return runs;
}

/** Histograms in panels (P13): a panel for each group, all on the same scales. */
export function drawPanelHistograms(context: Context, data: Histogram): string {
  const { page } = context;
  const axis = heightAxis(context, data, 4);
  const head = layHead(page, heading(context, data));
  const panels = layPanels(page, {
    count: data.samples.length,
    top: head.bottom - page.fonts.label * 0.6,
    left: leftOf(page, axis.ticks),
    foot: footHeight(page, true),
  });
  const ticks = binTicks(context, data);
  const marks = panels.plots.flatMap((plot, index) => {
    const sample = data.samples[index];
    const heights = data.heights[index];
    if (sample === undefined || heights === undefined) return [];
    const [x, y] = [binScale(context, data.bins, plot), scaleOf(axis, plot.bottom, plot.top)];
    const levels = levelsOf(context.spec, sample.values, styleOf(data.column, context.language));
    const count = `n = ${sample.values.length.toLocaleString("en")}`;
    const width = plot.right - plot.left - page.measure(count, page.fonts.small) - page.fonts.label;
    return [
      ...leftAxis(page, { plot, axis, y, labels: panels.isLeft(index) }),
      ...bottomAxis(page, {
        plot,
        axis: { ticks },
        x,
        grid: false,
        labels: panels.isLowest(index),
        between: panels.gap,
      }),
      ...binBars(data.bins, heights, { plot, x, y, color: ink.main }),
      ...levelMarks(page, levels, { plot, scale: x, vertical: true }),
      ...panelName(page, plot, { name: sample.name, note: count, width }),
    ];
  });
  const [first] = panels.plots;
  const whole = { left: first?.left ?? 0, right: page.width - page.margin, top: 0, bottom: 0 };
  return svgDocument(page.width, page.height, [
    ...head.marks,
    ...marks,
    bottomTitle(page, whole, valueName(context, data)),
  ]);
}
