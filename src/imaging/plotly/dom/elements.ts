/** Elements of SVG and HTML with what plotly.js measures and paints: boxes, paths and a canvas. */

import { boundingClientRect, boxOf, textLength } from "../geometry/boxes.ts";
import { transformOf } from "../geometry/matrix.ts";
import { pathOf, pointAtLength, totalLength } from "../geometry/paths.ts";
import { Canvas } from "./canvas.ts";
import { DomElement, htmlNamespace, svgNamespace } from "./nodes.ts";

export class SvgElement extends DomElement {
  constructor(localName: string) {
    super(localName, svgNamespace);
  }

  blank(): SvgElement {
    return new SvgElement(this.localName);
  }

  get transform() {
    return { baseVal: { consolidate: () => ({ matrix: transformOf(this) }) } };
  }

  get ownerSVGElement(): DomElement | null {
    return this.parentElement?.closest("svg") ?? null;
  }

  getBBox() {
    return boxOf(this);
  }

  getBoundingClientRect() {
    return boundingClientRect(this);
  }

  getComputedTextLength(): number {
    return textLength(this);
  }

  getTotalLength(): number {
    return totalLength(pathOf(this));
  }

  getPointAtLength(length: number) {
    return pointAtLength(pathOf(this), length);
  }
}

export class HtmlElement extends DomElement {
  #canvas: Canvas | undefined;

  constructor(localName: string) {
    super(localName, htmlNamespace);
  }

  blank(): HtmlElement {
    return new HtmlElement(this.localName);
  }

  getBoundingClientRect() {
    return boundingClientRect(this);
  }

  get clientWidth(): number {
    return this.getBoundingClientRect().width;
  }

  get clientHeight(): number {
    return this.getBoundingClientRect().height;
  }

  // A canvas

  get canvas(): Canvas {
    return this.#canvas ??= new Canvas();
  }

  get width(): number {
    return this.canvas.width;
  }

  set width(value: number) {
    this.canvas.width = value;
  }

  get height(): number {
    return this.canvas.height;
  }

  set height(value: number) {
    this.canvas.height = value;
  }

  /** There is no WebGL. */
  getContext(kind: string): Canvas | null {
    return kind === "2d" && this.localName === "canvas" ? this.canvas : null;
  }

  toDataURL(): string {
    return this.canvas.toDataURL();
  }
}
