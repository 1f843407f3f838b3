/**
 * Draws SVG with resvg and an embedded font. Runs in the renderer room only.
 *
 * resvg loads nothing by itself: an `<image>` that points elsewhere stays empty. Without a font it draws no
 * text and says nothing, so every family falls back to the embedded one, which has Latin and Japanese.
 */

import font from "@expo-google-fonts/m-plus-1p/400Regular/MPLUS1p_400Regular.ttf" with { type: "bytes" };
import { initWasm, Resvg } from "@resvg/resvg-wasm";
import wasm from "@resvg/resvg-wasm/index_bg.wasm" with { type: "bytes" };
import type { Raster } from "./raster.ts";

const family = "M PLUS 1p";
const fontOptions = {
  fontBuffers: [font],
  defaultFontFamily: family,
  sansSerifFamily: family,
  serifFamily: family,
  monospaceFamily: family,
  cursiveFamily: family,
  fantasyFamily: family,
};

let ready: Promise<void> | undefined;

/** Draws an SVG on white at its own size, or smaller where an edge would be over `maxEdge`. */
export async function rasteriseSvg(svg: Uint8Array, maxEdge: number): Promise<Raster> {
  await (ready ??= initWasm(wasm));
  const text = new TextDecoder().decode(svg);
  const size = measure(text);
  const long = Math.max(size.width, size.height);
  const shrink = size.width >= size.height
    ? { mode: "width" as const, value: maxEdge }
    : { mode: "height" as const, value: maxEdge };
  const resvg = new Resvg(text, {
    font: fontOptions,
    background: "#ffffff",
    fitTo: long > maxEdge ? shrink : { mode: "original" },
  });
  try {
    const image = resvg.render();
    const { width, height, pixels } = image;
    image.free();
    return { width, height, pixels };
  } finally {
    resvg.free();
  }
}

/** The size as resvg understands it; parsed without the font, which makes it cheap. */
function measure(svg: string): { readonly width: number; readonly height: number } {
  const resvg = new Resvg(svg, { font: { fontBuffers: [] } });
  const { width, height } = resvg;
  resvg.free();
  return { width, height };
}
