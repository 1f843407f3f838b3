/**
 * A Plotly figure as a Vega specification: an approximation that shows the same data in the same places, with the
 * colours, titles and ranges of the figure, not its last pixel.
 *
 * Nothing of the figure gets into an expression, a field name or a URL: all of it is in data values, domains and
 * texts. Trace types that are not known here are refused, since half a figure would mislead.
 */

import { type JsonRecord, recordAt, textAt } from "../json_view.ts";
import { numberAt, numberOf } from "./arrays.ts";
import type { Axis } from "./axis.ts";
import { colourOf, colourway, ink } from "./colours.ts";
import { annotationMarks, type ToPixel } from "./decorations.ts";
import { type Domains, domainsOf } from "./domains.ts";
import { drawBars } from "./draw_bars.ts";
import { drawBoxes } from "./draw_boxes.ts";
import { drawHeatmaps } from "./draw_heatmaps.ts";
import { drawHistograms } from "./draw_histograms.ts";
import { drawScatters } from "./draw_scatter.ts";
import { drawViolins } from "./draw_violins.ts";
import { axisOffset, roomAtRight } from "./free_axes.ts";
import { legendsOf, noteMark, titleOf } from "./frame.ts";
import { pieMarks } from "./pies.ts";
import { readFigure, type Subplot, undrawable } from "./read_figure.ts";
import { withSharedColours } from "./shared_colours.ts";
import type { Drawing, Trace } from "./trace.ts";
import { axisSpec, domainShare, labelSize, scalesOf, tickTexts } from "./vega_axis.ts";
import { marksOf, type Spec } from "./vega_marks.ts";
import { clippedShapeMarks, withoutFarNotes, withoutFarWords } from "./within_plots.ts";

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

const axisLook = {
  labelFontSize: labelSize,
  labelPadding: 5,
  titleFontSize: 12,
  titleFontWeight: "normal",
  titleColor: ink,
  labelColor: ink,
};

export function plotlyToVega(figure: JsonRecord, { measure }: ToVegaOptions): Spec & Size {
  const why = undrawable(figure);
  if (why !== null) throw new Error(why);
  const { subplots, pies, entries, ...read } = readFigure(figure);
  const layout = withSharedColours(read.layout, subplots.flatMap(({ traces }) => traces));
  const size = sizeOf(layout);
  const roomy = subplots.map((subplot) => placed(subplot, { layout, size, subplots }));
  const domains = domainsOf(roomy, { layout, measure });
  const plots = roomy.map((plot) => scaled(plot, domains));
  const toPixel = pixels(plots, { size, domains });
  const drawnAxes = new Set<string>();
  const axes = [...new Set(plots.flatMap(({ subplot: { x, y } }) => [x, y]))];
  const groups = plots.map((plot) => plotGroup(plot, { domains, drawnAxes, layout, measure, size, axes }));
  const pie = pieMarks(pies, { ...size, colourAt: colourway(layout) });
  const title = titleOf(layout, size.width);
  const thinned = plots.flatMap(({ drawings }) => drawings.flatMap(({ thinned = [] }) => thinned))[0];
  return {
    $schema: "https://vega.github.io/schema/vega/v6.json",
    ...size,
    ...(thinned === undefined ? {} : { usermeta: { leftOut: thinned } }),
    padding: 12,
    autosize: "pad",
    background: colourOf(layout["paper_bgcolor"]) ?? "white",
    config: { axis: axisLook },
    ...legendsOf(layout, {
      entries: [...entries, ...(layout["showlegend"] === false ? [] : pie.entries)],
      bars: plots.flatMap(({ drawings }) => drawings.flatMap(({ bars = [] }) => bars)),
      axisRoom: Math.max(0, ...plots.map((plot) => roomAtRight(plot.subplot.y, { plot, size, axes }))),
    }),
    marks: [
      ...groups,
      ...pie.marks,
      ...clippedShapeMarks(layout, { toPixel, size }),
      ...annotationMarks(withoutFarNotes(layout, toPixel), toPixel),
      ...(title === null ? [] : [title]),
      ...(thinned === undefined ? [] : [noteMark(thinned, size.width)]),
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
function scaled(plot: Plot, domains: Domains): Plot {
  const { subplot: { x, y }, left, top, width, height } = plot;
  const [tied, other] = textAt(y.layout, "scaleanchor") === x.id ? [y, x] : [x, y];
  const isEven = [x, y].every(({ kind }) => kind === "linear" || kind === "category");
  if (textAt(tied.layout, "scaleanchor") !== other.id || !isEven) return plot;
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
  const { data, inside, over } = marksOf(shapes);
  const parts = [{ axis: x, length: width }, { axis: y, length: height }].map(({ axis, length }) => ({
    axis,
    place: { domain: spans[axis.letter], length, measure },
  }));
  const fresh = parts.filter(({ axis }) => !drawnAxes.has(axis.id));
  for (const { axis } of fresh) drawnAxes.add(axis.id);
  const isOver = textAt(y.layout, "overlaying") !== "" || textAt(x.layout, "overlaying") !== "";
  const theme = recordAt(recordAt(layout, "template"), "layout");
  const back = colourOf(layout["plot_bgcolor"]) ?? colourOf(theme["plot_bgcolor"]);
  const place = { x: { value: left }, y: { value: top }, width: { value: width }, height: { value: height } };
  const ticks = fresh.map(({ axis, place }) => tickMark(axis, tickTexts(axis, place), height));
  return {
    type: "group",
    encode: { enter: { ...place, fill: { value: isOver ? "transparent" : back ?? "white" } } },
    // Without sizes of its own the lines of the grid are as long as the whole figure.
    signals: [{ name: "width", value: width }, { name: "height", value: height }],
    data: [...data, ...ticks.map(({ data }) => data)],
    scales: parts.flatMap(({ axis, place }) => scalesOf(axis, place)),
    axes: fresh.flatMap(({ axis, place }) => {
      const offset = axisOffset(axis, { plot, size, axes });
      const spec = axisSpec(axis, place);
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

function tickMark({ id, letter }: Axis, values: readonly Spec[], height: number): { data: Spec; mark: Spec } {
  const name = `ticks_${id}`;
  const place = letter === "x"
    ? {
      x: { scale: "x", field: "at" },
      y: { value: height + 5 },
      align: { value: "center" },
      baseline: { value: "top" },
    }
    : {
      y: { scale: "y", field: "at" },
      x: { value: -5 },
      align: { value: "right" },
      baseline: { value: "middle" },
    };
  const look = {
    text: { field: "text" },
    fontSize: { value: labelSize },
    fill: { value: ink },
    limit: { value: 160 },
  };
  return {
    data: { name, values },
    mark: { type: "text", from: { data: name }, encode: { enter: { ...place, ...look } } },
  };
}

function pixels(
  plots: readonly Plot[],
  { size, domains }: { readonly size: Size; readonly domains: Domains },
): ToPixel {
  return (letter, reference, value) => {
    const length = letter === "x" ? size.width : size.height;
    const share = (part: number) => letter === "x" ? part * length : (1 - part) * length;
    if (reference === "paper") return Number.isNaN(numberOf(value)) ? null : share(numberOf(value));
    const id = reference.replace(/ domain$/, "") || letter;
    const plot = plots.find(({ subplot }) => subplot[letter].id === id);
    const [from, to] = domains.get(id) ?? [0, 1];
    const place = reference.endsWith(" domain") ? numberOf(value) : plot?.subplot[letter].at(value) ?? NaN;
    if (plot === undefined || Number.isNaN(place)) return null;
    const isLog = plot.subplot[letter].kind === "log";
    const part = reference.endsWith(" domain")
      ? place
      : isLog
      ? Math.log(place / from) / Math.log(to / from)
      : (place - from) / (to - from);
    return letter === "x" ? plot.left + part * plot.width : plot.top + (1 - part) * plot.height;
  };
}
