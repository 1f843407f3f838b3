/**
 * Decodes, orients, scales and encodes raster images with photon.
 *
 * The wasm is compiled on first use. An image that photon cannot decode traps the wasm: that is an
 * error for the caller, and memory of the process that stays taken.
 */

import wasm from "@cf-wasm/photon/photon.wasm" with { type: "bytes" };
import { initPhoton, PhotonImage, resize, SamplingFilter } from "@cf-wasm/photon/others";

/** Pixels, four bytes each (RGBA), upright. */
export interface Raster {
  readonly pixels: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** Decodes an image, scaled down so that no edge is over `maxEdge`. */
export function decodeRaster(
  bytes: Uint8Array,
  options: { readonly maxEdge: number; readonly orientation: number },
): Raster {
  ready();
  return freed(decoded(bytes), (image) => {
    const whole = { width: image.get_width(), height: image.get_height() };
    const target = fitted(whole, options.maxEdge);
    const pixels = target.width === whole.width && target.height === whole.height
      ? image.get_raw_pixels()
      : scaled(image, target);
    return orientPixels({ ...target, pixels }, options.orientation);
  });
}

/** Scales pixels down so that no edge is over `maxEdge`. */
export function scaleRaster(raster: Raster, maxEdge: number): Raster {
  const target = fitted(raster, maxEdge);
  if (target.width === raster.width && target.height === raster.height) return raster;
  return { ...target, pixels: freed(imageOf(raster), (image) => scaled(image, target)) };
}

export function encodePng(raster: Raster): Uint8Array {
  return freed(imageOf(raster), (image) => image.get_bytes());
}

/** Encodes as JPEG, which has no transparency: give it an image {@linkcode onWhite}. */
export function encodeJpeg(raster: Raster, quality: number): Uint8Array {
  return freed(imageOf(raster), (image) => image.get_bytes_jpeg(quality));
}

function imageOf({ pixels, width, height }: Raster): PhotonImage {
  ready();
  return new PhotonImage(pixels, width, height);
}

function scaled(image: PhotonImage, { width, height }: { readonly width: number; readonly height: number }) {
  return freed(resize(image, width, height, SamplingFilter.Triangle), (small) => small.get_raw_pixels());
}

/** Uses an image and gives its memory back. */
function freed<T>(image: PhotonImage, use: (image: PhotonImage) => T): T {
  try {
    return use(image);
  } finally {
    image.free();
  }
}

/** The same image on white. */
export function onWhite(raster: Raster): Raster {
  const pixels = raster.pixels.slice();
  for (let i = 0; i < pixels.length; i += 4) {
    const alpha = pixels[i + 3] ?? 255;
    if (alpha === 255) continue;
    for (let c = i; c < i + 3; c++) {
      pixels[c] = Math.round(((pixels[c] ?? 0) * alpha + 255 * (255 - alpha)) / 255);
    }
    pixels[i + 3] = 255;
  }
  return { ...raster, pixels };
}

/** The size that keeps the proportions with no edge over `maxEdge`; never larger than it is. */
function fitted(
  size: { readonly width: number; readonly height: number },
  maxEdge: number,
): { readonly width: number; readonly height: number } {
  const scale = Math.min(1, maxEdge / Math.max(size.width, size.height));
  return {
    width: Math.max(1, Math.round(size.width * scale)),
    height: Math.max(1, Math.round(size.height * scale)),
  };
}

function decoded(bytes: Uint8Array): PhotonImage {
  try {
    return PhotonImage.new_from_byteslice(bytes);
  } catch (cause) {
    throw new Error("the image is damaged or of a kind that cannot be decoded", { cause });
  }
}

function ready(): void {
  if (!initPhoton.initialized) initPhoton.sync({ module: new WebAssembly.Module(wasm) });
}

/** Where the pixel at (x, y) of the upright image is in the stored one of w × h. */
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

/** The upright image; orientations 5 to 8 swap width and height. */
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
