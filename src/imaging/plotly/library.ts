/**
 * plotly.js, loaded with the first figure: the published script, run as a function whose parameters are the names of the
 * stand-in page. So it sees no name of this runtime, and nothing global changes.
 */

import script from "plotly.js-dist-min/plotly.min.js" with { type: "bytes" };
import { z } from "zod";
import { Page } from "./dom/window.ts";
import { readStored } from "./stored_text.ts";

const callable = z.custom<(...args: readonly unknown[]) => unknown>((value) => typeof value === "function");

const librarySchema = z.object({
  newPlot: callable,
  purge: callable,
  setPlotConfig: callable,
  Snapshot: z.object({ toSVG: callable }),
});

export interface LoadedLibrary {
  readonly library: z.infer<typeof librarySchema>;
  readonly page: Page;
}

/** The address from which plotly.js loads the outlines of maps. */
const outlines = "outlines:/";

let loaded: Promise<LoadedLibrary> | undefined;

export function loadLibrary(): Promise<LoadedLibrary> {
  return loaded ??= load();
}

async function load(): Promise<LoadedLibrary> {
  const page = new Page(loadOutlines);
  const module: { exports: unknown } = { exports: {} };
  const scope: Readonly<Record<string, unknown>> = { ...page.globals, module };
  new Function(...Object.keys(scope), withPrototypes(await readStored(script)))(...Object.values(scope));
  const library = librarySchema.parse(module.exports);
  library.setPlotConfig({ topojsonURL: outlines, logging: 2 });
  return { library, page };
}

/**
 * d3 gives each selection its methods by `__proto__`, which Deno does not have, and copies all of them otherwise: most of
 * the time of a figure with many labels.
 */
function withPrototypes(source: string): string {
  return source.replace(
    /\{\}\.__proto__\?function\((\w+),(\w+)\)\{\1\.__proto__=\2\}/,
    "true?function($1,$2){Object.setPrototypeOf($1,$2)}",
  );
}

async function loadOutlines(url: string): Promise<string | undefined> {
  const [, name] = /^outlines:\/([\w-]+)\.json$/.exec(url) ?? [];
  if (name === undefined) return undefined;
  const { outlinesOf } = await import("./outlines.ts");
  return await outlinesOf(name);
}
