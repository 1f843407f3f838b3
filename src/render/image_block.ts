/** A stored picture as a model can take it: PNG, JPEG, GIF or WebP, not too large. */

import type { StoredImage } from "../images.ts";
import type { RendererClient } from "./renderer_client.ts";

/** Longer edges are scaled down by the clients anyway, and cost tokens. */
export const modelEdge = 1568;

export interface ImageBlock {
  /** Base64. */
  readonly data: string;
  readonly mimeType: string;
  readonly width: number;
  readonly height: number;
}

export interface ImageBlockOptions {
  readonly renderer: Pick<RendererClient, "fitImage">;
  /** Most bytes of the picture, before base64 adds a third. */
  readonly maxBytes: number;
  readonly maxEdge?: number;
  readonly signal?: AbortSignal;
}

/** The picture as it is when it fits, else drawn or scaled by the renderer; throws when that cannot be done. */
export async function imageForModel(image: StoredImage, options: ImageBlockOptions): Promise<ImageBlock> {
  const { renderer, maxBytes, maxEdge = modelEdge, signal } = options;
  const fits = isWhole(image) && image.bytes.byteLength <= maxBytes &&
    Math.max(image.width, image.height) <= maxEdge;
  const shown = fits ? image : await renderer.fitImage(
    { bytes: image.bytes, mimeType: image.mimeType, maxEdge, maxBytes },
    signal,
  );
  const { mimeType, width, height } = shown;
  return { data: shown.bytes.toBase64(), mimeType, width, height };
}

/** The last bytes of a picture that was not cut off: a client's service refuses the whole turn over a broken one. */
const endings: Readonly<Record<string, readonly number[]>> = {
  "image/png": [0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82],
  "image/jpeg": [0xff, 0xd9],
  "image/gif": [0x3b],
};

/** Whether a picture can be passed on as it is; others go through the renderer, which draws them anew or refuses. */
function isWhole({ mimeType, bytes }: StoredImage): boolean {
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
