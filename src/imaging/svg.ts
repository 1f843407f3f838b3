/**
 * Draws SVG with resvg and an embedded font. Runs in the renderer only.
 *
 * An SVG is refused by the size that the images in it claim before any is decoded.
 * resvg loads nothing by itself: an `<image>` that points elsewhere stays empty. Without a font it draws no
 * text and says nothing, so every family falls back to the embedded one, which has Latin and Japanese.
 */

import wasm from "@resvg/resvg-wasm/index_bg.wasm" with { type: "bytes" };
import { initWasm, Resvg } from "@resvg/resvg-wasm";
import { imageInfo } from "../base/image_info.ts";
import { fontBytes, fontFamily } from "./font.ts";
import type { Raster } from "./raster.ts";

const fontOptions = {
  fontBuffers: [fontBytes],
  defaultFontFamily: fontFamily,
  sansSerifFamily: fontFamily,
  serifFamily: fontFamily,
  monospaceFamily: fontFamily,
  cursiveFamily: fontFamily,
  fantasyFamily: fontFamily,
};

type Fit = { readonly mode: "width" | "height" | "zoom"; readonly value: number } | {
  readonly mode: "original";
};

/** Decoded, a pixel takes four bytes, several times over. */
const maxEmbeddedPixels = 40_000_000;

let ready: Promise<void> | undefined;

/** Begins to compile what draws SVG, which another thread can do while this one is busy. */
export function prepareSvg(): void {
  ready ??= initWasm(wasm);
  ready.catch(() => undefined);
}

/** Draws an SVG on white at its own size, or smaller if an edge would exceed `maxEdge`. */
export async function rasteriseSvg(svg: Uint8Array, maxEdge: number): Promise<Raster> {
  const text = new TextDecoder().decode(svg);
  refuseImages(text);
  await (ready ??= initWasm(wasm));
  const size = measure(text);
  const long = Math.max(size.width, size.height);
  const shrink = size.width >= size.height
    ? { mode: "width" as const, value: maxEdge }
    : { mode: "height" as const, value: maxEdge };
  return draw(text, long > maxEdge ? shrink : { mode: "original" });
}

/** Draws an SVG on white at a multiple of its own size. */
export async function zoomSvg(svg: string, zoom: number): Promise<Raster> {
  refuseImages(svg);
  await (ready ??= initWasm(wasm));
  return draw(svg, zoom === 1 ? { mode: "original" } : { mode: "zoom", value: zoom });
}

/** The same SVG with its text as outlines, which looks the same if the font is not installed. */
export async function outlineSvg(svg: string): Promise<string> {
  await (ready ??= initWasm(wasm));
  const resvg = new Resvg(svg, { font: fontOptions });
  try {
    return resvg.toString();
  } finally {
    resvg.free();
  }
}

function draw(svg: string, fitTo: Fit): Raster {
  const resvg = new Resvg(svg, { font: fontOptions, background: "#ffffff", fitTo });
  // A trap leaves it in use: freeing it then would fail too, and hide what went wrong.
  const image = resvg.render();
  const { width, height, pixels } = image;
  image.free();
  resvg.free();
  return { width, height, pixels };
}

function refuseImages(svg: string): void {
  const pixels = embeddedPixels(svg);
  if (pixels > maxEmbeddedPixels) {
    throw new Error(
      `it holds images of ${Math.round(pixels / 1e6)} million pixels, over the limit of ` +
        `${maxEmbeddedPixels / 1e6} million`,
    );
  }
}

/** The size as resvg understands it; parsed without the font, which makes it cheap. */
function measure(svg: string): { readonly width: number; readonly height: number } {
  const resvg = new Resvg(svg, { font: { fontBuffers: [] } });
  const { width, height } = resvg;
  resvg.free();
  return { width, height };
}

/** Base64 of the part of an image in which its size is looked for. */
const headCharacters = 400_000;

/** The declared pixels of all images embedded as data URLs, which drawing decodes; unreadable ones count as none. */
function embeddedPixels(svg: string): number {
  let pixels = 0;
  for (let at = svg.indexOf(marker); at >= 0; at = svg.indexOf(marker, at + marker.length)) {
    const start = at + marker.length;
    const size = sizeOf(svg.slice(start, start + headCharacters));
    if (size !== null) pixels += size.width * size.height;
  }
  return pixels;
}

const marker = ";base64,";

function sizeOf(text: string) {
  const base64 = /^[\w+/\s]*/.exec(text)?.[0].replaceAll(/\s+/g, "") ?? "";
  // Whole groups of four only: the data may continue.
  const bytes = Uint8Array.fromBase64(base64.slice(0, base64.length - base64.length % 4));
  return imageInfo(bytes);
}
