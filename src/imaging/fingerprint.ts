/** A small grey version of an image, by which two images can be compared as an eye would. */

import { imageInfo } from "../base/image_info.ts";
import type { EncodedImage } from "../base/protocol.ts";
import { fitImage } from "./fit_image.ts";
import { decodeRaster, onWhite } from "./raster.ts";

/** Pixels of the longer edge. */
const edge = 64;
const noLimit = 50_000_000;

/** One byte per pixel, from black to white. Throws if the image cannot be read. */
export async function fingerprintOf(bytes: Uint8Array): Promise<EncodedImage> {
  // Refuses what is too large, and rasterises SVG.
  const fitted = await fitImage(bytes, { maxEdge: 512, maxBytes: noLimit });
  const orientation = imageInfo(fitted.bytes)?.orientation ?? 1;
  const { pixels, width, height } = onWhite(decodeRaster(fitted.bytes, { maxEdge: edge, orientation }));
  const grey = new Uint8Array(width * height);
  for (let index = 0; index < grey.length; index++) {
    const [red = 0, green = 0, blue = 0] = pixels.subarray(index * 4, index * 4 + 3);
    grey[index] = Math.round(0.299 * red + 0.587 * green + 0.114 * blue);
  }
  return { bytes: grey, mimeType: "application/octet-stream", width, height };
}
