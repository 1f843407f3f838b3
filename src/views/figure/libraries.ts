/**
 * The libraries that draw figures. They are in the page, compressed, as scripts that the browser does not run; the one
 * that a figure needs is run when it is needed. No client lets a view load one from elsewhere.
 */

import { decodeBase85 } from "./base85.ts";

/** What is used of plotly.js. */
export interface Plotly {
  newPlot(target: HTMLElement, figure: object): Promise<unknown>;
  purge(target: HTMLElement): void;
  toImage(target: HTMLElement, options: object): Promise<string>;
  readonly Plots: { resize(target: HTMLElement): Promise<unknown> };
  readonly PlotSchema: { get(): { readonly traces: Readonly<Record<string, unknown>> } };
}

/** What `vega_library.ts` offers. */
export interface VegaLibrary {
  draw(target: HTMLElement, figure: VegaFigure): Promise<DrawnVega>;
}

export interface VegaFigure {
  readonly spec: object;
  readonly isLite: boolean;
  /** Colours of the theme, where the specification has none. */
  readonly config: object;
  /** Pixels that there are: a wider figure is made narrower, if it is a single view. */
  readonly width: number;
}

export interface DrawnVega {
  toSvg(): Promise<string>;
  remove(): void;
}

declare global {
  var Plotly: Plotly | undefined;
  var vegaLibrary: VegaLibrary | undefined;
}

export async function loadPlotly(): Promise<Plotly> {
  if (globalThis.Plotly === undefined) await run("plotly");
  if (globalThis.Plotly === undefined) throw new Error("plotly.js did not start");
  return globalThis.Plotly;
}

export async function loadVega(): Promise<VegaLibrary> {
  if (globalThis.vegaLibrary === undefined) await run("vega");
  if (globalThis.vegaLibrary === undefined) throw new Error("vega did not start");
  return globalThis.vegaLibrary;
}

async function run(id: string): Promise<void> {
  const stored = document.getElementById(id)?.textContent?.trim() ?? "";
  const stream = new Blob([decodeBase85(stored)]).stream().pipeThrough(new DecompressionStream("gzip"));
  const script = document.createElement("script");
  script.textContent = await new Response(stream).text();
  document.head.append(script);
}
