/** Writes PNG files, and strips foreign ones to their pixels. */

import { Buffer } from "node:buffer";
import { crc32 } from "../base/image_info.ts";
import type { Raster } from "./raster.ts";

export const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
/** Differences to the pixel above: flat areas and upright lines become zeros. */
const filterUp = 2;

/**
 * Encodes an image without transparency, such as a chart, deflated by the runtime in a quarter of the time of the wasm
 * encoders: one byte a pixel if 256 colours make nearly all of it, else three. `dpi` is for printing.
 */
export async function opaquePng(raster: Raster, dpi: number): Promise<Uint8Array> {
  const indexed = indexedPixels(raster);
  const physical = new Uint8Array(9);
  const perMetre = Math.round(dpi / 0.0254);
  new DataView(physical.buffer).setUint32(0, perMetre);
  new DataView(physical.buffer).setUint32(4, perMetre);
  physical[8] = 1;
  return new Uint8Array(Buffer.concat([
    signature,
    chunk("IHDR", header(raster, indexed === null ? 2 : 3)),
    chunk("pHYs", physical),
    ...(indexed === null ? [] : [chunk("PLTE", indexed.palette)]),
    chunk("IDAT", await deflated(indexed?.rows ?? filtered(raster))),
    chunk("IEND", new Uint8Array()),
  ]));
}

/** Eight bits a channel; the colour type is 2 for three channels, 3 for a palette and 6 for four channels. */
export function header({ width, height }: Raster, colourType: 2 | 3 | 6): Uint8Array {
  const bytes = new Uint8Array(13);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  bytes.set([8, colourType], 8);
  return bytes;
}

const mostColors = 256;
/** Share of pixels, mostly on the edges of letters and lines, that may get a colour which is not close to their own. */
const mostChanged = 0.01;
/** Square of a distance of two colours that nobody sees in a single pixel. */
const closeColors = 32 ** 2;
/** Images of more colours, such as photographs, are not looked at closely. */
const mostCompared = 20_000;

/** A palette, and rows of places in it, each with its filter (none) before it; null if too many pixels would change. */
function indexedPixels({ pixels, width, height }: Raster) {
  const colors = new Uint32Array(pixels.slice().buffer);
  const counts = new Map<number, number>();
  for (let at = 0; at < colors.length;) {
    const color = colors[at] ?? 0;
    const start = at;
    while (at < colors.length && colors[at] === color) at++;
    counts.set(color, (counts.get(color) ?? 0) + at - start);
  }
  const ranked = [...counts].sort(([, a], [, b]) => b - a);
  if (ranked.length > mostCompared) return null;
  const kept = ranked.slice(0, mostColors).map(([color]) => color);
  const places = new Map(kept.map((color, place) => [color, place]));
  let changed = 0;
  for (const [color, count] of ranked.slice(mostColors)) {
    const { place, distance } = nearest(color, kept);
    places.set(color, place);
    if (distance > closeColors) changed += count;
    if (changed > colors.length * mostChanged) return null;
  }
  const rows = new Uint8Array((width + 1) * height);
  for (let y = 0, at = 0; y < height; y++) {
    let [last, place] = [-1, 0];
    for (let x = 0; x < width; x++, at++) {
      const color = colors[at] ?? 0;
      if (color !== last) [last, place] = [color, places.get(color) ?? 0];
      rows[y * (width + 1) + 1 + x] = place;
    }
  }
  return { palette: Uint8Array.from(kept.flatMap(channels)), rows };
}

/** Red, green and blue of four bytes in the order of memory. */
function channels(color: number): [number, number, number] {
  return [color & 255, (color >>> 8) & 255, (color >>> 16) & 255];
}

function nearest(color: number, kept: readonly number[]) {
  const [red, green, blue] = channels(color);
  let [best, least] = [0, Infinity];
  kept.forEach((other, place) => {
    const [r, g, b] = channels(other);
    const distance = (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2;
    if (distance < least) [best, least] = [place, distance];
  });
  return { place: best, distance: least };
}

function filtered({ pixels, width, height }: Raster): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array((width * 3 + 1) * height);
  const blank = new Uint8Array(width * 4);
  let to = 0;
  for (let y = 0; y < height; y++) {
    const row = pixels.subarray(y * width * 4, (y + 1) * width * 4);
    const above = y === 0 ? blank : pixels.subarray((y - 1) * width * 4, y * width * 4);
    out[to++] = filterUp;
    for (let at = 0; at < row.length; at++) {
      // Every fourth byte is the transparency.
      if (at % 4 !== 3) out[to++] = (row[at] ?? 0) - (above[at] ?? 0);
    }
  }
  return out;
}

async function deflated(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

export function chunk(type: string, data: Uint8Array): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(data.length + 12);
  const view = new DataView(out.buffer);
  view.setUint32(0, data.length);
  out.set(new TextEncoder().encode(type), 4);
  out.set(data, 8);
  view.setUint32(data.length + 8, crc32(out.subarray(4, data.length + 8)));
  return out;
}

const signatureBytes = 8;
/** Length, name and checksum of a chunk without its content. */
const frameBytes = 12;
/** Transparency, the one optional chunk that changes the pixels. */
const transparency = 0x74524e53;
/** Set in the names of optional chunks. */
const optionalBit = 0x20000000;

/**
 * Leaves out the optional chunks, and one that was cut off. Colour profiles and texts may be compressed: a few kilobytes
 * unpack to gigabytes before the first pixel is read. The size of the pixels is known from the header.
 */
export function stripPng(bytes: Uint8Array): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const bare = new Uint8Array(bytes.length);
  bare.set(bytes.subarray(0, signatureBytes));
  let length = signatureBytes;
  for (let at = signatureBytes; at + frameBytes <= bytes.length;) {
    const name = view.getUint32(at + 4);
    const chunk = bytes.subarray(at, at + frameBytes + view.getUint32(at));
    at += frameBytes + view.getUint32(at);
    if ((name & optionalBit) !== 0 && name !== transparency || at > bytes.length) continue;
    bare.set(chunk, length);
    length += chunk.length;
  }
  return bare.subarray(0, length);
}
