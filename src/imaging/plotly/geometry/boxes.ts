/**
 * The boxes that a browser would measure: of shapes by their attributes, of texts by the metrics of the embedded font.
 * As in Chromium, strokes do not count, and a text is as high as ascent and descent of its font, each rounded.
 */

import { fontMetrics } from "../../font.ts";
import { DomElement, DomText, htmlNamespace } from "../dom/nodes.ts";
import { apply, identity, type Matrix, multiply, numbersIn, type Point, transformOf } from "./matrix.ts";
import { pathOf } from "./paths.ts";

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const nothing: Box = { x: 0, y: 0, width: 0, height: 0 };

/** The box of an element in its own coordinates. */
export function boxOf(element: DomElement): Box {
  return new Extent().addElement(element, identity).box();
}

/** The box of an element on the page, whose origin is that of the outermost SVG. */
export function boundingClientRect(element: DomElement) {
  const box = element.namespaceURI === htmlNamespace || isOutermost(element)
    ? declaredBox(element)
    : pageBox(element);
  const { x, y, width, height } = box;
  return { x, y, width, height, left: x, top: y, right: x + width, bottom: y + height };
}

function isOutermost(element: DomElement): boolean {
  return element.localName === "svg" && element.parentElement?.namespaceURI === htmlNamespace;
}

/** HTML is not laid out: an element is as large as its style or attributes say, at the origin. */
function declaredBox(element: DomElement): Box {
  const length = (name: string) => Number.parseFloat(element.presentation(name) ?? "") || 0;
  return { x: 0, y: 0, width: length("width"), height: length("height") };
}

function pageBox(element: DomElement): Box {
  let matrix = identity;
  for (let above: DomElement | null = element; above !== null; above = above.parentElement) {
    if (above.namespaceURI === htmlNamespace || isOutermost(above)) break;
    matrix = multiply(transformOf(above), matrix);
  }
  return new Extent().addElement(element, matrix).box();
}

/** Elements that are never drawn where they stand. */
const undrawn = new Set("defs clipPath linearGradient radialGradient pattern mask style title".split(" "));

class Extent {
  #left = Infinity;
  #top = Infinity;
  #right = -Infinity;
  #bottom = -Infinity;

  box(): Box {
    if (!(this.#left <= this.#right)) return nothing;
    return {
      x: this.#left,
      y: this.#top,
      width: this.#right - this.#left,
      height: this.#bottom - this.#top,
    };
  }

  /** Adds what an element draws; the matrix includes its own transform. */
  addElement(element: DomElement, matrix: Matrix): this {
    if (undrawn.has(element.localName) || element.presentation("display") === "none") return this;
    switch (element.localName) {
      case "text":
      case "tspan":
        for (const box of textBoxes(element)) this.#addBox(box, matrix);
        break;
      case "path":
        for (const point of pathOf(element)) if (point !== null) this.#addPoint(point, matrix);
        break;
      case "g":
      case "svg":
      case "a":
        for (const child of element.children) this.addElement(child, multiply(matrix, transformOf(child)));
        break;
      default: {
        const box = shapeBox(element);
        if (box !== null) this.#addBox(box, matrix);
      }
    }
    return this;
  }

  #addBox({ x, y, width, height }: Box, matrix: Matrix): void {
    this.#addPoint({ x, y }, matrix);
    this.#addPoint({ x: x + width, y: y + height }, matrix);
    if (matrix.b === 0 && matrix.c === 0) return;
    this.#addPoint({ x: x + width, y }, matrix);
    this.#addPoint({ x, y: y + height }, matrix);
  }

  #addPoint(point: Point, matrix: Matrix): void {
    const { x, y } = apply(matrix, point);
    if (Number.isNaN(x) || Number.isNaN(y)) return;
    this.#left = Math.min(this.#left, x);
    this.#right = Math.max(this.#right, x);
    this.#top = Math.min(this.#top, y);
    this.#bottom = Math.max(this.#bottom, y);
  }
}

function shapeBox(element: DomElement): Box | null {
  const at = (name: string) => Number.parseFloat(element.getAttribute(name) ?? "") || 0;
  switch (element.localName) {
    case "rect":
    case "image":
    case "foreignObject":
      return { x: at("x"), y: at("y"), width: at("width"), height: at("height") };
    case "circle":
      return { x: at("cx") - at("r"), y: at("cy") - at("r"), width: 2 * at("r"), height: 2 * at("r") };
    case "ellipse":
      return { x: at("cx") - at("rx"), y: at("cy") - at("ry"), width: 2 * at("rx"), height: 2 * at("ry") };
    case "line": {
      const [left, top] = [Math.min(at("x1"), at("x2")), Math.min(at("y1"), at("y2"))];
      return { x: left, y: top, width: Math.abs(at("x2") - at("x1")), height: Math.abs(at("y2") - at("y1")) };
    }
    default:
      return null;
  }
}

/** The length of the text in an element, as it advances. */
export function textLength(element: DomElement): number {
  return fragmentsOf(element).reduce((sum, { width }) => sum + width, 0);
}

interface Fragment {
  readonly owner: DomElement;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly size: number;
}

/** The boxes of a text, or of one of its parts. */
function textBoxes(element: DomElement): Box[] {
  return fragmentsOf(element).map(({ x, y, width, size }) => {
    const [ascent, descent] = [Math.round(fontMetrics.ascent * size), Math.round(fontMetrics.descent * size)];
    return { x, y: y - ascent, width, height: ascent + descent };
  });
}

/** Where each piece of a text, or of a part of one, is; pieces that follow an absolute position are anchored together. */
function fragmentsOf(element: DomElement): Fragment[] {
  const layout = new TextLayout();
  layout.addElement(element.closest("text") ?? element, { size: 16, anchor: "start" });
  return layout.finished().filter(({ owner }) => element.contains(owner));
}

interface Inherited {
  readonly size: number;
  readonly anchor: string;
}

class TextLayout {
  readonly #done: Fragment[] = [];
  #chunk: Fragment[] = [];
  #anchor = "start";
  #x = 0;
  #y = 0;

  finished(): Fragment[] {
    this.#endChunk();
    return this.#done;
  }

  addElement(element: DomElement, inherited: Inherited): void {
    const size = fontSize(element, inherited.size);
    const anchor = element.presentation("text-anchor") ?? inherited.anchor;
    const [x, y] = ["x", "y"].map((name) => lengthAt(element, name, size));
    if (x !== undefined || y !== undefined) this.#endChunk();
    this.#x = (x ?? this.#x) + (lengthAt(element, "dx", size) ?? 0);
    this.#y = (y ?? this.#y) + (lengthAt(element, "dy", size) ?? 0);
    for (const child of element.childNodes) {
      if (child instanceof DomText) this.#addText(child.textContent, { owner: element, size, anchor });
      else if (child instanceof DomElement) this.addElement(child, { size, anchor });
    }
  }

  #addText(text: string, { owner, size, anchor }: { owner: DomElement; size: number; anchor: string }): void {
    if (this.#chunk.length === 0) this.#anchor = anchor;
    const width = fontMetrics.shapedWidth(text, size);
    this.#chunk.push({ owner, x: this.#x, y: this.#y, width, size });
    this.#x += width;
  }

  #endChunk(): void {
    const [first] = this.#chunk;
    const last = this.#chunk.at(-1);
    if (first === undefined || last === undefined) return;
    const length = last.x + last.width - first.x;
    const back = this.#anchor === "middle" ? length / 2 : this.#anchor === "end" ? length : 0;
    this.#done.push(...this.#chunk.map((fragment) => ({ ...fragment, x: fragment.x - back })));
    this.#chunk = [];
  }
}

function fontSize(element: DomElement, inherited: number): number {
  const text = element.presentation("font-size");
  if (text === null) return inherited;
  const [value] = numbersIn(text);
  if (value === undefined) return inherited;
  return text.endsWith("%") ? inherited * value / 100 : text.endsWith("em") ? inherited * value : value;
}

function lengthAt(element: DomElement, name: string, size: number): number | undefined {
  const text = element.getAttribute(name);
  if (text === null) return undefined;
  const [value] = numbersIn(text);
  return value === undefined ? undefined : text.endsWith("em") ? value * size : value;
}
