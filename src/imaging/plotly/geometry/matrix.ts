/** Affine transforms of SVG, read from the attribute `transform`. */

import type { DomElement } from "../dom/nodes.ts";

/** As in SVG: `x' = a·x + c·y + e`, `y' = b·x + d·y + f`. */
export interface Matrix {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
  readonly e: number;
  readonly f: number;
}

export const identity: Matrix = { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 };

export interface Point {
  readonly x: number;
  readonly y: number;
}

export function multiply(outer: Matrix, inner: Matrix): Matrix {
  if (outer === identity) return inner;
  if (inner === identity) return outer;
  return {
    a: outer.a * inner.a + outer.c * inner.b,
    b: outer.b * inner.a + outer.d * inner.b,
    c: outer.a * inner.c + outer.c * inner.d,
    d: outer.b * inner.c + outer.d * inner.d,
    e: outer.a * inner.e + outer.c * inner.f + outer.e,
    f: outer.b * inner.e + outer.d * inner.f + outer.f,
  };
}

export function apply({ a, b, c, d, e, f }: Matrix, { x, y }: Point): Point {
  return { x: a * x + c * y + e, y: b * x + d * y + f };
}

const step = /(\w+)\s*\(([^)]*)\)/g;
const number = /[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/gi;

/** The numbers in a text, whatever separates them. */
export function numbersIn(text: string): number[] {
  return Array.from(text.matchAll(number), ([one]) => Number(one));
}

function parseTransform(text: string | null): Matrix {
  if (text === null || text === "") return identity;
  let matrix = identity;
  for (const [, name = "", given = ""] of text.matchAll(step)) {
    matrix = multiply(matrix, stepMatrix(name, numbersIn(given)));
  }
  return matrix;
}

function stepMatrix(name: string, [p = 0, q, r, s, t, u]: readonly number[]): Matrix {
  switch (name) {
    case "translate":
      return { ...identity, e: p, f: q ?? 0 };
    case "scale":
      return { ...identity, a: p, d: q ?? p };
    case "rotate":
      return rotation(p, { x: q ?? 0, y: r ?? 0 });
    case "skewX":
      return { ...identity, c: Math.tan(radians(p)) };
    case "skewY":
      return { ...identity, b: Math.tan(radians(p)) };
    case "matrix":
      return { a: p, b: q ?? 0, c: r ?? 0, d: s ?? 1, e: t ?? 0, f: u ?? 0 };
    default:
      return identity;
  }
}

function rotation(degrees: number, { x, y }: Point): Matrix {
  const [cos, sin] = [Math.cos(radians(degrees)), Math.sin(radians(degrees))];
  return { a: cos, b: sin, c: -sin, d: cos, e: x - cos * x + sin * y, f: y - sin * x - cos * y };
}

function radians(degrees: number): number {
  return degrees * Math.PI / 180;
}

/** What an element does to its own coordinates and those of its children. */
export function transformOf(element: DomElement): Matrix {
  const own = parseTransform(element.getAttribute("transform"));
  if (element.localName !== "svg") return own;
  return multiply(own, {
    ...identity,
    e: Number(element.getAttribute("x") ?? 0) || 0,
    f: Number(element.getAttribute("y") ?? 0) || 0,
  });
}
