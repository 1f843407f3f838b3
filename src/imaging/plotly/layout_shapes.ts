/** The lines, boxes, ellipses and paths that a layout lays over its plots, or under them. */

import { markedLines } from "../../base/html_text.ts";
import { type JsonRecord, recordAt, recordsAt, textAt } from "../../base/json.ts";
import { numberAt } from "../../base/plotly_values.ts";
import { colourOf } from "./colours.ts";
import { dashes } from "./draw_scatter.ts";
import { lineHeight, lineShift } from "./text_lines.ts";
import { axisNamed, type PlotBox, type ToPixel } from "./to_pixel.ts";
import { toldCut } from "./told_cut.ts";
import type { Spec } from "./vega_marks.ts";

/** More would hide the plots and take long. */
const most = 500;
/** How far shapes on the paper stick out of the plots, in pixels. */
const margin = 60;

export interface ShapeOptions {
  readonly toPixel: ToPixel;
  readonly plots: readonly PlotBox[];
  /** Of the plots all together. */
  readonly size: { readonly width: number; readonly height: number };
  /** Of what is written at them. */
  readonly ink: string;
}

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export function shapeMarks(
  layout: JsonRecord,
  options: ShapeOptions,
): { readonly below: readonly Spec[]; readonly above: readonly Spec[]; readonly leftOut: string } {
  const seen = recordsAt(layout, "shapes").filter(({ visible }) =>
    visible !== false && visible !== "legendonly"
  );
  const shapes = seen.slice(0, most);
  const isBelow = (shape: JsonRecord) => ["below", "between"].includes(textAt(shape, "layer"));
  const marks = (some: readonly JsonRecord[]) => some.flatMap((shape) => marksOf(shape, options));
  return {
    below: marks(shapes.filter(isBelow)),
    above: marks(shapes.filter((shape) => !isBelow(shape))),
    leftOut: toldCut("shapes", { all: seen.length, drawn: shapes.length }),
  };
}

function marksOf(shape: JsonRecord, { toPixel, plots, size, ink }: ShapeOptions): Spec[] {
  const reach: Record<"x" | "y", number[]> = { x: [], y: [] };
  const path = pathOf(shape, (coordinate) => {
    const pixel = toPixel(coordinate);
    if (pixel !== null) reach[coordinate.letter].push(pixel);
    return pixel;
  });
  const line = recordAt(shape, "line");
  const width = numberAt(line, "width", 2);
  const seen = seenOf(regionOf(shape, { plots, size }), { ...reach, thick: width / 2 });
  // What lies beyond its axes altogether leaves nothing to draw, of which resvg would not recover.
  if (path === null || seen === null) return [];
  const dash = dashes[textAt(line, "dash")];
  const isLine = textAt(shape, "type") === "line";
  const look = {
    path: { value: path },
    stroke: { value: colourOf(line["color"]) ?? "#444444" },
    strokeWidth: { value: width },
    opacity: { value: numberAt(shape, "opacity", 1) },
    ...(dash === undefined ? {} : { strokeDash: { value: dash } }),
    ...(isLine ? {} : { fill: { value: colourOf(shape["fillcolor"]) ?? "transparent" } }),
  };
  const mark = { type: "path", encode: { enter: look } };
  return [clipped(mark, seen), ...labelOf(shape, { box: boxOf(shape, toPixel), ink })];
}

/** Where a shape is seen: within the axes that it stands on, else around the whole, but not without end. */
function regionOf(shape: JsonRecord, { plots, size }: Pick<ShapeOptions, "plots" | "size">): Box {
  const side = (letter: "x" | "y"): readonly [number, number] => {
    const reference = textAt(shape, `${letter}ref`);
    const plot = plots.find((one) => one[letter].id === axisNamed(reference, letter));
    const whole = letter === "x" ? size.width : size.height;
    if (plot === undefined || reference.endsWith(" domain")) return [-margin, whole + margin];
    const from = letter === "x" ? plot.left : plot.top;
    return [from, from + (letter === "x" ? plot.width : plot.height)];
  };
  const [[left, right], [top, bottom]] = [side("x"), side("y")];
  return { left, right, top, bottom };
}

/** What is seen of a shape that reaches so far; null for nothing. */
function seenOf(
  region: Box,
  { x, y, thick }: { readonly x: readonly number[]; readonly y: readonly number[]; readonly thick: number },
): Box | null {
  const [left, right] = [
    Math.max(region.left, Math.min(...x) - thick),
    Math.min(region.right, Math.max(...x) + thick),
  ];
  const [top, bottom] = [
    Math.max(region.top, Math.min(...y) - thick),
    Math.min(region.bottom, Math.max(...y) + thick),
  ];
  return left < right && top < bottom ? { left, right, top, bottom } : null;
}

function clipped(mark: Spec, { left, right, top, bottom }: Box): Spec {
  const place = {
    x: { value: left },
    y: { value: top },
    width: { value: right - left },
    height: { value: bottom - top },
  };
  return {
    type: "group",
    encode: { enter: { ...place, clip: { value: true } } },
    // The mark is in pixels of the whole figure.
    marks: [{ type: "group", encode: { enter: { x: { value: -left }, y: { value: -top } } }, marks: [mark] }],
  };
}

function boxOf(shape: JsonRecord, toPixel: ToPixel): Box | null {
  const end = (key: string, letter: "x" | "y") =>
    toPixel({ letter, reference: textAt(shape, `${letter}ref`), value: shape[key] });
  const [left, right, top, bottom] = [end("x0", "x"), end("x1", "x"), end("y1", "y"), end("y0", "y")];
  if (left === null || right === null || top === null || bottom === null) return null;
  return { left, right, top, bottom };
}

/** The outline in pixels, as a path of SVG; null where its places are not on the figure. */
function pathOf(shape: JsonRecord, toPixel: ToPixel): string | null {
  const type = textAt(shape, "type") || (textAt(shape, "path") === "" ? "rect" : "path");
  if (type === "path") return givenPath(shape, toPixel);
  const box = boxOf(shape, toPixel);
  if (box === null) return null;
  const { left, right, top, bottom } = box;
  switch (type) {
    case "line":
      return `M${left},${bottom}L${right},${top}`;
    case "rect":
      return `M${left},${bottom}H${right}V${top}H${left}Z`;
    case "circle": {
      const [rx, ry] = [Math.abs(right - left) / 2, Math.abs(bottom - top) / 2];
      const [from, to, y] = [Math.min(left, right), Math.max(left, right), (top + bottom) / 2];
      return `M${from},${y}A${rx},${ry},0,1,1,${to},${y}A${rx},${ry},0,1,1,${from},${y}Z`;
    }
    default:
      return null;
  }
}

/** Which axis each number of a command of a path belongs to. */
const commands: Readonly<Record<string, readonly ("x" | "y")[]>> = {
  M: ["x", "y"],
  L: ["x", "y"],
  H: ["x"],
  V: ["y"],
  Q: ["x", "y"],
  C: ["x", "y"],
  T: ["x", "y"],
  S: ["x", "y"],
  Z: [],
};

/** A path in the values of its axes (`M 1,2 L 3,4 Z`, dates with `_` before the time) as one in pixels. */
function givenPath(shape: JsonRecord, toPixel: ToPixel): string | null {
  const parts = textAt(shape, "path").slice(0, 20_000).match(/[MLHVQCTSZ][^MLHVQCTSZ]*/g) ?? [];
  const drawn = parts.map((part) => {
    const letters = commands[part.slice(0, 1)] ?? [];
    const places = (part.slice(1).match(/[^\s,]+/g) ?? []).map((value, index) => {
      const letter = letters[index % letters.length] ?? "x";
      return toPixel({ letter, reference: textAt(shape, `${letter}ref`), value: value.replace("_", " ") });
    });
    return places.includes(null) ? null : `${part.slice(0, 1)}${places.join(",")}`;
  });
  return drawn.length === 0 || drawn.includes(null) ? null : drawn.join("");
}

/** What is written at a shape: in its middle, or at the side that it names. */
function labelOf(
  shape: JsonRecord,
  { box, ink }: { readonly box: Box | null; readonly ink: string },
): Spec[] {
  const label = recordAt(shape, "label");
  const lines = markedLines(textAt(label, "text"));
  if (lines.length === 0 || box === null) return [];
  const position = textAt(label, "textposition");
  const [left, right] = [Math.min(box.left, box.right), Math.max(box.left, box.right)];
  const [top, bottom] = [Math.min(box.top, box.bottom), Math.max(box.top, box.bottom)];
  const align = /left|start/.test(position) ? "left" : /right|end/.test(position) ? "right" : "center";
  const baseline = position.startsWith("top") ? "top" : position.startsWith("bottom") ? "bottom" : "middle";
  const x = align === "left" ? left + 3 : align === "right" ? right - 3 : (left + right) / 2;
  const y = baseline === "top" ? top + 3 : baseline === "bottom" ? bottom - 3 : (top + bottom) / 2;
  const text = {
    x: { value: x },
    y: { value: y },
    dy: { value: lineShift(lines.length, baseline) },
    text: { value: lines },
    align: { value: align },
    baseline: { value: baseline },
    fill: { value: colourOf(recordAt(label, "font")["color"]) ?? ink },
    fontSize: { value: 12 },
    lineHeight: { value: lineHeight },
  };
  return [{ type: "text", encode: { enter: text } }];
}
