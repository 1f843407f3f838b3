/**
 * The pictures of one answer: as many as fit, the first ones first, each within its share of the budget.
 *
 * Small pictures keep their full quality; large ones are made smaller until all fit; those for which too little
 * would be left are not shown. Nothing is left out without being named.
 */

import { AppError } from "../errors.ts";
import type { StoredImage } from "../images.ts";
import { type ImageBlock, imageForModel } from "./image_block.ts";
import type { RendererClient } from "./renderer_client.ts";
import { shareBudget } from "./share_budget.ts";

export interface ImageBlocksOptions {
  readonly renderer: Pick<RendererClient, "fitImage">;
  /** Bytes on the wire for all blocks together. */
  readonly budget: number;
  readonly signal?: AbortSignal;
}

export interface ImageBlocks {
  readonly blocks: readonly ImageBlock[];
  readonly leftOut: number;
  readonly notes: readonly string[];
}

const maxBlocks = 10;
/** Below this a picture is no longer worth looking at. */
const smallestShare = 16_000;
/** `{"type":"image","mimeType":"image/jpeg","data":""},` */
const frameBytes = 100;

type Shown = { readonly image: StoredImage; readonly block: ImageBlock };

export async function imageBlocks(
  images: readonly StoredImage[],
  options: ImageBlocksOptions,
): Promise<ImageBlocks> {
  const notes: string[] = [];
  const wished = await prepare(images.slice(0, maxBlocks), options, notes);
  const shown = await shrink(wished, options, notes);
  const seen = new Set(shown.map(({ image }) => image));
  const unseen = images.filter((image) => !seen.has(image));
  if (unseen.length > 0) notes.push(unseenNote(unseen, images.length));
  return { blocks: shown.map(({ block }) => block), leftOut: unseen.length, notes };
}

/** Each picture for itself, as large as a model can use. */
async function prepare(
  images: readonly StoredImage[],
  options: ImageBlocksOptions,
  notes: string[],
): Promise<Shown[]> {
  const shown: Shown[] = [];
  for (const image of images) {
    const block = await attempt(image, { ...options, share: options.budget, notes });
    if (block !== null) shown.push({ image, block });
  }
  return shown;
}

/** All together within the budget. */
async function shrink(
  wished: readonly Shown[],
  options: ImageBlocksOptions,
  notes: string[],
): Promise<Shown[]> {
  const wishes = wished.map(({ block }) => block.data.length + frameBytes);
  let count = wished.length;
  let shares = shareBudget(wishes, options.budget);
  const tooSmall = (share: number, index: number) => share < Math.min(wishes[index] ?? 0, smallestShare);
  while (count > 0 && shares.some(tooSmall)) shares = shareBudget(wishes.slice(0, --count), options.budget);
  const shown: Shown[] = [];
  for (const [index, { image, block }] of wished.slice(0, count).entries()) {
    const share = shares[index] ?? 0;
    const fitting = share >= (wishes[index] ?? 0)
      ? block
      : await attempt(prepared(image, block), { ...options, share, notes });
    if (fitting === null) continue;
    if (fitting !== block) notes.push(`${image.uri} is shown smaller than it is, to fit into the answer`);
    shown.push({ image, block: fitting });
  }
  return shown;
}

/** The picture as it was prepared: quicker to decode again than the original. */
function prepared(image: StoredImage, block: ImageBlock): StoredImage {
  const { mimeType, width, height } = block;
  return { ...image, mimeType, width, height, bytes: Uint8Array.fromBase64(block.data) };
}

/** The picture within its share of the wire, or null and a note. */
async function attempt(
  image: StoredImage,
  { renderer, signal, share, notes }: ImageBlocksOptions & {
    readonly share: number;
    readonly notes: string[];
  },
): Promise<ImageBlock | null> {
  const maxBytes = Math.max(1, Math.floor((share - frameBytes) / 4) * 3);
  try {
    return await imageForModel(image, { renderer, maxBytes, ...(signal === undefined ? {} : { signal }) });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    notes.push(`${image.uri}: ${error.message}`);
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
