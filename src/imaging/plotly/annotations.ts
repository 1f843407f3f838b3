/** The texts that a layout lays over its plots, with the arrows to what they speak of. */

import { markedLines } from "../../base/html_text.ts";
import { type JsonRecord, recordAt, recordsAt, textAt } from "../../base/json.ts";
import { numberAt } from "../../base/plotly_values.ts";
import { colourOf } from "./colours.ts";
import { lineShift } from "./text_lines.ts";
import type { ToPixel } from "./to_pixel.ts";
import { toldCut } from "./told_cut.ts";
import type { Spec } from "./vega_marks.ts";

const most = 500;

export interface AnnotationOptions {
  readonly toPixel: ToPixel;
  readonly size: { readonly width: number; readonly height: number };
  readonly ink: string;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

export function annotationMarks(
  layout: JsonRecord,
  options: AnnotationOptions,
): { readonly marks: readonly Spec[]; readonly leftOut: string } {
  const notes = notesOf(layout);
  return {
    marks: notes.flatMap((note) => marksOf(note, options)),
    leftOut: toldCut("annotations", { all: visibleOf(layout).length, drawn: notes.length }),
  };
}

function visibleOf(layout: JsonRecord): readonly JsonRecord[] {
  return recordsAt(layout, "annotations").filter(({ visible }) => visible !== false);
}

/** The annotations that are drawn. */
export function notesOf(layout: JsonRecord): readonly Note[] {
  const shapes = recordsAt(layout, "shapes");
  return visibleOf(layout).slice(0, most).map((spec) => ({
    spec,
    isExponent: (letter) => !shapes.some((shape) => isOfShape(spec, { shape, letter })),
  }));
}

export interface Note {
  readonly spec: JsonRecord;
  /** Whether its place on an axis of logarithms is given as one. */
  readonly isExponent: (letter: "x" | "y") => boolean;
}

/** Plotly's `add_hline` writes the value of a line at its text, not the logarithm: such a text stands with its line. */
function isOfShape(
  note: JsonRecord,
  { shape, letter }: { readonly shape: JsonRecord; readonly letter: "x" | "y" },
): boolean {
  const value = note[letter];
  return note["showarrow"] === false && textAt(note, `${letter}ref`) === textAt(shape, `${letter}ref`) &&
    (shape[`${letter}0`] === value || shape[`${letter}1`] === value);
}

function marksOf({ spec: note, isExponent }: Note, { toPixel, size, ink }: AnnotationOptions): Spec[] {
  const end = (letter: "x" | "y") =>
    toPixel({
      letter,
      reference: textAt(note, `${letter}ref`),
      value: note[letter],
      isExponent: isExponent(letter),
      isWithin: true,
    });
  const [x, y] = [end("x"), end("y")];
  const lines = markedLines(textAt(note, "text"));
  if (x === null || y === null) return [];
  const isArrow = note["showarrow"] !== false;
  const shift = isArrow
    ? tailOf(note, { head: { x, y }, toPixel })
    : { x: numberAt(note, "xshift", 0), y: -numberAt(note, "yshift", 0) };
  const font = recordAt(note, "font");
  const fontSize = Math.min(40, Math.max(11, numberAt(font, "size", 12)));
  const { align, baseline } = anchors(note, { x, isArrow, shift, width: size.width });
  const text = {
    x: { value: x + shift.x },
    y: { value: y + shift.y },
    dy: { value: lineShift(lines.length, baseline, fontSize + 2) },
    text: { value: lines },
    align: { value: align },
    baseline: { value: baseline },
    fill: { value: colourOf(font["color"]) ?? ink },
    fontSize: { value: fontSize },
    lineHeight: { value: fontSize + 2 },
    angle: { value: numberAt(note, "textangle", 0) },
  };
  return [
    ...(isArrow ? arrow({ x, y }, { shift, colour: colourOf(note["arrowcolor"]) ?? ink }) : []),
    ...(lines.length === 0 ? [] : [{ type: "text", encode: { enter: text } }]),
  ];
}

/** How far from its head an arrow begins: in pixels, or at a place on an axis. */
function tailOf(
  note: JsonRecord,
  { head, toPixel }: { readonly head: Point; readonly toPixel: ToPixel },
): Point {
  const along = (letter: "x" | "y", usual: number) => {
    const reference = textAt(note, `a${letter}ref`);
    if (reference === "" || reference === "pixel") return numberAt(note, `a${letter}`, usual);
    const tail = toPixel({ letter, reference, value: note[`a${letter}`], isExponent: true });
    return (tail ?? head[letter] + usual) - head[letter];
  };
  return { x: along("x", -10), y: along("y", -30) };
}

function arrow(head: Point, { shift, colour }: { readonly shift: Point; readonly colour: string }): Spec[] {
  const place = {
    x: { value: head.x },
    y: { value: head.y },
    x2: { value: head.x + shift.x },
    y2: { value: head.y + shift.y },
  };
  const stroke = { stroke: { value: colour }, strokeWidth: { value: 1 } };
  const tip = {
    x: { value: head.x },
    y: { value: head.y },
    shape: { value: "triangle-up" },
    size: { value: 30 },
    angle: { value: Math.atan2(-shift.x, shift.y) * 180 / Math.PI },
    fill: { value: colour },
  };
  return [{ type: "rule", encode: { enter: { ...place, ...stroke } } }, {
    type: "symbol",
    encode: { enter: tip },
  }];
}

interface AnchorOptions {
  readonly x: number;
  readonly isArrow: boolean;
  readonly shift: Point;
  readonly width: number;
}

interface Anchors {
  readonly align: string;
  readonly baseline: string;
}

/** Which side of a text is where it stands; of one that is turned, the sides change places. */
function anchors(note: JsonRecord, { x, isArrow, shift, width }: AnchorOptions): Anchors {
  const [across, upright] = [textAt(note, "xanchor"), textAt(note, "yanchor")];
  if (Math.abs(numberAt(note, "textangle", 0)) === 90) {
    const isLeft = (across === "left") === (numberAt(note, "textangle", 0) > 0);
    return { align: "center", baseline: isLeft ? "bottom" : "top" };
  }
  return {
    align: isArrow ? arrowSide(shift) : alignOf(across, x, width),
    baseline: isArrow ? arrowBaseline(shift) : baselineOf(upright),
  };
}

/** A text lies beyond the tail of its arrow. */
function arrowSide({ x, y }: Point): string {
  if (Math.abs(x) <= Math.abs(y) * 2) return "center";
  return x < 0 ? "right" : "left";
}

function arrowBaseline({ x, y }: Point): string {
  if (Math.abs(x) > Math.abs(y) * 2) return "middle";
  return y <= 0 ? "bottom" : "top";
}

/** Without a word of its own a text at an edge stays inside it. */
function alignOf(anchor: string, x: number, width: number): string {
  if (anchor === "left" || anchor === "right" || anchor === "center") return anchor;
  return x < width * 0.05 ? "left" : x > width * 0.95 ? "right" : "center";
}

function baselineOf(anchor: string): string {
  return anchor === "bottom" || anchor === "top" ? anchor : "middle";
}
