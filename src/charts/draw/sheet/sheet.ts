/**
 * Marks on panels, as Vega-Lite. Every panel has two linear scales; text and rules around the plots are placed in
 * pixels. All that comes from the data is in data values, never in an expression, a field name or a URL.
 */

import { ink } from "./palette.ts";
import { partOf, type Range, scaled, shareOf } from "./scaled_values.ts";

export type Layer = Readonly<Record<string, unknown>>;

export interface Panel {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly x: Range;
  readonly y: Range;
  /** Drawn in this order. */
  readonly layers: Layer[];
}

export interface TextItem {
  /** In pixels from the panel's upper left corner. */
  readonly x: number;
  readonly y: number;
  readonly text: string;
  readonly size: number;
  readonly color?: string;
  readonly align?: "left" | "center" | "right";
  readonly baseline?: "top" | "middle" | "bottom";
  readonly bold?: boolean;
  /** Degrees, clockwise. */
  readonly angle?: number;
  /** White around it, for text over marks. */
  readonly halo?: boolean;
}

export interface Sheet {
  readonly width: number;
  readonly height: number;
  /** In rows of `columns`; all of one size. */
  readonly panels: readonly Panel[];
  readonly columns: number;
  readonly gap: { readonly x: number; readonly y: number };
}

export interface Spec {
  readonly spec: Layer;
  readonly frame: {
    readonly width: number;
    readonly height: number;
    readonly padding: { left: number; top: number; right: number; bottom: number };
  };
}

export function xPixel(panel: Panel, value: number): number {
  return shareOf(panel.x, value) * panel.width;
}

export function yPixel(panel: Panel, value: number): number {
  return panel.height - shareOf(panel.y, value) * panel.height;
}

/** A place between two points of the data: the corners of a bar, the ends of a rule. */
export interface Span {
  readonly x: number;
  readonly x2: number;
  readonly y: number;
  readonly y2: number;
  readonly color: string;
}

export type Bar = Span;

export function addBars(panel: Panel, bars: readonly Bar[], mark: Layer = {}): void {
  add(panel, {
    data: { values: scaled(panel, bars) },
    mark: { type: "rect", ...mark },
    encoding: spanning(panel),
  }, bars.length);
}

function spanning(panel: Panel): Layer {
  return {
    x: at(panel, "x"),
    x2: { field: "x2" },
    y: at(panel, "y"),
    y2: { field: "y2" },
    color: ownColor,
  };
}

export interface Point {
  readonly x: number;
  readonly y: number | null;
  readonly color: string;
  /** Points of one line have the same. */
  readonly series: number;
}

export function addLines(panel: Panel, points: readonly Point[], mark: Layer = {}): void {
  // Drawn in the order given: a step has two points at one x.
  const values = points.map((point, order) => ({ ...point, order }));
  add(panel, {
    data: { values: scaled(panel, values) },
    mark: { type: "line", strokeWidth: 2.5, strokeJoin: "round", strokeCap: "round", ...mark },
    encoding: {
      x: at(panel, "x"),
      y: at(panel, "y"),
      color: ownColor,
      detail: { field: "series", type: "nominal" },
      order: { field: "order", type: "quantitative" },
    },
  }, points.length);
}

export function addDots(panel: Panel, points: readonly Point[], mark: Layer = {}): void {
  const drawn = points.filter((point) => point.y !== null);
  add(panel, {
    data: { values: scaled(panel, drawn) },
    mark: { type: "circle", size: 40, opacity: 1, ...mark },
    encoding: { x: at(panel, "x"), y: at(panel, "y"), color: ownColor },
  }, drawn.length);
}

export type Rule = Span;

/** Straight lines between points of the data. */
export function addRules(panel: Panel, rules: readonly Rule[], mark: Layer = {}): void {
  add(panel, {
    data: { values: scaled(panel, rules) },
    mark: { type: "rule", strokeWidth: 1, ...mark },
    encoding: spanning(panel),
  }, rules.length);
}

export interface PixelRule extends Rule {
  readonly width?: number;
  /** Lengths of strokes and gaps; without them the line is whole. */
  readonly dash?: readonly number[];
}

/** Straight lines placed in pixels. */
export function addPixelRules(panel: Panel, rules: readonly PixelRule[]): void {
  for (const some of Map.groupBy(rules, ({ width = 1, dash = [] }) => `${width} ${dash}`).values()) {
    const { width = 1, dash } = some[0] ?? {};
    const values = some.map(({ x, x2, y, y2, color }) => ({
      x: round(x),
      x2: round(x2),
      y: round(y),
      y2: round(y2),
      color,
    }));
    add(panel, {
      data: { values },
      mark: { type: "rule", strokeWidth: width, ...(dash === undefined ? {} : { strokeDash: dash }) },
      encoding: { x: pixel("x"), x2: { field: "x2" }, y: pixel("y"), y2: { field: "y2" }, color: ownColor },
    }, values.length);
  }
}

export interface Swatch {
  readonly x: number;
  readonly y: number;
  readonly color: string;
}

/** Small squares placed in pixels, as in a legend. */
export function addSwatches(panel: Panel, swatches: readonly Swatch[], edge: number): void {
  add(panel, {
    data: { values: swatches },
    mark: { type: "square", size: edge * edge, opacity: 1 },
    encoding: { x: pixel("x"), y: pixel("y"), color: ownColor },
  }, swatches.length);
}

/** Text placed in pixels. */
export function addTexts(panel: Panel, items: readonly TextItem[]): void {
  const shown = items.filter((item) => item.text !== "");
  addTextLayers(panel, shown.filter((item) => item.halo), {
    stroke: "white",
    strokeWidth: 5,
    strokeJoin: "round",
  });
  addTextLayers(panel, shown, {});
}

function addTextLayers(panel: Panel, shown: readonly TextItem[], halo: Layer): void {
  const kinds = Map.groupBy(
    shown,
    ({ align = "left", baseline = "middle", bold = false }) => `${align} ${baseline} ${bold}`,
  );
  for (const some of kinds.values()) {
    const [{ align = "left", baseline = "middle", bold = false } = {}] = some;
    const values = some.map((item) => ({
      x: round(item.x),
      y: round(item.y),
      text: item.text,
      size: item.size,
      color: item.color ?? ink.text,
      angle: item.angle ?? 0,
    }));
    add(panel, {
      data: { values },
      // The font has one weight; a thin outline makes it a bold one.
      mark: {
        type: "text",
        align,
        baseline,
        ...(bold ? { stroke: ink.title, strokeWidth: 0.7 } : {}),
        ...halo,
      },
      encoding: {
        x: pixel("x"),
        y: pixel("y"),
        text: { field: "text", type: "nominal" },
        size: { field: "size", type: "quantitative", scale: null },
        color: ownColor,
        ...(values.some(({ angle }) => angle !== 0)
          ? { angle: { field: "angle", type: "quantitative", scale: null } }
          : {}),
      },
    }, values.length);
  }
}

const ownColor = { field: "color", type: "nominal", scale: null, legend: null };

function at(panel: Panel, axis: "x" | "y") {
  const domain = axis === "x" ? panel.x : panel.y;
  return {
    field: axis,
    type: "quantitative",
    scale: { domain: domain.map((end) => end * partOf(domain)), zero: false, nice: false },
    axis: null,
  };
}

function pixel(axis: "x" | "y") {
  return { field: axis, type: "quantitative", scale: null, axis: null };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function add(panel: Panel, layer: Layer, marks: number): void {
  if (marks > 0) panel.layers.push(layer);
}

/** The whole as Vega-Lite, with the frame that makes the picture exactly as large as the sheet. */
export function toVegaLite(sheet: Sheet): Spec {
  const [first] = sheet.panels;
  const { columns, gap } = sheet;
  const views = sheet.panels.map(({ width, height, layers }) => ({ width, height, layer: layers }));
  const rows = Math.ceil(views.length / columns);
  const config = {
    aria: false,
    background: "white",
    view: { stroke: null },
    font: "M PLUS 1p",
    text: { fontWeight: "normal" },
  };
  const width = (first?.width ?? 0) * columns + gap.x * (columns - 1);
  const height = (first?.height ?? 0) * rows + gap.y * (rows - 1);
  const left = first?.left ?? 0;
  const top = first?.top ?? 0;
  const padding = { left, top, right: sheet.width - left - width, bottom: sheet.height - top - height };
  const $schema = "https://vega.github.io/schema/vega-lite/v6.json";
  const body = views.length === 1
    ? { ...views[0] }
    : { bounds: "flush", columns, spacing: { row: gap.y, column: gap.x }, concat: views };
  return { spec: { $schema, config, ...body }, frame: { width, height, padding } };
}
