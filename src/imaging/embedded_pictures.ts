/** The pictures inside an SVG, by what they say of themselves: drawing it decodes them all. */

import { imageInfo } from "../base/image_info.ts";

/** Base64 of the part of a picture in which its size is looked for. */
const headCharacters = 400_000;

/** The pixels of all pictures that an SVG holds as data URLs; what cannot be read counts for nothing. */
export function embeddedPixels(svg: string): number {
  let pixels = 0;
  for (let at = svg.indexOf(marker); at >= 0; at = svg.indexOf(marker, at + marker.length)) {
    const start = at + marker.length;
    const size = sizeOf(svg.slice(start, start + headCharacters));
    if (size !== null) pixels += size.width * size.height;
  }
  return pixels;
}

const marker = ";base64,";

function sizeOf(text: string) {
  const base64 = /^[\w+/\s]*/.exec(text)?.[0].replaceAll(/\s+/g, "") ?? "";
  // Whole groups of four only: the picture may go on.
  const bytes = Uint8Array.fromBase64(base64.slice(0, base64.length - base64.length % 4));
  return imageInfo(bytes);
}
