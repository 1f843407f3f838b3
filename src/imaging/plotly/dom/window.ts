/**
 * The page that plotly.js runs in, without a browser: a window, a document and what else it asks for.
 *
 * 1. Nothing is loaded but what the given function provides, and images in the figure (`data:`).
 * 2. Nothing is left behind: timers end with {@linkcode Page.close}. What fails in one, or while something loads, rejects
 *    {@linkcode Page.failed}, as nobody else would see it.
 * 3. Nothing is written: stdout carries frames, so messages for the console are kept.
 */

import { serialiseSvg } from "../serialise.ts";
import { HtmlElement, SvgElement } from "./elements.ts";
import { DomElement, DomNode, DomText, htmlNamespace, svgNamespace } from "./nodes.ts";

/** The content of a URL; undefined for what is not loaded. */
type Load = (url: string) => Promise<string | undefined>;

/** The size of a figure that names none, as plotly.js has it. */
const size = { width: 700, height: 450 };

export class Page {
  readonly document = new PageDocument();
  readonly #timers = new Set<ReturnType<typeof setTimeout>>();
  readonly #load: Load;
  #failure = Promise.withResolvers<never>();
  /** Every name that plotly.js may find in the scope around it. */
  readonly globals: Readonly<Record<string, unknown>>;
  /** What was written to the console since the page was last closed. */
  readonly messages: string[] = [];
  /** The URLs that were not loaded since then. */
  readonly refused: string[] = [];

  constructor(load: Load) {
    this.#load = load;
    this.globals = this.#makeGlobals();
  }

  /** Never resolves; rejects with the first error in a callback since the page was last closed. */
  get failed(): Promise<never> {
    return this.#failure.promise;
  }

  /** A new element in the body. */
  makeRoot(): HtmlElement {
    const root = this.document.createElement("div");
    root.style.cssText = `width: ${size.width}px; height: ${size.height}px`;
    this.document.body.appendChild(root);
    return root;
  }

  /** Removes what a drawing left. */
  close(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
    this.#failure.promise.catch(() => undefined);
    this.#failure = Promise.withResolvers();
    this.messages.length = 0;
    this.refused.length = 0;
    this.document.body.textContent = "";
  }

  #after(run: () => void, milliseconds: number): ReturnType<typeof setTimeout> {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      this.#runCallback(run);
    }, milliseconds);
    this.#timers.add(timer);
    return timer;
  }

  #runCallback(run: () => void): void {
    try {
      run();
    } catch (error) {
      this.#failure.reject(error);
    }
  }

  #write(words: readonly unknown[]): void {
    if (this.messages.length < mostMessages) this.messages.push(words.join(" "));
  }

  /** What is not loaded ends the drawing: plotly.js has no handler for it. */
  async #request(url: string, answer: (text: string) => void): Promise<void> {
    const text = await this.#load(url).catch(() => undefined);
    if (text !== undefined) return this.#runCallback(() => answer(text));
    this.refused.push(url);
    this.#failure.reject(new Error("nothing is loaded"));
  }

  #makeGlobals(): Readonly<Record<string, unknown>> {
    const ignore = () => {};
    const write = (...words: readonly unknown[]) => this.#write(words);
    const request: Request = (url, answer) => void this.#request(url, answer);
    const loaded = (answer: () => void) => queueMicrotask(() => this.#runCallback(answer));
    const { document } = this;
    const end = (timer: ReturnType<typeof setTimeout>) => clearTimeout(timer);
    const names: Record<string, unknown> = {
      document,
      navigator: { userAgent: "Mozilla/5.0 Chrome/150", platform: "", language: "en", languages: ["en"] },
      location: { href: "about:blank", origin: "null", protocol: "about:" },
      Node: DomNode,
      Element: DomElement,
      HTMLElement: HtmlElement,
      SVGElement: SvgElement,
      Image: class extends PageImage {
        constructor() {
          super(loaded);
        }
      },
      XMLSerializer: class {
        serializeToString(element: DomElement): string {
          return serialiseSvg(element);
        }
      },
      // Made when plotly.js is loaded, and used with MathJax only.
      DOMParser: class {},
      XMLHttpRequest: class extends PageRequest {
        constructor() {
          super(request);
        }
      },
      fetch: () => Promise.reject(new Error("nothing is loaded")),
      getComputedStyle: (element: DomElement) => computedStyle(element),
      CSS: { supports: () => true },
      devicePixelRatio: 1,
      innerWidth: size.width,
      innerHeight: size.height,
      performance,
      setTimeout: (run: () => void, milliseconds = 0) => this.#after(run, milliseconds),
      clearTimeout: end,
      requestAnimationFrame: (run: (time: number) => void) => this.#after(() => run(performance.now()), 0),
      cancelAnimationFrame: end,
      addEventListener: ignore,
      removeEventListener: ignore,
      getSelection: () => null,
      matchMedia: () => ({ matches: false, addListener: ignore, addEventListener: ignore }),
      console: { log: write, warn: write, error: write, info: write, debug: write, trace: write },
      atob,
      btoa,
      PlotlyGeoAssets: { topojson: {} },
      ...Object.fromEntries(withheld.map((name) => [name, undefined])),
    };
    const window = { ...names };
    document.defaultView = window;
    return { ...names, window, self: window, global: window };
  }
}

/** What a browser or this runtime has, and plotly.js does not get. */
const withheld =
  "Deno process require Worker SharedWorker WebSocket EventSource indexedDB caches localStorage sessionStorage Blob URL ShadowRoot WebGLRenderingContext WebGL2RenderingContext OffscreenCanvas createImageBitmap postMessage close importScripts"
    .split(" ");

class PageDocument extends HtmlElement {
  defaultView: unknown = null;
  readonly documentElement: HtmlElement;
  readonly head: HtmlElement;
  readonly body: HtmlElement;

  constructor() {
    super("#document");
    this.documentElement = this.createElement("html");
    this.head = this.createElement("head");
    this.body = this.createElement("body");
    this.appendChild(this.documentElement);
    this.documentElement.appendChild(this.head);
    this.documentElement.appendChild(this.body);
  }

  createElement(name: string): HtmlElement {
    const element = new HtmlElement(name.toLowerCase());
    element.ownerDocument = this;
    return element;
  }

  createElementNS(namespace: string, name: string): DomElement {
    if (namespace === htmlNamespace) return this.createElement(name);
    if (namespace !== svgNamespace) throw new Error(`elements of "${namespace}" are not drawn`);
    const element = new SvgElement(name);
    element.ownerDocument = this;
    return element;
  }

  createTextNode(text: unknown): DomText {
    const node = new DomText(String(text));
    node.ownerDocument = this;
    return node;
  }

  getElementById(id: string): DomElement | null {
    for (const element of this.descendants()) if (element.getAttribute("id") === id) return element;
    return null;
  }
}

/** Loads at once if it is part of the figure, and fails otherwise. */
class PageImage extends HtmlElement {
  onload: ((this: PageImage) => void) | null = null;
  onerror: ((this: PageImage) => void) | null = null;

  readonly #later: (answer: () => void) => void;

  constructor(later: (answer: () => void) => void) {
    super("img");
    this.#later = later;
  }

  override setAttribute(name: string, value: unknown): void {
    super.setAttribute(name, value);
    if (name !== "src") return;
    const isInside = /^data:image\//i.test(this.src);
    this.#later(() => (isInside ? this.onload : this.onerror)?.call(this));
  }

  get src(): string {
    return this.getAttribute("src") ?? "";
  }

  set src(value: string) {
    this.setAttribute("src", value);
  }
}

/** Asks for the content of a URL. */
type Request = (url: string, answer: (text: string) => void) => void;

/** A request as d3 makes it. */
class PageRequest {
  readonly #request: Request;
  #url = "";
  status = 0;
  responseText = "";
  onload: (() => void) | null = null;

  constructor(request: Request) {
    this.#request = request;
  }

  open(_method: string, url: string): void {
    this.#url = url;
  }

  setRequestHeader(): void {}
  overrideMimeType(): void {}
  abort(): void {}

  send(): void {
    this.#request(this.#url, (text) => {
      this.status = 200;
      this.responseText = text;
      this.onload?.();
    });
  }
}

/** Messages for the console that are kept. */
const mostMessages = 1_000;

const computedNames = ["display", "position", "width", "height", "visibility", "overflow", "cursor"];

function computedStyle(element: DomElement) {
  const defaults: Readonly<Record<string, string>> = {
    display: element.namespaceURI === svgNamespace ? "inline" : "block",
    position: "static",
    transform: "none",
  };
  const value = (name: string) => element.presentation(name) ?? defaults[name] ?? "";
  const values = Object.fromEntries(computedNames.map((name) => [name, value(name)]));
  return { ...values, getPropertyValue: value };
}
