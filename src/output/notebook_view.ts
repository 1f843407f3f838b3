/** A notebook as a tool's answer: its outline, or its cells, with their pictures where they are asked for. */

import type { Notebook } from "../jupyter/nbformat/notebook.ts";
import { oldFormatNotes } from "../jupyter/nbformat/parse_notebook.ts";
import type { NotebookView, Reply } from "../tool.ts";
import { cellPart } from "./cell_part.ts";
import { cellsView } from "./notebook_cells.ts";
import { outline } from "./notebook_outline.ts";
import { picturePlaces } from "./notebook_pictures.ts";
import { picturePage } from "./picture_page.ts";
import type { RendererClient } from "./renderer_client.ts";

export interface ViewOptions extends NotebookView {
  readonly renderer: Pick<RendererClient, "fitImage" | "drawFigure">;
  readonly maxResultBytes: number;
}

/** Left for the message's frame and the fields that the tool adds. */
const reservedBytes = 8_000;
/** What pictures may take of an answer. */
const pictureShare = 0.6;
/** Bytes of one stretch of a cell; more than a model can use at a time. */
const partBytes = 200_000;

export async function notebookView(notebook: Notebook, options: ViewOptions): Promise<Reply> {
  const reply = await view(notebook, options);
  const said = oldFormatNotes(notebook);
  if (said.length === 0) return reply;
  const { notes = [] } = reply.data;
  return { ...reply, data: { ...reply.data, notes: said.concat(Array.isArray(notes) ? notes : []) } };
}

async function view(notebook: Notebook, options: ViewOptions): Promise<Reply> {
  const { detail, start, end, part, stateOf, maxResultBytes } = options;
  const budget = maxResultBytes - reservedBytes;
  if (part !== undefined && notebook.cells[start] !== undefined) return await partView(notebook, options);
  if (detail === "outline") {
    const { lines, ...rest } = outline(notebook, { start, end, budget: Math.min(budget, 200_000), stateOf });
    return { data: { outline: lines, ...rest } };
  }
  const indices = notebook.cells.map((_, index) => index).slice(start, end);
  if (!options.images || detail !== "full") {
    return { data: { ...cellsView(notebook, { indices, detail, budget, stateOf }) } };
  }
  const places = picturePlaces(notebook, indices);
  const page = await picturePage(notebook, places, { ...options, budget: maxResultBytes * pictureShare });
  const { next, ...view } = cellsView(notebook, {
    indices: indices.filter((index) => index < page.end),
    detail,
    budget: budget - page.wireBytes,
    stateOf,
  });
  // Where the texts end sooner, the pictures of the cells after them come with those.
  const { images, pictures, notes, isCut } = page.before(next ?? page.end);
  const goesOn = next ?? indices.find((index) => index >= page.end) ?? null;
  const truncated = view.truncated || isCut || goesOn !== null;
  return { data: { ...view, truncated, next: goesOn, pictures, notes }, images };
}

/** One stretch of a cell; with its picture where it is an output that has one. */
async function partView(notebook: Notebook, options: ViewOptions): Promise<Reply> {
  const { start, part, images, maxResultBytes } = options;
  const cell = notebook.cells[start];
  if (cell === undefined || part === undefined) return { data: {} };
  const budget = Math.min(maxResultBytes - reservedBytes, partBytes);
  const data = { ...cellPart(cell, { ...part, index: start, budget }) };
  if (!images || part.output === undefined) return { data };
  const places = picturePlaces(notebook, [start]).filter(({ output }) => output === part.output);
  const page = await picturePage(notebook, places, { ...options, budget: maxResultBytes * pictureShare });
  const { notes, images: shown } = page.before(Infinity);
  return { data: { ...data, notes }, images: shown };
}
