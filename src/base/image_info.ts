/** Reads an image's header, and whether it was cut off, without decoding it. Runs in the server and in the renderer. */

import { imageSize } from "image-size";

export interface ImageInfo {
  /** The actual format of the bytes, whatever type was declared. */
  readonly mimeType: string;
  /** Pixels; 0 if the image does not say (an SVG without a size). */
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

/** Size and actual format of an image, or null if it is not in one of the five formats. */
export function imageInfo(bytes: Uint8Array): ImageInfo | null {
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
function svgSize(bytes: Uint8Array): ImageInfo | null {
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

/** The last bytes of a complete image: clients' services refuse a whole message because of a broken one. */
const endings: Readonly<Record<string, readonly number[]>> = {
  "image/png": [0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82],
  "image/jpeg": [0xff, 0xd9],
  "image/gif": [0x3b],
};

/** Whether an image can be passed on as it is; others go through the renderer, which redraws or refuses them. */
export function isCompleteImage(
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
