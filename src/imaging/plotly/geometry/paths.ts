/** Paths of SVG as polylines: their boxes, lengths and points. */

import type { DomElement } from "../dom/nodes.ts";
import { numbersIn, type Point } from "./matrix.ts";

/** A polyline; `null` where the pen is lifted. */
type Polyline = readonly (Point | null)[];

/** Straight pieces of one curve. */
const pieces = 24;

const known = new WeakMap<DomElement, { readonly d: string; readonly line: Polyline }>();

/** The path of an element, which is asked for its points many times. */
export function pathOf(element: DomElement): Polyline {
  const d = element.getAttribute("d") ?? "";
  const found = known.get(element);
  if (found !== undefined && found.d === d) return found.line;
  const line = flatten(d);
  known.set(element, { d, line });
  return line;
}

export function totalLength(line: Polyline): number {
  let length = 0;
  for (const { from, to } of segments(line)) length += Math.hypot(to.x - from.x, to.y - from.y);
  return length;
}

export function pointAtLength(line: Polyline, wanted: number): Point {
  let left = Math.max(0, wanted);
  let end: Point = line.find((point) => point !== null) ?? { x: 0, y: 0 };
  for (const { from, to } of segments(line)) {
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    if (length >= left && length > 0) {
      const part = left / length;
      return { x: from.x + part * (to.x - from.x), y: from.y + part * (to.y - from.y) };
    }
    left -= length;
    end = to;
  }
  return end;
}

function* segments(line: Polyline): Generator<{ readonly from: Point; readonly to: Point }> {
  let from: Point | null = null;
  for (const to of line) {
    if (from !== null && to !== null) yield { from, to };
    from = to;
  }
}

const command = /([MLHVCSQTAZ])([^MLHVCSQTAZ]*)/gi;

/** How many numbers a command takes each time. */
const counts: Readonly<Record<string, number>> = {
  M: 2,
  L: 2,
  H: 1,
  V: 1,
  C: 6,
  S: 4,
  Q: 4,
  T: 2,
  A: 7,
  Z: 0,
};

interface Pen {
  at: Point;
  start: Point;
  /** The last control point, which a smooth curve mirrors. */
  control: Point | null;
}

export function flatten(d: string): Polyline {
  const line: (Point | null)[] = [];
  const pen: Pen = { at: { x: 0, y: 0 }, start: { x: 0, y: 0 }, control: null };
  for (const [, letter = "", text = ""] of d.matchAll(command)) {
    const upper = letter.toUpperCase();
    const isRelative = letter !== upper;
    const numbers = upper === "A" ? arcNumbers(text) : numbersIn(text);
    const count = counts[upper] ?? 0;
    if (upper === "Z") {
      line.push(pen.start);
      pen.at = pen.start;
      continue;
    }
    for (let at = 0; at + count <= numbers.length; at += count) {
      // Further pairs of a move are lines.
      const kind = upper === "M" && at > 0 ? "L" : upper;
      drawStep(line, pen, { kind, isRelative, numbers: numbers.slice(at, at + count) });
    }
  }
  return line;
}

/** The two flags of an arc may stand without a separator. */
function arcNumbers(text: string): number[] {
  const one = String.raw`\s*,?\s*([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)`;
  const arc = new RegExp(`${one}${one}${one}${String.raw`\s*,?\s*([01])\s*,?\s*([01])`}${one}${one}`, "gi");
  return Array.from(text.matchAll(arc), ([, ...numbers]) => numbers.map(Number)).flat();
}

interface Step {
  readonly kind: string;
  readonly isRelative: boolean;
  readonly numbers: readonly number[];
}

function drawStep(line: (Point | null)[], pen: Pen, { kind, isRelative, numbers }: Step): void {
  const { at } = pen;
  const base = isRelative ? at : { x: 0, y: 0 };
  const point = (index: number): Point => ({
    x: base.x + (numbers[index] ?? 0),
    y: base.y + (numbers[index + 1] ?? 0),
  });
  const smooth = pen.control === null ? at : { x: 2 * at.x - pen.control.x, y: 2 * at.y - pen.control.y };
  pen.control = null;
  switch (kind) {
    case "M":
      pen.start = point(0);
      line.push(null, pen.start);
      break;
    case "L":
      line.push(point(0));
      break;
    case "H":
      line.push({ x: base.x + (numbers[0] ?? 0), y: at.y });
      break;
    case "V":
      line.push({ x: at.x, y: base.y + (numbers[0] ?? 0) });
      break;
    case "C":
    case "S": {
      const [first, second, end] = kind === "C"
        ? [point(0), point(2), point(4)]
        : [smooth, point(0), point(2)];
      addCurve(line, [at, first, second, end]);
      pen.control = second;
      break;
    }
    case "Q":
    case "T": {
      const [middle, end] = kind === "Q" ? [point(0), point(2)] : [smooth, point(0)];
      addCurve(line, [at, between(at, middle), between(end, middle), end]);
      pen.control = middle;
      break;
    }
    case "A":
      addArc(line, at, { numbers, end: point(5) });
      break;
  }
  pen.at = line.at(-1) ?? at;
}

/** Two thirds of the way, which makes a quadratic curve a cubic one. */
function between(end: Point, middle: Point): Point {
  return { x: end.x + 2 / 3 * (middle.x - end.x), y: end.y + 2 / 3 * (middle.y - end.y) };
}

function addCurve(line: (Point | null)[], [p, q, r, s]: readonly [Point, Point, Point, Point]): void {
  for (let piece = 1; piece <= pieces; piece++) {
    const t = piece / pieces;
    const u = 1 - t;
    const [a, b, c, d] = [u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t];
    line.push({ x: a * p.x + b * q.x + c * r.x + d * s.x, y: a * p.y + b * q.y + c * r.y + d * s.y });
  }
}

interface Arc {
  readonly numbers: readonly number[];
  readonly end: Point;
}

/** From the end points to the centre, as the appendix of the SVG specification does it. */
function addArc(line: (Point | null)[], from: Point, { numbers, end }: Arc): void {
  const [radiusX = 0, radiusY = 0, degrees = 0, large = 0, sweep = 0] = numbers;
  let [rx, ry] = [Math.abs(radiusX), Math.abs(radiusY)];
  if (rx === 0 || ry === 0 || from.x === end.x && from.y === end.y) {
    line.push(end);
    return;
  }
  const [cos, sin] = [Math.cos(degrees * Math.PI / 180), Math.sin(degrees * Math.PI / 180)];
  const [halfX, halfY] = [(from.x - end.x) / 2, (from.y - end.y) / 2];
  const [x, y] = [cos * halfX + sin * halfY, cos * halfY - sin * halfX];
  const stretch = Math.sqrt(Math.max(1, (x / rx) ** 2 + (y / ry) ** 2));
  rx *= stretch;
  ry *= stretch;
  const rest = (rx * ry) ** 2 / ((rx * y) ** 2 + (ry * x) ** 2) - 1;
  const side = (large === sweep ? -1 : 1) * Math.sqrt(Math.max(0, rest));
  const [cx, cy] = [side * rx * y / ry, -side * ry * x / rx];
  const first = Math.atan2((y - cy) / ry, (x - cx) / rx);
  let turn = Math.atan2((-y - cy) / ry, (-x - cx) / rx) - first;
  if (sweep === 1 && turn < 0) turn += 2 * Math.PI;
  if (sweep === 0 && turn > 0) turn -= 2 * Math.PI;
  const centre = {
    x: cos * cx - sin * cy + (from.x + end.x) / 2,
    y: sin * cx + cos * cy + (from.y + end.y) / 2,
  };
  for (let piece = 1; piece < pieces; piece++) {
    const angle = first + turn * piece / pieces;
    const [px, py] = [rx * Math.cos(angle), ry * Math.sin(angle)];
    line.push({ x: centre.x + cos * px - sin * py, y: centre.y + sin * px + cos * py });
  }
  line.push(end);
}
