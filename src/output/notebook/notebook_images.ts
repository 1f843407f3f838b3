/**
 * The images in the outputs of a notebook's cells, one page for each reply.
 *
 * 1. A page ends before a cell whose images do not all fit, or for which there is no time, so that a caller who continues
 *    there sees each image once.
 * 2. If a cell has more images than fit into any reply, the first are shown and the others are named.
 * 3. What cannot be shown is named with the reason.
 * 4. Images are found without decoding them, and decoded one by one.
 */

import type { NewImage } from "../../base/image_store.ts";
import { plural } from "../../base/text.ts";
import type { Notebook } from "../../jupyter/nbformat/notebook.ts";
import type { ReplyImage } from "../../reply.ts";
import { drawPicture } from "../figure_images.ts";
import { asReplyImage, blockBytes, type FittedImage, ImageFitter, maxBlocks, shownSize } from "../images.ts";
import { hasPicture, pickPicture, type Picture } from "../mime_bundles.ts";
import type { RendererClient } from "../renderer_client.ts";
import { bundleOf } from "./cell_outputs.ts";

interface ImagePageOptions {
  readonly renderer: Pick<RendererClient, "fitImage" | "drawFigure">;
  /** Bytes on the wire for all images. */
  readonly budget: number;
  readonly signal?: AbortSignal | undefined;
}

interface ImagePage {
  /** Index after the last cell of the page; infinite if it has all images. */
  readonly end: number;
  readonly wireBytes: number;
  /** What the reply shows of the cells before this one. */
  readonly before: (end: number) => PageImages;
}

interface PageImages {
  readonly images: readonly ReplyImage[];
  /** Which of `images` is of which cell, in the same order. */
  readonly captions: readonly string[];
  readonly notes: readonly string[];
  /** Whether images of these cells are left out. */
  readonly isCut: boolean;
}

interface PlacedImage extends NewImage {
  readonly uri: string;
  readonly place: ImagePlace;
}

interface PlacedNote {
  readonly cellIndex: number;
  readonly text: string;
}

const mostNamed = 20;

export async function imagePage(
  notebook: Notebook,
  places: readonly ImagePlace[],
  options: ImagePageOptions,
): Promise<ImagePage> {
  const first = wholeCells(places, maxBlocks);
  const { drawn, undrawn, late } = await draw(notebook, first.kept, options);
  const fitter = new ImageFitter<PlacedImage>(options);
  const { shown, leftOver } = await fitter.fit(drawn);
  const excess = leftOver[0]?.place ?? late;
  const { kept, missing, end } = excess === undefined ? first : wholeCells(places, places.indexOf(excess));
  const isKept = new Set(kept);
  const seen = shown.filter(({ image }) => isKept.has(image.place));
  const placedNotes: readonly PlacedNote[] = [
    ...fitter.notes.map(({ image, text }) => ({ cellIndex: image.place.cellIndex, text })),
    ...undrawn,
    ...missingNote(missing),
  ];
  return {
    end,
    wireBytes: blockBytes(seen),
    before(last) {
      const isBefore = ({ cellIndex }: { readonly cellIndex: number }) => cellIndex < Math.min(last, end);
      const onPage = seen.filter(({ image }) => isBefore(image.place));
      return {
        images: onPage.map(asReplyImage),
        captions: onPage.map(captionOf),
        notes: placedNotes.filter(isBefore).map(({ text }) => text),
        isCut: missing.some(isBefore),
      };
    },
  };
}

interface WholeCells {
  readonly kept: readonly ImagePlace[];
  /** Images of the only cell that are too many. */
  readonly missing: readonly ImagePlace[];
  readonly end: number;
}

/** The images of the first cells that have no more than this many together. */
function wholeCells(places: readonly ImagePlace[], most: number): WholeCells {
  const cut = places[most]?.cellIndex;
  if (cut === undefined) return { kept: places, missing: [], end: Infinity };
  const isOnly = places[0]?.cellIndex === cut;
  if (!isOnly) return { kept: places.filter(({ cellIndex }) => cellIndex < cut), missing: [], end: cut };
  const missing = places.slice(most).filter(({ cellIndex }) => cellIndex === cut);
  return { kept: places.slice(0, most), missing, end: cut + 1 };
}

/** Decodes images and has figures drawn, up to the first for which there is no time. */
async function draw(notebook: Notebook, places: readonly ImagePlace[], options: ImagePageOptions) {
  const drawn: PlacedImage[] = [];
  const undrawn: PlacedNote[] = [];
  let late: ImagePlace | undefined;
  for (const place of places) {
    const uri = `cell ${place.cellIndex}, output ${place.output}`;
    const picture = imageAt(notebook, place);
    const found = picture && await drawPicture(picture, options);
    if (found?.kind === "late") {
      late = place;
      break;
    }
    if (found?.kind === "undrawn") undrawn.push({ ...place, text: `${uri} is not drawn: ${found.why}` });
    if (found?.kind === "broken") undrawn.push({ ...place, text: `${uri}: ${found.note}` });
    if (found?.kind !== "image") continue;
    if (found.image.note !== undefined) undrawn.push({ ...place, text: `${uri}: ${found.image.note}` });
    drawn.push({ ...found.image, uri, place });
  }
  return { drawn, undrawn, late };
}

function captionOf({ image, block }: FittedImage<PlacedImage>): string {
  const { uri, description, width, height } = image;
  const { shown } = shownSize(image, block);
  const size = shown === undefined ? "" : ` (${width}×${height}, shown: ${shown})`;
  return `${uri}: ${description}${size}`;
}

function missingNote(missing: readonly ImagePlace[]): PlacedNote[] {
  const [first] = missing;
  if (first === undefined) return [];
  const { cellIndex } = first;
  const named = missing.slice(0, mostNamed).map(({ output }) => output).join(", ");
  const more = missing.length > mostNamed ? ` and ${missing.length - mostNamed} more` : "";
  const text = `${missing.length} more ${plural(missing.length, "image")} of cell ${cellIndex} ` +
    `${
      missing.length === 1 ? "is" : "are"
    } not shown: call notebook_get with images, from ${cellIndex} and ` +
    `output, one at a time (${named}${more})`;
  return [{ cellIndex, text }];
}

/** Where an image is. */
interface ImagePlace {
  readonly cellIndex: number;
  /** Its place among the cell's outputs. */
  readonly output: number;
}

/** Where the images of these cells are, in order; none is decoded: there may be hundreds. */
export function imagePlaces(notebook: Notebook, indices: readonly number[]): ImagePlace[] {
  return indices.flatMap((cellIndex) =>
    (notebook.cells[cellIndex]?.outputs ?? []).flatMap((output, place) =>
      hasPicture(bundleOf(output)) ? [{ cellIndex, output: place }] : []
    )
  );
}

/** The image at a place, decoded; null if there is none. */
export function imageAt(notebook: Notebook, { cellIndex, output }: ImagePlace): Picture | null {
  const cell = notebook.cells[cellIndex];
  const shown = cell?.outputs?.[output];
  if (shown === undefined) return null;
  return pickPicture(bundleOf(shown), {
    code: cell?.source ?? "",
    number: cell?.execution_count ?? cellIndex,
  });
}
