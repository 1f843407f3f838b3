/** Writes PNG files, and strips foreign ones to their pixels. */

import { crc32 } from "../base/image_info.ts";
import type { Raster } from "./raster.ts";

export const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
/** Differences to the pixel above: flat areas and upright lines become zeros. */
const filterUp = 2;

/**
 * Encodes an image without transparency, such as a chart: three bytes a pixel, deflated by the runtime, in a quarter of
 * the time of the wasm encoders. `dpi` is for printing.
 */
export async function opaquePng(raster: Raster, dpi: number): Promise<Uint8Array> {
  const physical = new Uint8Array(9);
  const perMetre = Math.round(dpi / 0.0254);
  new DataView(physical.buffer).setUint32(0, perMetre);
  new DataView(physical.buffer).setUint32(4, perMetre);
  physical[8] = 1;
  const parts = [
    signature,
    chunk("IHDR", header(raster, 2)),
    chunk("pHYs", physical),
    chunk("IDAT", await deflated(filtered(raster))),
    chunk("IEND", new Uint8Array()),
  ];
  return concatenated(parts);
}

/** Eight bits a channel; the colour type is 2 for three channels and 6 for four. */
export function header({ width, height }: Raster, colourType: 2 | 6): Uint8Array {
  const bytes = new Uint8Array(13);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  bytes.set([8, colourType], 8);
  return bytes;
}

function filtered({ pixels, width, height }: Raster): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array((width * 3 + 1) * height);
  const blank = new Uint8Array(width * 4);
  let to = 0;
  for (let y = 0; y < height; y++) {
    const row = pixels.subarray(y * width * 4, (y + 1) * width * 4);
    const above = y === 0 ? blank : pixels.subarray((y - 1) * width * 4, y * width * 4);
    out[to++] = filterUp;
    for (let at = 0; at < row.length; at += 4) {
      out[to++] = (row[at] ?? 0) - (above[at] ?? 0);
      out[to++] = (row[at + 1] ?? 0) - (above[at + 1] ?? 0);
      out[to++] = (row[at + 2] ?? 0) - (above[at + 2] ?? 0);
    }
  }
  return out;
}

async function deflated(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

export function concatenated(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
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
