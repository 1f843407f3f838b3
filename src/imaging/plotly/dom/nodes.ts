/**
 * A small stand-in for the DOM, as far as plotly.js needs it to draw: a tree of elements and texts with attributes,
 * inline styles, classes and selectors.
 *
 * 1. Nothing is parsed, loaded, laid out or dispatched: there is no HTML, and listeners are never called.
 * 2. Children are a linked list, because d3 walks siblings of thousands of markers.
 */

import { compileSelector } from "./selectors.ts";
import { StyleDeclaration } from "./style.ts";

export const svgNamespace = "http://www.w3.org/2000/svg";
export const htmlNamespace = "http://www.w3.org/1999/xhtml";

export abstract class DomNode {
  abstract readonly nodeType: number;
  abstract readonly nodeName: string;
  abstract textContent: string;
  abstract cloneNode(deep?: boolean): DomNode;

  parent: DomElement | null = null;
  nextSibling: DomNode | null = null;
  previousSibling: DomNode | null = null;
  ownerDocument: unknown = null;

  get parentNode(): DomElement | null {
    return this.parent;
  }

  get parentElement(): DomElement | null {
    return this.parent;
  }

  remove(): void {
    this.parent?.removeChild(this);
  }

  addEventListener(): void {}
  removeEventListener(): void {}
  dispatchEvent(): boolean {
    return true;
  }
}

export class DomText extends DomNode {
  readonly nodeType = 3;
  readonly nodeName = "#text";
  textContent: string;

  constructor(text: string) {
    super();
    this.textContent = text;
  }

  get data(): string {
    return this.textContent;
  }

  cloneNode(): DomText {
    const copy = new DomText(this.textContent);
    copy.ownerDocument = this.ownerDocument;
    return copy;
  }
}

export abstract class DomElement extends DomNode {
  readonly nodeType = 1;
  readonly localName: string;
  readonly namespaceURI: string;
  readonly #attributes = new Map<string, string>();
  #style: StyleDeclaration | undefined;
  #classes: ClassList | undefined;
  #childNodes: readonly DomNode[] | undefined;
  firstChild: DomNode | null = null;
  lastChild: DomNode | null = null;

  constructor(localName: string, namespaceURI: string) {
    super();
    this.localName = localName;
    this.namespaceURI = namespaceURI;
  }

  get nodeName(): string {
    return this.namespaceURI === htmlNamespace ? this.localName.toUpperCase() : this.localName;
  }

  get tagName(): string {
    return this.nodeName;
  }

  /** A new element of the same kind. */
  abstract blank(): DomElement;

  // Attributes

  get style(): StyleDeclaration {
    return this.#style ??= new StyleDeclaration();
  }

  get classList(): ClassList {
    return this.#classes ??= new ClassList(this);
  }

  get className(): string {
    return this.getAttribute("class") ?? "";
  }

  set className(value: string) {
    this.setAttribute("class", value);
  }

  get id(): string {
    return this.getAttribute("id") ?? "";
  }

  set id(value: string) {
    this.setAttribute("id", value);
  }

  getAttribute(name: string): string | null {
    if (name === "style") {
      return this.#style === undefined || this.#style.size === 0 ? null : this.#style.cssText;
    }
    return this.#attributes.get(name) ?? null;
  }

  setAttribute(name: string, value: unknown): void {
    if (name === "style") this.style.cssText = String(value);
    else this.#attributes.set(name, String(value));
  }

  hasAttribute(name: string): boolean {
    return this.getAttribute(name) !== null;
  }

  removeAttribute(name: string): void {
    if (name === "style") this.#style = undefined;
    else this.#attributes.delete(name);
  }

  getAttributeNS(_namespace: string | null, name: string): string | null {
    return this.getAttribute(name);
  }

  setAttributeNS(_namespace: string | null, name: string, value: unknown): void {
    this.setAttribute(name, value);
  }

  removeAttributeNS(_namespace: string | null, name: string): void {
    this.removeAttribute(name);
  }

  attributeEntries(): IterableIterator<[string, string]> {
    return this.#attributes.entries();
  }

  /** The value of a presentation attribute: the style wins over the attribute. */
  presentation(name: string): string | null {
    const styled = this.#style?.getPropertyValue(name) ?? "";
    return styled === "" ? this.#attributes.get(name) ?? null : styled;
  }

  // Children

  get childNodes(): readonly DomNode[] {
    if (this.#childNodes === undefined) {
      const nodes: DomNode[] = [];
      for (let child = this.firstChild; child !== null; child = child.nextSibling) nodes.push(child);
      this.#childNodes = nodes;
    }
    return this.#childNodes;
  }

  get children(): readonly DomElement[] {
    return this.childNodes.filter((child) => child instanceof DomElement);
  }

  get firstElementChild(): DomElement | null {
    let child = this.firstChild;
    while (child !== null && !(child instanceof DomElement)) child = child.nextSibling;
    return child;
  }

  get lastElementChild(): DomElement | null {
    let child = this.lastChild;
    while (child !== null && !(child instanceof DomElement)) child = child.previousSibling;
    return child;
  }

  appendChild<T extends DomNode>(node: T): T {
    return this.insertBefore(node, null);
  }

  insertBefore<T extends DomNode>(node: T, before: DomNode | null | undefined): T {
    const next = before ?? null;
    if (node === next) return node;
    node.remove();
    const previous = next === null ? this.lastChild : next.previousSibling;
    node.parent = this;
    node.nextSibling = next;
    node.previousSibling = previous;
    if (previous === null) this.firstChild = node;
    else previous.nextSibling = node;
    if (next === null) this.lastChild = node;
    else next.previousSibling = node;
    this.#childNodes = undefined;
    return node;
  }

  removeChild<T extends DomNode>(node: T): T {
    if (node.parent !== this) throw new Error("the node to be removed is not a child of this node");
    const { previousSibling, nextSibling } = node;
    if (previousSibling === null) this.firstChild = nextSibling;
    else previousSibling.nextSibling = nextSibling;
    if (nextSibling === null) this.lastChild = previousSibling;
    else nextSibling.previousSibling = previousSibling;
    node.parent = null;
    node.nextSibling = null;
    node.previousSibling = null;
    this.#childNodes = undefined;
    return node;
  }

  contains(other: DomNode | null): boolean {
    for (let node = other; node !== null; node = node.parent) if (node === this) return true;
    return false;
  }

  get textContent(): string {
    let text = "";
    for (let child = this.firstChild; child !== null; child = child.nextSibling) text += child.textContent;
    return text;
  }

  set textContent(text: string) {
    while (this.firstChild !== null) this.removeChild(this.firstChild);
    if (text === "" || text === null || text === undefined) return;
    const node = new DomText(String(text));
    node.ownerDocument = this.ownerDocument;
    this.appendChild(node);
  }

  /** HTML is never parsed: it becomes text. */
  set innerHTML(html: string) {
    this.textContent = html;
  }

  cloneNode(deep = false): DomElement {
    const copy = this.blank();
    copy.ownerDocument = this.ownerDocument;
    for (const [name, value] of this.#attributes) copy.setAttribute(name, value);
    if (this.#style !== undefined) copy.style.cssText = this.#style.cssText;
    if (deep) {
      for (let child = this.firstChild; child !== null; child = child.nextSibling) {
        copy.appendChild(child.cloneNode(true));
      }
    }
    return copy;
  }

  // Selectors

  matches(selector: string): boolean {
    return compileSelector(selector)(this);
  }

  closest(selector: string): DomElement | null {
    return this.matches(selector) ? this : this.parent?.closest(selector) ?? null;
  }

  querySelector(selector: string): DomElement | null {
    const matches = compileSelector(selector);
    for (const element of this.descendants()) if (matches(element)) return element;
    return null;
  }

  querySelectorAll(selector: string): DomElement[] {
    const matches = compileSelector(selector);
    const found: DomElement[] = [];
    for (const element of this.descendants()) if (matches(element)) found.push(element);
    return found;
  }

  /** Every element below this one, in document order. */
  *descendants(): Generator<DomElement> {
    let node: DomNode | null = this.firstChild;
    while (node !== null) {
      if (node instanceof DomElement) {
        yield node;
        if (node.firstChild !== null) {
          node = node.firstChild;
          continue;
        }
      }
      while (node !== null && node !== this && node.nextSibling === null) node = node.parent;
      node = node === null || node === this ? null : node.nextSibling;
    }
  }
}

/** The classes of an element, read again whenever its attribute has changed. */
class ClassList {
  readonly #element: DomElement;
  #text = "";
  #names = new Set<string>();

  constructor(element: DomElement) {
    this.#element = element;
  }

  contains(name: string): boolean {
    return this.#read().has(name);
  }

  add(...names: readonly string[]): void {
    this.#write([...this.#read(), ...names]);
  }

  remove(...names: readonly string[]): void {
    this.#write([...this.#read()].filter((name) => !names.includes(name)));
  }

  #read(): ReadonlySet<string> {
    const text = this.#element.getAttribute("class") ?? "";
    if (text !== this.#text) {
      this.#text = text;
      this.#names = new Set(text.split(/\s+/).filter((name) => name !== ""));
    }
    return this.#names;
  }

  #write(names: readonly string[]): void {
    this.#element.setAttribute("class", [...new Set(names)].join(" "));
  }
}
