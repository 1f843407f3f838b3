/** Reads what a picture says of itself, without decoding it. Runs in the server and in the renderer room. */

import { imageSize } from "image-size";

interface PictureSize {
  /** What the bytes are, whatever they were sent as. */
  readonly mimeType: string;
  /** Pixels; 0 when the picture does not say (an SVG without a size). */
  readonly width: number;
  readonly height: number;
  /** EXIF orientation, 1 when upright. */
  readonly orientation: number;
}

const mimeTypes: Readonly<Record<string, string>> = {
  png: "image/png",
  jpg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
};

/** Size and true format of a picture, or null when the bytes are no picture of the five formats. */
export function pictureSize(bytes: Uint8Array): PictureSize | null {
  try {
    const { width, height, type, orientation } = imageSize(bytes);
    const mimeType = mimeTypes[type ?? ""];
    if (mimeType !== undefined) return { mimeType, width, height, orientation: orientation ?? 1 };
  } catch {
    // Not a format with magic bytes; it may still be an SVG.
  }
  return svgSize(bytes);
}

/** Only the root tag is looked at: a preamble may be long, and the body may be megabytes. */
function svgSize(bytes: Uint8Array): PictureSize | null {
  const opening = new TextDecoder().decode(bytes.subarray(0, 64 * 1024));
  const start = opening.search(/<svg[\s>]/);
  if (start < 0) return null;
  const unknown = { mimeType: "image/svg+xml", width: 0, height: 0, orientation: 1 };
  try {
    const { width, height } = imageSize(new TextEncoder().encode(opening.slice(start, start + 4096)));
    return Number.isFinite(width) && Number.isFinite(height) ? { ...unknown, width, height } : unknown;
  } catch {
    return unknown;
  }
}

/** Whether a picture was cut off, told from its end without decoding it. Runs in the server and in the renderer room. */

/** The last bytes of a picture that was not cut off: a client's service refuses the whole turn over a broken one. */
const endings: Readonly<Record<string, readonly number[]>> = {
  "image/png": [0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82],
  "image/jpeg": [0xff, 0xd9],
  "image/gif": [0x3b],
};

/** Whether a picture can be passed on as it is; others go through the renderer, which draws them anew or refuses. */
export function isWholePicture(
  { mimeType, bytes }: { readonly mimeType: string; readonly bytes: Uint8Array },
): boolean {
  if (mimeType === "image/webp") {
    return bytes.length >= 8 &&
      new DataView(bytes.buffer, bytes.byteOffset).getUint32(4, true) + 8 <= bytes.length;
  }
  const ending = endings[mimeType];
  if (ending === undefined) return false;
  // Some writers leave padding behind the end.
  const tail = bytes.subarray(-64);
  return tail.some((_, at) => ending.every((byte, place) => tail[at + place] === byte));
}

/** Whether the parts of a PNG are as they were written: each carries a checksum. */

const signatureBytes = 8;
/** Length, name and checksum of a part without its content. */
const frameBytes = 12;

/** Whether all parts up to the last one are there, with the checksums that they say. */
export function isSoundPng(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = signatureBytes; at + frameBytes <= bytes.length;) {
    const end = at + frameBytes + view.getUint32(at);
    if (end > bytes.length) return false;
    if (checksum(bytes.subarray(at + 4, end - 4)) !== view.getUint32(end - 4)) return false;
    if (view.getUint32(at + 4) === lastPart) return true;
    at = end;
  }
  return false;
}

/** "IEND" */
const lastPart = 0x49454e44;

let table: Uint32Array | undefined;

/** CRC-32 as PNG has it. */
function checksum(bytes: Uint8Array): number {
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
