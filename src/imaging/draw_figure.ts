/** Draws figures that come without an image: Altair's exactly, Plotly's through an approximation in Vega. */

import { isRecord, type JsonRecord, textAt } from "../base/json.ts";
import type { DrawFigureRequest } from "../base/protocol.ts";
import { missingGlyphsWarning, substituteGlyphs } from "./missing_glyphs.ts";
import { plotlyToVega } from "./plotly/to_vega.ts";
import { opaquePng } from "./png.ts";
import { zoomSvg } from "./svg.ts";
import { fontMetrics, vegaLiteSvg, vegaSvg } from "./vega_svg.ts";

/** Figures are made for screens of any density; twice their size is what a person sees on most. */
const largestZoom = 2;
const longestEdge = 20_000;
const usualDpi = 96;

export async function drawFigure({ form, json, maxEdge }: Omit<DrawFigureRequest, "id" | "kind">) {
  const spec: unknown = JSON.parse(json);
  if (!isRecord(spec)) throw new Error("the figure is not an object");
  const drawing = await svgOf(form, spec);
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

async function svgOf(form: DrawFigureRequest["form"], spec: JsonRecord): Promise<Drawing> {
  switch (form) {
    case "vega-lite":
      return { svg: await vegaLiteSvg(spec), notes: [] };
    case "vega":
      return { svg: await vegaSvg(spec), notes: [] };
    case "plotly": {
      const vega = plotlyToVega(spec, { measure: fontMetrics.width });
      const leftOut = textAt(vega["usermeta"], "leftOut");
      return { svg: await boundedSvg(vega), notes: leftOut === "" ? [] : [leftOut] };
    }
  }
}

function svgSize(svg: string): { readonly width: number; readonly height: number } {
  const [width = 0, height = 0] =
    /<svg [^>]*?width="([\d.]+)" height="([\d.]+)"/.exec(svg)?.slice(1).map(Number) ?? [];
  return { width, height };
}

/** The space around the plots of a figure out of which something sticks too far. */
const padding = { left: 140, top: 80, right: 280, bottom: 140 };

/** A figure that a text or a shape on its paper would stretch is cut off instead, as Plotly does it. */
async function boundedSvg(vega: ReturnType<typeof plotlyToVega>): Promise<string> {
  const { width, height } = vega;
  const svg = await vegaSvg(vega);
  const drawn = svgSize(svg);
  if (drawn.width <= 2 * (width + padding.right) && drawn.height <= 2 * (height + padding.bottom)) return svg;
  return await vegaSvg(vega, { frame: { width, height, padding } });
}
