/** Turns the pixels of a photograph upright, as its EXIF orientation says. */

import type { Raster } from "./raster.ts";

/** Where the pixel at (x, y) of the upright picture is in the stored one of w × h. */
type Source = (x: number, y: number, w: number, h: number) => readonly [number, number];

const sources: Readonly<Record<number, Source>> = {
  2: (x, y, w) => [w - 1 - x, y],
  3: (x, y, w, h) => [w - 1 - x, h - 1 - y],
  4: (x, y, _w, h) => [x, h - 1 - y],
  5: (x, y) => [y, x],
  6: (x, y, _w, h) => [y, h - 1 - x],
  7: (x, y, w, h) => [w - 1 - y, h - 1 - x],
  8: (x, y, w) => [w - 1 - y, x],
};

/** The upright picture; orientations 5 to 8 swap width and height. */
export function orientPixels(raster: Raster, orientation: number): Raster {
  const source = sources[orientation];
  if (source === undefined) return raster;
  const { width: w, height: h } = raster;
  const [width, height] = orientation >= 5 ? [h, w] : [w, h];
  const from = new Uint32Array(raster.pixels.slice().buffer);
  const to = new Uint32Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [sx, sy] = source(x, y, w, h);
      to[y * width + x] = from[sy * w + sx] ?? 0;
    }
  }
  return { pixels: new Uint8Array(to.buffer), width, height };
}
