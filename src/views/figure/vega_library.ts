/**
 * Vega and Vega-Lite for the view of a figure, with the interpreter of expressions that needs no evaluation of code.
 * Nothing is loaded from anywhere: a specification that refers to a URL cannot be drawn. Vega itself would draw it empty.
 */

import { loader, None, parse, View } from "vega";
import { expressionInterpreter } from "vega-interpreter";
import { compile, type TopLevelSpec } from "vega-lite";
import type { DrawnVega, VegaFigure } from "./libraries.ts";

async function draw(target: HTMLElement, figure: VegaFigure): Promise<DrawnVega> {
  const { spec, isLite, width } = figure;
  const drawn = await drawAsIs(target, figure);
  if (target.scrollWidth <= width || !isLite || !isSingle(spec)) return drawn;
  drawn.remove();
  const fit = { width, autosize: { type: "fit", contains: "padding" } };
  return await drawAsIs(target, { ...figure, spec: { ...spec, ...fit } });
}

async function drawAsIs(target: HTMLElement, { spec, isLite, config }: VegaFigure): Promise<DrawnVega> {
  const compiled = isLite ? compileLite(spec, config) : parse(spec, config, { ast: true });
  let isRefused = false;
  const refuse = () => {
    isRefused = true;
    return Promise.reject(new Error("nothing is loaded"));
  };
  const view = new View(compiled, {
    loader: { ...loader(), load: refuse, sanitize: refuse },
    expr: expressionInterpreter,
    renderer: "svg",
    hover: true,
    logLevel: None,
  });
  await view.initialize(target).runAsync();
  if (isRefused) {
    view.finalize();
    throw new Error("the figure refers to data that is not part of it");
  }
  return { toSvg: () => view.toSVG(), remove: () => void view.finalize() };
}

function compileLite(spec: object, config: object) {
  if (!isLiteSpec(spec)) throw new Error("the figure is not a Vega-Lite specification");
  return parse(compile(spec, { config }).spec, undefined, { ast: true });
}

/** Whether a Vega-Lite specification is one view, whose width is that of the figure. */
function isSingle(spec: object): boolean {
  const encoding = "encoding" in spec && typeof spec.encoding === "object"
    ? Object.keys(spec.encoding ?? {})
    : [];
  return ("mark" in spec || "layer" in spec) &&
    !encoding.some((key) => ["row", "column", "facet"].includes(key));
}

function isLiteSpec(spec: object): spec is TopLevelSpec {
  return ["mark", "layer", "facet", "hconcat", "vconcat", "concat", "repeat"].some((key) => key in spec);
}

globalThis.vegaLibrary = { draw };
