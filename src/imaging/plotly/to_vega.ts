/**
 * A Plotly figure as a Vega specification: an approximation that shows the same data in the same places, with the
 * colours, titles and ranges of the figure, not its last pixel.
 *
 * Nothing of the figure gets into an expression, a field name or a URL: all of it is in data values, domains and
 * texts. Trace types that are not known here are refused, since half a figure would mislead.
 */

import { type JsonRecord, recordAt, textAt } from "../../base/json.ts";
import { numberAt, shownFrame } from "../../base/plotly_values.ts";
import { annotationMarks } from "./annotations.ts";
import type { Axis } from "./axis.ts";
import { colourKeys } from "./colour_keys.ts";
import { colourOf, inkOf } from "./colours.ts";
import { type Domains, domainsOf } from "./domains.ts";
import { drawBars } from "./draw_bars.ts";
import { drawBoxes } from "./draw_boxes.ts";
import { drawHeatmaps } from "./draw_heatmaps.ts";
import { drawHistograms } from "./draw_histograms.ts";
import { drawScatters } from "./draw_scatter.ts";
import { drawViolins } from "./draw_violins.ts";
import { legendsOf, noteMark, titleMarks } from "./frame.ts";
import { axisOffset, roomAtRight } from "./free_axes.ts";
import { shapeMarks } from "./layout_shapes.ts";
import { matched } from "./matched_axes.ts";
import { pieMarks } from "./pies.ts";
import { readFigure, type Subplot, undrawable } from "./read_figure.ts";
import { withSharedColours } from "./shared_colours.ts";
import { themeOf } from "./theme.ts";
import { tickMark, tickTexts } from "./tick_marks.ts";
import { labelsOf, ticksOf } from "./ticks.ts";
import { pixels } from "./to_pixel.ts";
import type { Drawing, Trace } from "./trace.ts";
import { axisSpec, domainShare, scalesOf } from "./vega_axis.ts";
import { marksOf, type Spec } from "./vega_marks.ts";
import { withoutFarWords } from "./within_plots.ts";

export interface ToVegaOptions {
  /** Width of a text at a size, in pixels. */
  readonly measure: (text: string, size: number) => number;
}

/** `all` are the traces of the type in the whole figure. */
type Draw = (traces: readonly Trace[], layout: JsonRecord, all: readonly Trace[]) => Drawing;

/** In the order in which they lie over each other. */
const drawers: readonly (readonly [readonly string[], Draw])[] = [
  [["heatmap"], drawHeatmaps],
  [["histogram"], drawHistograms],
  [["bar"], drawBars],
  [["box"], drawBoxes],
  [["violin"], drawViolins],
  [["scatter", "scattergl"], drawScatters],
];

const axisLook = { titleFontSize: 12, titleFontWeight: "normal" };

export function plotlyToVega(figure: JsonRecord, { measure }: ToVegaOptions): Spec & Size {
  const why = undrawable(figure);
  if (why !== null) throw new Error(why);
  const { subplots, pies, entries, ...read } = readFigure(figure);
  const layout = withSharedColours(read.layout, subplots.flatMap(({ traces }) => traces));
  const size = sizeOf(layout);
  const roomy = subplots.map((subplot) => placed(subplot, { layout, size, subplots }));
  const domains = domainsOf(roomy, { layout, measure });
  const plots = roomy.map((plot) => scaled(plot, { domains, layout }));
  const boxes = plots.map(({ subplot: { x, y }, ...box }) => ({ ...box, x, y }));
  const toPixel = pixels(boxes, { size, domains });
  const ink = inkOf(layout);
  const shapes = shapeMarks(layout, { toPixel, plots: boxes, size, ink });
  const drawnAxes = new Set<string>();
  const axes = [...new Set(plots.flatMap(({ subplot: { x, y } }) => [x, y]))];
  const groups = plots.map((plot) => plotGroup(plot, { domains, drawnAxes, layout, measure, size, axes }));
  const ground = colourOf(layout["paper_bgcolor"]) ?? colourOf(themeOf(layout)["paper_bgcolor"]) ?? "white";
  const pie = pieMarks(pies, { ...size, layout, measure, ink, ground });
  const frame = shownFrame(figure);
  const offset = Math.max(18, ...plots.map((plot) => roomAtRight(plot.subplot.y, { plot, size, axes })));
  const bars = plots.flatMap(({ drawings }) => drawings.flatMap(({ bars = [] }) => bars));
  const keys = colourKeys(bars, { offset, size });
  const thinned = plots.flatMap(({ drawings }) => drawings.flatMap(({ thinned = [] }) => thinned));
  const annotations = annotationMarks(layout, { toPixel, size, ink });
  const cuts = new Set([...thinned, keys.leftOut, shapes.leftOut, annotations.leftOut]);
  const leftOut = [...cuts].filter((one) => one !== "").join("; ");
  const notes = [frame === "" ? "" : `Animation, ${frame}`, leftOut].filter((note) => note !== "");
  return {
    $schema: "https://vega.github.io/schema/vega/v6.json",
    ...size,
    ...(leftOut === "" ? {} : { usermeta: { leftOut } }),
    padding: 12,
    autosize: "pad",
    background: ground,
    config: {
      axis: { ...axisLook, titleColor: ink },
      legend: { titleColor: ink, labelColor: ink },
    },
    ...legendsOf(layout, {
      entries: [...entries, ...(layout["showlegend"] === false ? [] : pie.entries)],
      keys,
      offset,
      measure,
    }),
    marks: [
      ...plots.map((plot) => groundMark(plot, layout)),
      ...shapes.below,
      ...groups,
      ...pie.marks,
      ...shapes.above,
      ...annotations.marks,
      ...titleMarks(layout, { width: size.width, ink }),
      ...(notes.length === 0 ? [] : [noteMark(notes.join(". "), { width: size.width, ink, measure })]),
    ],
  };
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The size of the plots all together. */
function sizeOf(layout: JsonRecord): Size {
  const margin = recordAt(layout, "margin");
  const inner = (whole: number, sides: number) => Math.round(Math.min(1_400, Math.max(160, whole - sides)));
  return {
    width: inner(numberAt(layout, "width", 760), numberAt(margin, "l", 80) + numberAt(margin, "r", 80)),
    height: inner(numberAt(layout, "height", 480), numberAt(margin, "t", 80) + numberAt(margin, "b", 80)),
  };
}

/** A plot that would become thinner than this keeps its size: a strip shows nothing. */
const thinnest = 60;

interface Plot extends Size {
  readonly subplot: Subplot;
  readonly left: number;
  readonly top: number;
  readonly drawings: readonly Drawing[];
}

interface PlaceOptions {
  readonly layout: JsonRecord;
  readonly size: Size;
  readonly subplots: readonly Subplot[];
}

function placed(subplot: Subplot, { layout, size, subplots }: PlaceOptions): Plot {
  const base = (axis: Axis): Axis => {
    const under = textAt(axis.layout, "overlaying");
    return subplots.flatMap(({ x, y }) => [x, y]).find(({ id }) => id === under) ?? axis;
  };
  const [left, right] = domainShare(base(subplot.x));
  const [bottom, top] = domainShare(base(subplot.y));
  return {
    subplot,
    left: left * size.width,
    top: (1 - top) * size.height,
    width: (right - left) * size.width,
    height: (top - bottom) * size.height,
    drawings: drawers.flatMap(([types, draw]) => {
      const ofType = (traces: readonly Trace[]) => traces.filter(({ type }) => types.includes(type));
      const some = ofType(subplot.traces);
      return some.length === 0 ? [] : [draw(some, layout, ofType(subplots.flatMap(({ traces }) => traces)))];
    }),
  };
}

/** The same plot, narrower or lower where one unit must be as long along both axes (pictures, maps). */
function scaled(plot: Plot, { domains, layout }: Pick<GroupOptions, "domains" | "layout">): Plot {
  const { subplot: { x, y }, left, top, width, height } = plot;
  const isTied = (one: Axis, other: Axis) =>
    matched(layout, textAt(one.layout, "scaleanchor")) === matched(layout, other.id);
  const [tied, other] = isTied(y, x) ? [y, x] : [x, y];
  const isEven = [x, y].every(({ kind }) => kind === "linear" || kind === "category");
  if (!isTied(tied, other) || !isEven) return plot;
  const span = ({ id }: Axis) => domains.get(id)?.reduce((from, to) => Math.abs(to - from)) ?? 1;
  const ratio = numberAt(tied.layout, "scaleratio", 1);
  const [unitsX, unitsY] = tied === y ? [span(x), span(y) * ratio] : [span(x) * ratio, span(y)];
  const pixels = Math.min(width / unitsX, height / unitsY);
  const [inner, lower] = [pixels * unitsX, pixels * unitsY];
  if (!(Math.min(inner, lower) >= thinnest)) return plot;
  return {
    ...plot,
    left: left + (width - inner) / 2,
    top: top + (height - lower) / 2,
    width: inner,
    height: lower,
  };
}

/** What lies behind a plot, and behind the shapes that lie under it. */
function groundMark({ subplot: { x, y }, left, top, width, height }: Plot, layout: JsonRecord): Spec {
  const isOver = textAt(y.layout, "overlaying") !== "" || textAt(x.layout, "overlaying") !== "";
  const back = colourOf(layout["plot_bgcolor"]) ?? colourOf(themeOf(layout)["plot_bgcolor"]);
  const place = { x: { value: left }, y: { value: top }, width: { value: width }, height: { value: height } };
  return {
    type: "rect",
    encode: { enter: { ...place, fill: { value: isOver ? "transparent" : back ?? "white" } } },
  };
}

interface GroupOptions {
  readonly domains: Domains;
  readonly drawnAxes: Set<string>;
  readonly layout: JsonRecord;
  readonly measure: (text: string, size: number) => number;
  readonly size: Size;
  /** All axes of the figure. */
  readonly axes: readonly Axis[];
}

function plotGroup(plot: Plot, { domains, drawnAxes, layout, measure, size, axes }: GroupOptions): Spec {
  const { subplot: { x, y }, left, top, width, height } = plot;
  const spans = { x: domains.get(x.id) ?? [0, 1] as const, y: domains.get(y.id) ?? [0, 1] as const };
  const shapes = withoutFarWords(plot.drawings.flatMap((drawing) => drawing.shapes), spans);
  const ink = inkOf(layout);
  const { data, inside, over } = marksOf(shapes, ink);
  const parts = [{ axis: x, length: width }, { axis: y, length: height }].map(({ axis, length }) => ({
    axis,
    room: { domain: spans[axis.letter], length },
  }));
  const fresh = parts.filter(({ axis }) => !drawnAxes.has(axis.id));
  for (const { axis } of fresh) drawnAxes.add(axis.id);
  const place = { x: { value: left }, y: { value: top }, width: { value: width }, height: { value: height } };
  const ticked = fresh.map(({ axis, room }) => {
    const ticks = ticksOf(axis, room);
    const offset = axisOffset(axis, { plot, size, axes });
    return { axis, ticks, offset, texts: tickTexts(labelsOf(axis, room), axis, { ...room, measure }) };
  });
  const ticks = ticked.map(({ axis, texts, offset }) =>
    tickMark(axis, texts, { width, height, ink, offset: offset ?? 0 })
  );
  return {
    type: "group",
    encode: { enter: place },
    // Without sizes of its own the lines of the grid are as long as the whole figure.
    signals: [{ name: "width", value: width }, { name: "height", value: height }],
    data: [...data, ...ticks.map(({ data }) => data)],
    scales: parts.flatMap(({ axis, room }) => scalesOf(axis, room)),
    axes: ticked.flatMap(({ axis, ticks, texts: { depth }, offset }) => {
      const spec = axisSpec(axis, { ticks, depth });
      // The lines of a grid would move with their axis.
      return spec === null ? [] : [offset === null ? spec : { ...spec, offset, grid: false }];
    }),
    marks: [
      {
        type: "group",
        encode: { enter: { width: { value: width }, height: { value: height }, clip: { value: true } } },
        marks: inside,
      },
      ...over,
      ...ticks.map(({ mark }) => mark),
    ],
  };
}
