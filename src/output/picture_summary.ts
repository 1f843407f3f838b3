/** A picture in a few words, `image/png 640×480, 23 kB`, from the beginning of its data alone. */

import type { MimeBundle } from "../jupyter/nbformat/outputs.ts";
import { textOf } from "./mime_text.ts";
import { imageInfo } from "../base/image_info.ts";

/** Enough for the header of every format; a JPEG may hold a preview before it says its size. */
const headCharacters = 88_000;

/** What the picture of a bundle is, or null when it has none. */
export function pictureSummary(bundle: MimeBundle): string | null {
  const types = Object.keys(bundle).filter((candidate) => candidate.startsWith("image/"));
  const type = types.find((candidate) => candidate !== "image/svg+xml") ?? types[0];
  if (type === undefined) return null;
  const data = textOf(bundle[type]) ?? "";
  const isText = type === "image/svg+xml";
  const bytes = isText ? data.length : Math.floor(data.length * 3 / 4);
  const size = imageInfo(isText ? new TextEncoder().encode(data.slice(0, headCharacters)) : head(data));
  const pixels = size === null || size.width === 0
    ? ""
    : ` ${Math.round(size.width)}×${Math.round(size.height)}`;
  return `${size?.mimeType ?? type}${pixels}, ${
    bytes < 1_000 ? `${bytes} bytes` : `${Math.round(bytes / 1_000)} kB`
  }`;
}

function head(base64: string): Uint8Array {
  try {
    return Uint8Array.fromBase64(base64.slice(0, headCharacters), {
      lastChunkHandling: "stop-before-partial",
    });
  } catch {
    return new Uint8Array();
  }
}
