/** Histograms: one (P03), in panels (P13), or laid over each other (P23). */

import type { Bins } from "../plan/bins.ts";
import type { Histogram } from "../plan/distribution.ts";
import { levelsOf } from "../plan/reference_lines.ts";
import { exactNumber, labelFormat, shareStyle, styleOf, titleWithUnit } from "../text/format_number.ts";
import { bottomAxis, bottomTitle, footHeight, leftAxis, leftOf, stepsIn } from "./axes.ts";
import { byText, cutNotes, headline } from "./captions.ts";
import { LabelPlacer, levelMarks } from "./labels.ts";
import { type Heading, layHead, layOne, layPanels, panelName, type Plot } from "./layout.ts";
import { type Context, say } from "./page.ts";
import { colorOf, ink } from "./palette.ts";
import { type Axis, axisFor, extentOf, type Scale, scaleOf, type Tick } from "./scales.ts";
import { area, type Box, circle, type Point, polyline, rect, svgDocument } from "./svg.ts";

interface Frame {
  readonly plot: Plot;
  readonly x: Scale;
  readonly y: Scale;
}

/** All groups in one plot, or each in a panel of its own (P13), on the same scales. */
export function drawHistogram(context: Context, data: Histogram): string {
  const { page, spec } = context;
  const { samples, bins } = data;
  const isPanels = spec.pattern === "P13";
  const axis = heightAxis(context, data, isPanels ? 4 : stepsIn(page, page.height * 0.7));
  const head = layHead(page, heading(context, data));
  const space = isPanels || (spec.lines ?? []).length === 0 ? 0 : page.fonts.small * 0.8;
  const left = leftOf(page, axis.ticks);
  const place = { head: { ...head, bottom: head.bottom + space }, left, foot: footHeight(page) };
  const panels = isPanels ? layPanels(page, { ...place, count: samples.length }) : layOne(page, place);
  const ticks = binTicks(context, data);
  const marks = panels.plots.flatMap((plot, index) => {
    const [x, y] = [binScale(context, bins, plot), scaleOf(axis, plot.bottom, plot.top)];
    const frame = { plot, x, y };
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
      ...(isPanels ? onePanel(context, data, { ...frame, index }) : onePlot(context, data, frame)),
    ];
  });
  const whole = { left, right: page.width - page.margin * (isPanels ? 1 : 1.2) };
  const name = titleWithUnit(data.name, styleOf(data.column, context.language));
  return svgDocument(page.width, page.height, [...head.marks, ...marks, bottomTitle(page, whole, name)]);
}

function onePlot(context: Context, data: Histogram, frame: Frame): string[] {
  const { page, spec, language } = context;
  const [first = new Float64Array(), ...others] = data.heights;
  const placer = new LabelPlacer(page);
  data.heights.forEach((heights) => binBoxes(data.bins, heights, frame).forEach((box) => placer.take(box)));
  const levels = levelsOf(spec, data.all, styleOf(data.column, language));
  return [
    ...(others.length === 0 ? binBars(data.bins, first, frame) : overlaid(data, frame)),
    ...levelMarks(page, levels, { plot: frame.plot, scale: frame.x, placer, vertical: true }),
  ];
}

function onePanel(
  context: Context,
  data: Histogram,
  { index, ...frame }: Frame & { readonly index: number },
): string[] {
  const { page, spec, language } = context;
  const { name = "", values = new Float64Array() } = data.samples[index] ?? {};
  const { plot, x } = frame;
  const note = countText(values);
  const width = plot.right - plot.left - page.measure(note, page.fonts.small) - page.fonts.label;
  const levels = levelsOf(spec, values, styleOf(data.column, language));
  return [
    ...binBars(data.bins, data.heights[index] ?? new Float64Array(), frame),
    ...levelMarks(page, levels, { plot, scale: x, vertical: true }),
    ...panelName(page, plot, { name, note, width }),
  ];
}

function countText({ length }: Float64Array, equals = " = "): string {
  return `n${equals}${length.toLocaleString("en")}`;
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
      countText(data.all),
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
    legend: spec.pattern === "P13" || data.samples.length < 2
      ? []
      : data.samples.map(({ name, values }, at) => ({
        label: `${name} (${countText(values, "=")})`,
        color: colorOf(at),
      })),
  };
}

/** What the outermost bins hold beyond their width; empty if nothing. */
function openNote(context: Context, { bins: { edges, open }, column }: Histogram): string {
  const write = labelFormat(styleOf(column, context.language), Math.max(...edges.map(Math.abs)));
  const [from, to] = [write(edges.at(-2) ?? 0), write(edges[1] ?? 0)];
  return [
    ...(open.below ? [say(context, { ja: `左端は${to}未満すべて`, en: `First bin: below ${to}` })] : []),
    ...(open.above
      ? [say(context, { ja: `右端は${from}以上すべて`, en: `Last bin: ${from} and above` })]
      : []),
  ].join(" · ");
}

function heightAxis(context: Context, { heights, asShares }: Histogram, steps: number): Axis {
  const style = asShares ? shareStyle(context.language) : styleOf(null, context.language);
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

/** From the edges of a bin to its height. */
function binBoxes({ edges }: Bins, heights: Float64Array, { x, y, plot }: Frame): Box[] {
  return Array.from(heights, (height, at) => {
    const [from, to, top] = [x(edges[at] ?? 0), x(edges[at + 1] ?? 0), y(height)];
    return { x: from, y: top, width: to - from, height: plot.bottom - top };
  });
}

function binBars(bins: Bins, heights: Float64Array, frame: Frame): string[] {
  return binBoxes(bins, heights, frame).map((box, at) =>
    heights[at] === 0 ? "" : rect({ ...box, x: box.x + 0.5, width: box.width - 1 }, ink.main)
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
