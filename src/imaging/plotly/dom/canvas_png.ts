/** Writes what was painted on a canvas as PNG, at once: plotly.js does not wait. */

import { deflateSync } from "node:zlib";
import { chunk, concatenated, header, signature } from "../../png.ts";
import type { Raster } from "../../raster.ts";

export function rgbaPng(raster: Raster): Uint8Array {
  const { pixels, width, height } = raster;
  const lines = new Uint8Array((width * 4 + 1) * height);
  for (let y = 0; y < height; y++) {
    lines.set(pixels.subarray(y * width * 4, (y + 1) * width * 4), y * (width * 4 + 1) + 1);
  }
  return concatenated([
    signature,
    chunk("IHDR", header(raster, 6)),
    chunk("IDAT", deflateSync(lines, { level: 1 })),
    chunk("IEND", new Uint8Array()),
  ]);
}
