/** A notebook as a tool's answer: its outline, or its cells, with their pictures where they are asked for. */

import type { StoredImage } from "../images.ts";
import type { Cell, Notebook } from "../jupyter/nbformat/notebook.ts";
import type { NotebookView, Reply } from "../tool.ts";
import type { MimeBundle } from "../jupyter/nbformat/outputs.ts";
import { cellPart } from "./cell_part.ts";
import { figureOf } from "./figure_digest.ts";
import { figurePicture } from "./figure_picture.ts";
import { imageBlocks } from "./image_blocks.ts";
import { hasImage } from "./image_outputs.ts";
import { cellsView } from "./notebook_cells.ts";
import { outline } from "./notebook_outline.ts";
import { bundleOf } from "./notebook_output.ts";
import { notebookPictures } from "./notebook_pictures.ts";
import type { RendererClient } from "./renderer_client.ts";

export interface ViewOptions extends NotebookView {
  readonly renderer: RendererClient;
  readonly maxResultBytes: number;
}

/** Left for the message's frame and the fields that the tool adds. */
const reservedBytes = 8_000;
/** What pictures may take of an answer. */
const pictureShare = 0.6;
const mostPictures = 10;
/** Bytes of one stretch of a cell; more than a model can use at a time. */
const partBytes = 200_000;

export async function notebookView(notebook: Notebook, options: ViewOptions): Promise<Reply> {
  const { detail, start, end, part, stateOf, maxResultBytes } = options;
  const budget = maxResultBytes - reservedBytes;
  const whole = notebook.cells[start];
  if (part !== undefined && whole !== undefined) {
    const data = { ...cellPart(whole, { ...part, index: start, budget: Math.min(budget, partBytes) }) };
    const { output } = part;
    if (!options.images || output === undefined) return { data };
    const only = { ...notebook, cells: notebook.cells.with(start, withOutput(whole, output)) };
    const { images, notes } = await shownPictures(only, [start], options);
    return { data: { ...data, notes }, images };
  }
  if (detail === "outline") {
    const { lines, ...rest } = outline(notebook, { start, end, budget: Math.min(budget, 200_000), stateOf });
    return { data: { outline: lines, ...rest } };
  }
  const indices = notebook.cells.map((_, index) => index).slice(start, end);
  const pictures = options.images && detail === "full"
    ? await shownPictures(notebook, indices, options)
    : undefined;
  const spent = pictures?.images.reduce((sum, { data }) => sum + data.length + 100, 0) ?? 0;
  const { next, ...view } = cellsView(notebook, { indices, detail, budget: budget - spent, stateOf });
  return {
    data: {
      ...view,
      next,
      ...(pictures === undefined ? {} : {
        pictures: pictures.places,
        notes: pictures.notes,
        ...(pictures.isCut ? { truncated: true } : {}),
      }),
    },
    ...(pictures === undefined ? {} : { images: pictures.images }),
  };
}

/** The first pictures of the cells; `places` says which block is of which cell. */
async function shownPictures(notebook: Notebook, indices: readonly number[], options: ViewOptions) {
  const all = notebookPictures(notebook, indices);
  const found = all.take(mostPictures).toArray();
  const more = pictureCount(notebook, indices) - found.length;
  const undrawn: string[] = [];
  const wanted: StoredImage[] = [];
  for (const { cellIndex, output, picked } of found) {
    const uri = `cell ${cellIndex}, output ${output}`;
    const drawn = picked.kind === "figure"
      ? await figurePicture(picked.figure, { ...options, ...picked })
      : picked;
    if (drawn.kind === "undrawn") undrawn.push(`${uri} is not drawn: ${drawn.why}`);
    if (drawn.kind !== "image") continue;
    wanted.push({ ...drawn.image, uri, sessionId: "", imageId: "", createdAt: new Date(0) });
  }
  const { blocks, notes } = await imageBlocks(wanted, {
    renderer: options.renderer,
    budget: options.maxResultBytes * pictureShare,
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  });
  return {
    images: blocks.map(({ data, mimeType }) => ({ data, mimeType })),
    places: wanted.map(({ uri, description, approximate }) =>
      `${uri}: ${description}${approximate === true ? " (approximate)" : ""}`
    ),
    notes: [...notes, ...undrawn, ...(more > 0 ? [leftOut(more, found.at(-1)?.cellIndex ?? 0)] : [])],
    isCut: more > 0,
  };
}

function withOutput(cell: Cell, place: number): Cell {
  return { ...cell, outputs: (cell.outputs ?? []).slice(place, place + 1) };
}

/** Without decoding them: there may be hundreds. */
function pictureCount(notebook: Notebook, indices: readonly number[]): number {
  return indices.reduce((sum, index) => {
    const outputs = notebook.cells[index]?.outputs ?? [];
    return sum + outputs.filter((output) => hasPicture(bundleOf(output))).length;
  }, 0);
}

function hasPicture(bundle: MimeBundle): boolean {
  return hasImage(bundle) || figureOf(bundle) !== null;
}

function leftOut(count: number, last: number): string {
  return `${count} more pictures are not shown: call notebook_get with detail full, images and from ${last}, ` +
    "or with output too for one picture";
}
