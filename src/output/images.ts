/**
 * The images of one reply: as many as fit and as time allows, in order, each within its share of the budget.
 *
 * 1. Small images keep their full quality; large ones are scaled down until all fit; the rest is not shown.
 * 2. Nothing is left out without being named.
 */

import { AppError } from "../base/errors.ts";
import { isCompleteImage, isPhotographic } from "../base/image_info.ts";
import type { EncodedImage } from "../base/protocol.ts";
import type { ReplyImage, ShownImage } from "../reply.ts";
import { OutOfTime } from "./image_deadline.ts";
import type { RendererClient } from "./renderer_client.ts";
import { shareBudget } from "./text_budget.ts";

interface ImageBlocksOptions {
  readonly renderer: Pick<RendererClient, "fitImage">;
  /** Bytes on the wire for all blocks together. */
  readonly budget: number;
  readonly signal?: AbortSignal | undefined;
}

export interface ImageBlocks {
  readonly shown: readonly FittedImage<NamedImage>[];
  readonly leftOut: number;
  readonly notes: readonly string[];
}

/** An image with a name for notes. */
interface NamedImage extends EncodedImage {
  readonly uri: string;
}

export interface FittedImage<Image extends NamedImage> {
  readonly image: Image;
  readonly block: ShownImage;
}

export const maxBlocks = 10;
/** Below this an image is not worth showing. */
const smallestShare = 16_000;
/** `{"type":"image","mimeType":"image/jpeg","data":""},` */
const frameBytes = 100;

export async function imageBlocks(
  images: readonly NamedImage[],
  options: ImageBlocksOptions,
): Promise<ImageBlocks> {
  const fitter = new ImageFitter(options);
  const { shown } = await fitter.fit(images.slice(0, maxBlocks));
  const seen = new Set(shown.map(({ image }) => image));
  const unseen = images.filter((image) => !seen.has(image));
  const notes = fitter.notes.map(({ text }) => text);
  if (unseen.length > 0) notes.push(unseenNote(unseen, images.length));
  return { shown, leftOut: unseen.length, notes };
}

export function asReplyImage({ block: { data, mimeType } }: FittedImage<NamedImage>): ReplyImage {
  return { data, mimeType };
}

/** What images take on the wire. */
export function blockBytes(shown: readonly FittedImage<NamedImage>[]): number {
  return shown.reduce((sum, { block }) => sum + block.data.length + frameBytes, 0);
}

/** Fits images into the budget of a reply. */
export class ImageFitter<Image extends NamedImage> {
  /** What cannot be shown at all, or is shown smaller. */
  readonly notes: { readonly image: Image; readonly text: string }[] = [];
  readonly #options: ImageBlocksOptions;
  /** Those for which there was no time. */
  readonly #late = new Set<Image>();

  constructor(options: ImageBlocksOptions) {
    this.#options = options;
  }

  /** As many of the images as fit, and those for which too little space or time was left. */
  async fit(images: readonly Image[]): Promise<{ shown: FittedImage<Image>[]; leftOver: Image[] }> {
    const { budget } = this.#options;
    const prepared = await this.#prepare(images);
    const wanted = prepared.map(({ block }) => block === null ? budget : block.data.length + frameBytes);
    let count = prepared.length;
    let shares = shareBudget(wanted, budget);
    const tooSmall = (share: number, index: number) => share < Math.min(wanted[index] ?? 0, smallestShare);
    while (count > 0 && shares.some(tooSmall)) shares = shareBudget(wanted.slice(0, --count), budget);
    const shown: FittedImage<Image>[] = [];
    for (const [index, { image, block }] of prepared.slice(0, count).entries()) {
      const share = shares[index] ?? 0;
      const fits = block !== null && share >= (wanted[index] ?? 0);
      // The image as it was prepared is quicker to decode again than the original.
      const source = block === null
        ? image
        : { ...image, ...block, bytes: Uint8Array.fromBase64(block.data) };
      const fitting = fits ? block : await this.#attempt(source, { of: image, share });
      if (fitting === null) continue;
      if (!fits) {
        this.notes.push({ image, text: `${image.uri} is shown smaller than it is, to fit into the reply` });
      }
      shown.push({ image, block: fitting });
    }
    const missing = new Set([...this.#late, ...prepared.slice(count).map(({ image }) => image)]);
    return { shown, leftOver: images.filter((image) => missing.has(image)) };
  }

  /**
   * Each image on its own, as large as a model can use; null if it only has too many bytes, because scaling it twice would
   * take twice as long.
   */
  async #prepare(images: readonly Image[]) {
    const { budget } = this.#options;
    const prepared: { readonly image: Image; readonly block: ShownImage | null }[] = [];
    for (const image of images) {
      const isHeavy = image.bytes.byteLength > bytesWithin(budget) && isCompleteImage(image) &&
        Math.max(image.width, image.height) <= edgeFor(image);
      const block = isHeavy ? null : await this.#attempt(image, { of: image, share: budget });
      if (block !== null || isHeavy) prepared.push({ image, block });
    }
    return prepared;
  }

  /** An image within its share of the wire; otherwise null, with a note or as late. */
  async #attempt(
    source: EncodedImage,
    { of: image, share }: { readonly of: Image; readonly share: number },
  ): Promise<ShownImage | null> {
    const { renderer, signal } = this.#options;
    try {
      return await imageForModel(source, { renderer, maxBytes: bytesWithin(share), signal });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (error instanceof OutOfTime && !error.isTooSlow) this.#late.add(image);
      else this.notes.push({ image, text: `${image.uri}: ${error.message}` });
      return null;
    }
  }
}

/** Bytes of an image that takes no more than its share of the wire. */
function bytesWithin(share: number): number {
  return Math.max(1, Math.floor((share - frameBytes) / 4) * 3);
}

function unseenNote(unseen: readonly NamedImage[], total: number): string {
  const first = unseen.slice(0, 3).map((image) => image.uri).join(", ");
  const more = unseen.length > 3 ? ` and ${unseen.length - 3} more` : "";
  const those = total === 1
    ? "The image is"
    : `${unseen.length} of ${total} images ${unseen.length === 1 ? "is" : "are"}`;
  return `${those} not shown in this reply (${first}${more}): call get_image_resource with the resource_uri`;
}

/** Longer edges are scaled down by the clients anyway, and cost tokens. */
export const modelEdge = 1568;

/** What a model can use of an image; more pixels only cost tokens. */
const modelPixels = 1_000_000;

/** The longest edge at which an image of these proportions is shown. */
function edgeFor({ width, height }: Size): number {
  const [long, short] = [Math.max(width, height), Math.max(1, Math.min(width, height))];
  return Math.min(modelEdge, Math.floor(Math.sqrt(modelPixels * long / short)));
}

interface ImageBlockOptions {
  readonly renderer: Pick<RendererClient, "fitImage">;
  /** Maximum size, before base64 adds a third. */
  readonly maxBytes: number;
  /** Longest edge, if it is not the usual one of at most a million pixels. */
  readonly maxEdge?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A stored image as a model can take it: as it is if it fits, else drawn or scaled by the renderer; throws if that fails. */
export async function imageForModel(image: EncodedImage, options: ImageBlockOptions): Promise<ShownImage> {
  const { renderer, maxBytes, maxEdge = edgeFor(image), signal } = options;
  const isHeavy = options.maxEdge === undefined && isPhotographic(image);
  const fits = isCompleteImage(image) && !isHeavy && image.bytes.byteLength <= maxBytes &&
    Math.max(image.width, image.height) <= maxEdge;
  const shown = fits ? image : await renderer.fitImage(
    { bytes: image.bytes, mimeType: image.mimeType, maxEdge, maxBytes },
    signal,
  );
  const { mimeType, width, height } = shown;
  return { data: shown.bytes.toBase64(), mimeType, width, height };
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** A field for the image's entry, if it is shown smaller than it is. */
export function shownSize(size: Size, shown: Size): { readonly shown?: string } {
  if (Math.max(shown.width, shown.height) >= Math.max(size.width, size.height)) return {};
  return { shown: `${shown.width}×${shown.height}` };
}

/** A field for the reply, if the image is shown smaller than it is; `rest` says how to see more of it. */
export function scaledNote(
  size: Size,
  { shown, rest }: { readonly shown: Size; readonly rest: string },
): { readonly notes?: readonly string[] } {
  const { shown: at } = shownSize(size, shown);
  return at === undefined ? {} : { notes: [`It is shown at ${at} pixels; ${rest}`] };
}
