/**
 * Makes an image fit for a model: long edge and bytes within bounds. Runs in the renderer only.
 *
 * An image is refused by the size it claims before anything is decoded. PNG stays PNG while it fits, unless it
 * is a photograph; then comes JPEG with falling quality, then a smaller image.
 */

import { imageInfo, isCompleteImage, isPhotographic } from "../base/image_info.ts";
import type { EncodedImage, FitImageRequest } from "../base/protocol.ts";
import { stripPng } from "./png.ts";
import { decodeRaster, encodeJpeg, encodePng, onWhite, type Raster, scaleRaster } from "./raster.ts";
import { rasteriseSvg } from "./svg.ts";

/** Decoded, an image takes four bytes per pixel, several times over. */
const maxPixels = 40_000_000;
/** An SVG is drawn at the size asked for, so that only absurd ones are refused. */
const maxSvgEdge = 50_000;
const maxSvgBytes = 20_000_000;
const jpegQualities = [85, 70, 55];
const photoQuality = 90;
const smallestEdge = 64;

type FitBounds = Pick<FitImageRequest, "maxEdge" | "maxBytes">;

/** Returns the image as it is if it fits, else a smaller PNG or JPEG of it; throws when it cannot be read. */
export async function fitImage(bytes: Uint8Array, bounds: FitBounds): Promise<EncodedImage> {
  const size = imageInfo(bytes);
  if (size === null) throw new Error("the data is not a PNG, JPEG, GIF, WebP or SVG image");
  const { mimeType, width, height, orientation } = size;
  if (mimeType === "image/svg+xml") {
    refuseSvg(bytes, Math.max(width, height));
    return encode(await rasteriseSvg(bytes, bounds.maxEdge), { ...bounds, lossless: true });
  }
  const fits = Math.max(width, height) <= bounds.maxEdge && bytes.byteLength <= bounds.maxBytes;
  if (fits && isCompleteImage({ mimeType, bytes }) && !isPhotographic({ mimeType, bytes, width, height })) {
    return { bytes, mimeType, width, height };
  }
  if (width * height > maxPixels) {
    throw new Error(
      `the image is ${width}×${height} pixels, over the limit of ${maxPixels / 1e6} million pixels`,
    );
  }
  const pixels = mimeType === "image/png" ? stripPng(bytes) : bytes;
  const raster = decodeRaster(pixels, { maxEdge: bounds.maxEdge, orientation });
  return encode(raster, { ...bounds, lossless: mimeType !== "image/jpeg" });
}

function refuseSvg(bytes: Uint8Array, edge: number): void {
  if (edge > maxSvgEdge) throw new Error(`the SVG is ${edge} pixels long, over the limit of ${maxSvgEdge}`);
  if (bytes.byteLength > maxSvgBytes) {
    throw new Error(`the SVG is ${bytes.byteLength} bytes, over the limit of ${maxSvgBytes}`);
  }
}

function encode(raster: Raster, options: FitBounds & { readonly lossless: boolean }): EncodedImage {
  const { width, height } = raster;
  if (options.lossless) {
    const png = { bytes: encodePng(raster), mimeType: "image/png", width, height };
    const image = isPhotographic(png) ? smallerJpeg(raster, png) : png;
    if (image.bytes.byteLength <= options.maxBytes) return image;
  }
  let smaller = onWhite(raster);
  for (;;) {
    let last = Infinity;
    for (const quality of jpegQualities) {
      const bytes = encodeJpeg(smaller, quality);
      last = bytes.byteLength;
      if (last <= options.maxBytes) {
        return { bytes, mimeType: "image/jpeg", width: smaller.width, height: smaller.height };
      }
    }
    smaller = shrunk(smaller, options.maxBytes / last);
  }
}

/** A photograph as JPEG if that halves it. Drawings with text never come here. */
function smallerJpeg(raster: Raster, png: EncodedImage): EncodedImage {
  const bytes = encodeJpeg(onWhite(raster), photoQuality);
  return bytes.byteLength * 2 < png.bytes.byteLength ? { ...png, bytes, mimeType: "image/jpeg" } : png;
}

/** Bytes go roughly with the area, so that the edge goes with the square root of what is left to save. */
function shrunk(raster: Raster, ratio: number): Raster {
  const edge = Math.max(raster.width, raster.height);
  const next = Math.floor(edge * Math.min(0.8, Math.sqrt(ratio) * 0.95));
  if (next < smallestEdge) throw new Error("the image cannot be made small enough");
  return scaleRaster(raster, next);
}
