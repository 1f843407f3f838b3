/**
 * The images of one reply: as many as fit and as time allows, in order, each within its share of the budget.
 *
 * 1. Small images keep their full quality; large ones are scaled down until all fit; the rest is not shown.
 * 2. Nothing is left out without being named.
 */

import { AppError } from "../base/errors.ts";
import { isCompleteImage, isPhotographic } from "../base/image_info.ts";
import type { StoredImage } from "../base/image_store.ts";
import { OutOfTime } from "./image_deadline.ts";
import type { RendererClient } from "./renderer_client.ts";
import { shareBudget } from "./text_budget.ts";

interface ImageBlocksOptions {
  readonly renderer: Pick<RendererClient, "fitImage">;
  /** Bytes on the wire for all blocks together. */
  readonly budget: number;
  readonly signal?: AbortSignal;
}

export interface ImageBlocks {
  readonly shown: readonly ShownImage<StoredImage>[];
  readonly leftOut: number;
  readonly notes: readonly string[];
}

export interface ShownImage<Image extends StoredImage> {
  readonly image: Image;
  readonly block: ImageBlock;
}

interface FittedImages<Image extends StoredImage> {
  readonly shown: readonly ShownImage<Image>[];
  /** Those for which too little space or time was left; what cannot be shown at all is only in `notes`. */
  readonly leftOver: readonly Image[];
  readonly notes: readonly ImageNote<Image>[];
}

interface ImageNote<Image extends StoredImage> {
  readonly image: Image;
  readonly text: string;
}

export const maxBlocks = 10;
/** Below this an image is not worth showing. */
const smallestShare = 16_000;
/** `{"type":"image","mimeType":"image/jpeg","data":""},` */
const frameBytes = 100;

export async function imageBlocks(
  images: readonly StoredImage[],
  options: ImageBlocksOptions,
): Promise<ImageBlocks> {
  const fitted = await fitImages(images.slice(0, maxBlocks), options);
  const seen = new Set(fitted.shown.map(({ image }) => image));
  const unseen = images.filter((image) => !seen.has(image));
  const notes = fitted.notes.map(({ text }) => text);
  if (unseen.length > 0) notes.push(unseenNote(unseen, images.length));
  return { shown: fitted.shown, leftOut: unseen.length, notes };
}

/** As many of the images as fit, at most {@linkcode maxBlocks} of which are to be given. */
export async function fitImages<Image extends StoredImage>(
  images: readonly Image[],
  options: ImageBlocksOptions,
): Promise<FittedImages<Image>> {
  const notes: ImageNote<Image>[] = [];
  const late = new Set<Image>();
  const prepared = await prepare(images, { ...options, notes, late });
  const { shown, leftOver } = await shrink(prepared, { ...options, notes, late });
  const missing = new Set([...leftOver, ...late]);
  return { shown, leftOver: images.filter((image) => missing.has(image)), notes };
}

interface Noting<Image extends StoredImage> extends ImageBlocksOptions {
  readonly notes: ImageNote<Image>[];
  /** Those for which there was no time. */
  readonly late: Set<Image>;
}

interface PreparedImage<Image extends StoredImage> {
  readonly image: Image;
  /** Null if it only has too many bytes: scaling it twice would take twice as long. */
  readonly block: ImageBlock | null;
}

/** Each image on its own, as large as a model can use. */
async function prepare<Image extends StoredImage>(
  images: readonly Image[],
  options: Noting<Image>,
): Promise<PreparedImage<Image>[]> {
  const prepared: PreparedImage<Image>[] = [];
  for (const image of images) {
    const isHeavy = image.bytes.byteLength > bytesWithin(options.budget) && isCompleteImage(image) &&
      Math.max(image.width, image.height) <= edgeFor(image);
    const block = isHeavy ? null : await attempt(image, { ...options, of: image, share: options.budget });
    if (block !== null || isHeavy) prepared.push({ image, block });
  }
  return prepared;
}

/** All together within the budget. */
async function shrink<Image extends StoredImage>(
  prepared: readonly PreparedImage<Image>[],
  options: Noting<Image>,
): Promise<Pick<FittedImages<Image>, "shown" | "leftOver">> {
  const wanted = prepared.map(({ block }) =>
    block === null ? options.budget : block.data.length + frameBytes
  );
  let count = prepared.length;
  let shares = shareBudget(wanted, options.budget);
  const tooSmall = (share: number, index: number) => share < Math.min(wanted[index] ?? 0, smallestShare);
  while (count > 0 && shares.some(tooSmall)) shares = shareBudget(wanted.slice(0, --count), options.budget);
  const shown: ShownImage<Image>[] = [];
  for (const [index, { image, block }] of prepared.slice(0, count).entries()) {
    const share = shares[index] ?? 0;
    const fitting = block !== null && share >= (wanted[index] ?? 0)
      ? block
      : await attempt(block === null ? image : asPrepared(image, block), { ...options, of: image, share });
    if (fitting === null) continue;
    if (fitting !== block) {
      options.notes.push({
        image,
        text: `${image.uri} is shown smaller than it is, to fit into the answer`,
      });
    }
    shown.push({ image, block: fitting });
  }
  return { shown, leftOver: prepared.slice(count).map(({ image }) => image) };
}

/** The image as it was prepared: quicker to decode again than the original. */
function asPrepared(image: StoredImage, block: ImageBlock): StoredImage {
  const { mimeType, width, height } = block;
  return { ...image, mimeType, width, height, bytes: Uint8Array.fromBase64(block.data) };
}

interface Attempt<Image extends StoredImage> extends Noting<Image> {
  /** The image that was asked for. */
  readonly of: Image;
  readonly share: number;
}

/** Bytes of an image that takes no more than its share of the wire. */
function bytesWithin(share: number): number {
  return Math.max(1, Math.floor((share - frameBytes) / 4) * 3);
}

/** The image within its share of the wire; otherwise null, with a note or as late. */
async function attempt<Image extends StoredImage>(
  image: StoredImage,
  { renderer, signal, share, of, notes, late }: Attempt<Image>,
): Promise<ImageBlock | null> {
  const maxBytes = bytesWithin(share);
  try {
    return await imageForModel(image, { renderer, maxBytes, ...(signal === undefined ? {} : { signal }) });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error instanceof OutOfTime && !error.isTooSlow) late.add(of);
    else notes.push({ image: of, text: `${of.uri}: ${error.message}` });
    return null;
  }
}

function unseenNote(unseen: readonly StoredImage[], total: number): string {
  const first = unseen.slice(0, 3).map((image) => image.uri).join(", ");
  const more = unseen.length > 3 ? ` and ${unseen.length - 3} more` : "";
  const those = total === 1
    ? "The image is"
    : `${unseen.length} of ${total} images ${unseen.length === 1 ? "is" : "are"}`;
  return `${those} not shown in this answer (${first}${more}): call get_image_resource with the resource_uri`;
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

export interface ImageBlock {
  /** Base64. */
  readonly data: string;
  readonly mimeType: string;
  readonly width: number;
  readonly height: number;
}

interface ImageBlockOptions {
  readonly renderer: Pick<RendererClient, "fitImage">;
  /** Maximum size, before base64 adds a third. */
  readonly maxBytes: number;
  /** Longest edge, if it is not the usual one of at most a million pixels. */
  readonly maxEdge?: number | undefined;
  readonly signal?: AbortSignal;
}

/** A stored image as a model can take it: as it is if it fits, else drawn or scaled by the renderer; throws if that fails. */
export async function imageForModel(image: StoredImage, options: ImageBlockOptions): Promise<ImageBlock> {
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
