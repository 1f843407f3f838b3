/** A notebook as a tool's answer: its outline, or its cells, with their pictures where they are asked for. */

import type { StoredImage } from "../images.ts";
import type { Notebook } from "../jupyter/nbformat/notebook.ts";
import type { NotebookView, Reply } from "../tool.ts";
import { cellPart } from "./cell_part.ts";
import { imageBlocks } from "./image_blocks.ts";
import { cellsView } from "./notebook_cells.ts";
import { outline } from "./notebook_outline.ts";
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
    return { data: { ...cellPart(whole, { ...part, index: start, budget: Math.min(budget, partBytes) }) } };
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
      ...(pictures === undefined ? {} : { pictures: pictures.places, notes: pictures.notes }),
    },
    ...(pictures === undefined ? {} : { images: pictures.images }),
  };
}

/** The first pictures of the cells; `places` says which block is of which cell. */
async function shownPictures(notebook: Notebook, indices: readonly number[], options: ViewOptions) {
  const found = notebookPictures(notebook, indices).take(mostPictures).toArray();
  const wanted = found.flatMap(({ cellIndex, output, picked }): StoredImage[] =>
    picked.kind === "broken" ? [] : [{
      ...picked.image,
      uri: `cell ${cellIndex}, output ${output}`,
      sessionId: "",
      imageId: "",
      createdAt: new Date(0),
    }]
  );
  const { blocks, notes } = await imageBlocks(wanted, {
    renderer: options.renderer,
    budget: options.maxResultBytes * pictureShare,
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  });
  return {
    images: blocks.map(({ data, mimeType }) => ({ data, mimeType })),
    places: wanted.map(({ uri, description }) => `${uri}: ${description}`),
    notes,
  };
}
