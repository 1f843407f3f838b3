/** What an image file reveals without being decoded: format, size, and whether it is complete and undamaged. */

import { imageSize } from "image-size";

interface ImageInfo {
  /** The actual format, which may differ from the declared one. */
  readonly mimeType: string;
  /** Pixels; 0 if the image does not state them (an SVG without a size). */
  readonly width: number;
  readonly height: number;
  /** EXIF orientation; 1 if upright. */
  readonly orientation: number;
}

/** File extensions of the image types that can be shown, raster formats first: those are what the person sees. */
export const imageTypes: ReadonlyMap<string, string> = new Map([
  ["image/png", "png"],
  ["image/jpeg", "jpg"],
  ["image/gif", "gif"],
  ["image/webp", "webp"],
  ["image/svg+xml", "svg"],
]);

const typesByEnding = new Map(imageTypes.entries().map(([type, ending]) => [ending, type]));

/** Size and actual format of an image; null if the bytes are not PNG, JPEG, GIF, WebP or SVG. */
export function imageInfo(bytes: Uint8Array): ImageInfo | null {
  try {
    const { width, height, type, orientation } = imageSize(bytes);
    const mimeType = typesByEnding.get(type ?? "");
    if (mimeType !== undefined && mimeType !== "image/svg+xml") {
      return { mimeType, width, height, orientation: orientation ?? 1 };
    }
  } catch {
    // It has no magic bytes, but may still be an SVG.
  }
  return svgSize(bytes);
}

/** Reads only the root tag: the preamble may be long, and the body may have megabytes. */
function svgSize(bytes: Uint8Array): ImageInfo | null {
  const opening = new TextDecoder().decode(bytes.subarray(0, 64 * 1024));
  const start = rootStart(opening);
  if (!/^<svg[\s>]/.test(opening.slice(start, start + 5))) return null;
  const unknown = { mimeType: "image/svg+xml", width: 0, height: 0, orientation: 1 };
  try {
    const { width, height } = imageSize(new TextEncoder().encode(opening.slice(start, start + 4096)));
    return Number.isFinite(width) && Number.isFinite(height) ? { ...unknown, width, height } : unknown;
  } catch {
    return unknown;
  }
}

/** Where the root of an XML text begins. Any text may mention a tag, so only what XML allows before the root is skipped. */
function rootStart(text: string): number {
  const preamble = /\s+|<\?.*?\?>|<!--.*?-->|<!DOCTYPE[^[>]*(?:\[[^\]]*\])?[^>]*>/isy;
  let start = 0;
  while (preamble.test(text)) start = preamble.lastIndex;
  return start;
}

/** The last bytes of a complete image: the model's API rejects the whole turn over a broken one. */
const endings: Readonly<Record<string, readonly number[]>> = {
  "image/png": [0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82],
  "image/jpeg": [0xff, 0xd9],
  "image/gif": [0x3b],
};

/** Whether an image can be passed on as it is; others go through the renderer, which encodes them again or refuses. */
export function isCompleteImage(
  { mimeType, bytes }: { readonly mimeType: string; readonly bytes: Uint8Array },
): boolean {
  if (mimeType === "image/webp") {
    return bytes.length >= 8 &&
      new DataView(bytes.buffer, bytes.byteOffset).getUint32(4, true) + 8 <= bytes.length;
  }
  const ending = endings[mimeType];
  if (ending === undefined) return false;
  // Some programs write padding after the end.
  const tail = bytes.subarray(-64);
  return tail.some((_, at) => ending.every((byte, place) => tail[at + place] === byte));
}

const signatureBytes = 8;
/** Length, name and checksum of a chunk. */
const frameBytes = 12;

/** Whether all chunks of a PNG up to the last one are there and match their checksums. */
export function isIntactPng(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = signatureBytes; at + frameBytes <= bytes.length;) {
    const end = at + frameBytes + view.getUint32(at);
    if (end > bytes.length) return false;
    if (crc32(bytes.subarray(at + 4, end - 4)) !== view.getUint32(end - 4)) return false;
    if (view.getUint32(at + 4) === lastPart) return true;
    at = end;
  }
  return false;
}

/** "IEND" */
const lastPart = 0x49454e44;

let table: Uint32Array | undefined;

/** The CRC-32 of PNG chunks. */
export function crc32(bytes: Uint8Array): number {
  table ??= makeTable();
  let sum = 0xffffffff;
  for (const byte of bytes) sum = (table[(sum ^ byte) & 0xff] ?? 0) ^ (sum >>> 8);
  return ~sum >>> 0;
}

function makeTable(): Uint32Array {
  return Uint32Array.from({ length: 256 }, (_, byte) => {
    let sum = byte;
    for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
    return sum;
  });
}

/** Bytes below which re-encoding an image is not worthwhile. */
const worthwhile = 100_000;

/** Whether a PNG is probably a photograph, judging by its size: drawings take a fraction of a byte per pixel. */
export function isPhotographic(
  { mimeType, bytes, width, height }: {
    readonly mimeType: string;
    readonly bytes: Uint8Array;
    readonly width: number;
    readonly height: number;
  },
): boolean {
  return mimeType === "image/png" && bytes.byteLength > Math.max(worthwhile, width * height);
}
