/**
 * What a figure shows of itself where its axes have ranges: texts, shapes and annotations end where the plot ends, or
 * are not there. A plot may stick out of nothing, so a single text far outside would make a picture of any size.
 */

import { type JsonRecord, recordAt, recordsAt, textAt } from "../json_view.ts";
import { numberAt } from "./arrays.ts";
import { ink, inkOn } from "./colours.ts";
import { shapeMarks, type ToPixel } from "./decorations.ts";
import type { Shape, WordShape } from "./shapes.ts";
import type { Spec } from "./vega_marks.ts";

type Domain = readonly [number, number];

/** As many shapes are drawn. */
const most = 200;
/** How far shapes on the paper stick out of the plots, in pixels. */
const margin = 60;

interface Frame {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The shapes of a plot without the texts that stand outside of it; those of bars keep to what is seen of their bar. */
export function withoutFarWords(
  shapes: readonly Shape[],
  domains: { readonly x: Domain; readonly y: Domain },
): readonly Shape[] {
  return shapes.flatMap((shape): Shape[] => {
    if (shape.kind !== "word") return [shape];
    const { bar, ...own } = shape;
    const word = bar === undefined ? own : atVisibleBar(own, bar, domains);
    return word !== null && isWithin(word.x, domains.x) && isWithin(word.y, domains.y) ? [word] : [];
  });
}

function isWithin(value: number, [from, to]: Domain): boolean {
  const slack = Math.abs(to - from) * 1e-9;
  return value >= Math.min(from, to) - slack && value <= Math.max(from, to) + slack;
}

function atVisibleBar(
  word: WordShape,
  bar: NonNullable<WordShape["bar"]>,
  domains: { readonly x: Domain; readonly y: Domain },
): WordShape | null {
  const [x, y] = [seen([bar.x, bar.x2], domains.x), seen([bar.y, bar.y2], domains.y)];
  if (x === null || y === null) return null;
  const isCut = x[1] !== bar.x2 || y[1] !== bar.y2;
  const isInside = word.align === "center" && word.baseline === "middle";
  if (isInside) return { ...word, x: (x[0] + x[1]) / 2, y: (y[0] + y[1]) / 2 };
  if (!isCut) return word;
  // The end at which it would stand is not seen, so that it stands before the edge, on the bar.
  const fill = word.fill === ink ? inkOn(bar.fill) : word.fill;
  return {
    ...word,
    ...turnedInside(word),
    x: clamped(word.x, domains.x),
    y: clamped(word.y, domains.y),
    fill,
  };
}

/** What is seen of a stretch, in its own direction; null for nothing. */
function seen([from, to]: Domain, domain: Domain): Domain | null {
  const cut: Domain = [clamped(from, domain), clamped(to, domain)];
  return cut[0] === cut[1] && from !== to ? null : cut;
}

function clamped(value: number, [from, to]: Domain): number {
  return Math.min(Math.max(from, to), Math.max(Math.min(from, to), value));
}

function turnedInside(word: WordShape): Pick<WordShape, "align" | "baseline" | "dx" | "dy"> {
  const other = { left: "right", right: "left", top: "bottom", bottom: "top" } as const;
  return {
    align: word.align === "center" ? "center" : other[word.align],
    baseline: word.baseline === "middle" ? "middle" : other[word.baseline],
    dx: -(word.dx ?? 0),
    dy: -(word.dy ?? 0),
  };
}

/** The shapes that a layout lays over the plots, each cut off where the axes end that it refers to. */
export function clippedShapeMarks(layout: JsonRecord, { toPixel, size }: ClipOptions): Spec[] {
  return recordsAt(layout, "shapes").slice(0, most).flatMap((shape) => {
    const x = seenSide(shape, "x", { toPixel, size });
    const y = seenSide(shape, "y", { toPixel, size });
    const marks = x === null || y === null ? [] : shapeMarks({ shapes: [shape] }, toPixel);
    if (marks.length === 0 || x === null || y === null) return [];
    return [clipped(marks, { left: x[0], top: y[0], width: x[1] - x[0], height: y[1] - y[0] })];
  });
}

interface ClipOptions {
  readonly toPixel: ToPixel;
  /** Of the plots all together. */
  readonly size: { readonly width: number; readonly height: number };
}

/** From where to where a shape is seen along one side of the figure; null where it is not. */
function seenSide(shape: JsonRecord, letter: "x" | "y", { toPixel, size }: ClipOptions): Domain | null {
  const reference = textAt(shape, `${letter}ref`);
  const isFree = reference === "paper" || reference.endsWith(" domain");
  const own = [0, 1].map((end) => toPixel(letter, reference, shape[`${letter}${end}`]) ?? NaN);
  // On the paper a shape may stick out of the plots, but not without end.
  const ends = isFree
    ? [-margin, (letter === "x" ? size.width : size.height) + margin]
    : [0, 1].map((end) => toPixel(letter, `${reference || letter} domain`, end) ?? NaN);
  if ([...own, ...ends].some(Number.isNaN)) return null;
  const [low, high] = [Math.min(...ends), Math.max(...ends)];
  const thick = numberAt(recordAt(shape, "line"), "width", 2) / 2;
  const [from, to] = [Math.max(low, Math.min(...own) - thick), Math.min(high, Math.max(...own) + thick)];
  return from < to ? [from, to] : null;
}

function clipped(marks: readonly Spec[], { left, top, width, height }: Frame): Spec {
  const place = { x: { value: left }, y: { value: top }, width: { value: width }, height: { value: height } };
  return {
    type: "group",
    encode: { enter: { ...place, clip: { value: true } } },
    // The marks are in pixels of the whole figure.
    marks: [{ type: "group", encode: { enter: { x: { value: -left }, y: { value: -top } } }, marks }],
  };
}

/** The layout without annotations at places of axes that are not seen. */
export function withoutFarNotes(layout: JsonRecord, toPixel: ToPixel): JsonRecord {
  const isSeen = (note: JsonRecord, letter: "x" | "y") => {
    const reference = textAt(note, `${letter}ref`);
    if (reference === "paper" || reference.endsWith(" domain")) return true;
    const [from, to] = [0, 1].map((end) => toPixel(letter, `${reference || letter} domain`, end));
    const place = toPixel(letter, reference, note[letter]);
    return place === null || isWithin(place, [from ?? -Infinity, to ?? Infinity]);
  };
  const notes = recordsAt(layout, "annotations");
  return { ...layout, annotations: notes.filter((note) => isSeen(note, "x") && isSeen(note, "y")) };
}
