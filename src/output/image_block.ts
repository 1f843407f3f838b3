/** A stored picture as a model can take it: PNG, JPEG, GIF or WebP, not too large. */

import type { StoredImage } from "../base/image_store.ts";
import type { RendererClient } from "./renderer_client.ts";
import { isCompleteImage } from "../base/image_info.ts";

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
  const fits = isCompleteImage(image) && image.bytes.byteLength <= maxBytes &&
    Math.max(image.width, image.height) <= maxEdge;
  const shown = fits ? image : await renderer.fitImage(
    { bytes: image.bytes, mimeType: image.mimeType, maxEdge, maxBytes },
    signal,
  );
  const { mimeType, width, height } = shown;
  return { data: shown.bytes.toBase64(), mimeType, width, height };
}
