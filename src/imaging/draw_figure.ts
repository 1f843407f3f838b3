/** Draws figures that come without an image: Altair's with Vega, Plotly's with plotly.js, each loaded when it is needed. */

import { isRecord, type JsonRecord } from "../base/json.ts";
import type { DrawFigureRequest, FigureForm } from "../base/protocol.ts";
import { missingGlyphsWarning, substituteGlyphs } from "./missing_glyphs.ts";
import { opaquePng } from "./png.ts";
import { zoomSvg } from "./svg.ts";

/** Figures are made for screens of any density; twice their size is what a person sees on most. */
const largestZoom = 2;
const longestEdge = 20_000;
const usualDpi = 96;

export async function drawFigure({ form, json, maxEdge }: Omit<DrawFigureRequest, "id" | "kind">) {
  const spec: unknown = JSON.parse(json);
  if (!isRecord(spec)) throw new Error("the figure is not an object");
  const drawing = await drawings[form](spec);
  const { svg, lacking } = substituteGlyphs(drawing.svg);
  const { width, height } = svgSize(svg);
  const long = Math.max(width, height);
  if (!(Math.min(width, height) >= 1) || long > longestEdge) {
    throw new Error(`the figure is ${width}×${height} pixels`);
  }
  const raster = await zoomSvg(svg, Math.min(largestZoom, maxEdge / long));
  const bytes = await opaquePng(raster, usualDpi * raster.width / width);
  const note = [...drawing.notes, ...missingGlyphsWarning(lacking, "en")].join("; ");
  return {
    bytes,
    mimeType: "image/png",
    width: raster.width,
    height: raster.height,
    ...(note === "" ? {} : { note }),
  };
}

interface Drawing {
  readonly svg: string;
  /** What of the figure is not in it. */
  readonly notes: readonly string[];
}

const drawings: Readonly<Record<FigureForm, (spec: JsonRecord) => Promise<Drawing>>> = {
  plotly: async (spec) => await (await import("./plotly/draw_plotly.ts")).drawPlotly(spec),
  vega: async (spec) => ({ svg: await (await import("./vega_svg.ts")).vegaSvg(spec), notes: [] }),
  "vega-lite": async (spec) => ({ svg: await (await import("./vega_svg.ts")).vegaLiteSvg(spec), notes: [] }),
};

function svgSize(svg: string) {
  const [root = ""] = /<svg [^>]*>/.exec(svg) ?? [];
  const [width = 0, height = 0] = ["width", "height"].map((name) =>
    Number(new RegExp(` ${name}="([\\d.]+)"`).exec(root)?.[1])
  );
  return { width, height };
}
