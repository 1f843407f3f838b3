/**
 * A notebook as a tool's reply: its outline, or its cells, with their images on request.
 *
 * 1. Cells come in order until the budget is spent; `next` says where to continue.
 * 2. A cell that is too large is cut, never left out silently.
 * 3. Only what is shown is read: images are described from their first bytes, and an outline only counts outputs.
 */

import { runStepsSync } from "../../base/async.ts";
import { isRecord, textAt } from "../../base/json.ts";
import { type CellState, cellState } from "../../jupyter/nbformat/cell_state.ts";
import { firstLine } from "../../jupyter/nbformat/find_cells.ts";
import type { Cell, CellOutput, Notebook } from "../../jupyter/nbformat/notebook.ts";
import { oldFormatNotes } from "../../jupyter/nbformat/parse_notebook.ts";
import { normalizeLineEnds } from "../../jupyter/nbformat/source_text.ts";
import type { Reply } from "../../reply.ts";
import type { NotebookReplyOptions } from "../../services.ts";
import { plainText } from "../plain_text.ts";
import type { RendererClient } from "../renderer_client.ts";
import { fitTexts, textCost, wireBytes, wireCost } from "../text_budget.ts";
import { bundleOf, outputKind, readableOutput } from "./cell_outputs.ts";
import { cellPart, nextPartHint } from "./cell_part.ts";
import { imagePage, imagePlaces } from "./notebook_images.ts";

interface PresenterReplyOptions extends NotebookReplyOptions {
  readonly renderer: Pick<RendererClient, "fitImage" | "drawFigure">;
  /** Maximum size of the reply on the wire. */
  readonly maxBytes: number;
  /** Maximum size of its text. */
  readonly textBytes: number;
}

/** Left for the message's frame and the fields that the tool adds. */
const reservedBytes = 600;
/** What images may take of a reply. */
const imageShare = 0.6;

export async function notebookReply(notebook: Notebook, options: PresenterReplyOptions): Promise<Reply> {
  const reply = await contentReply(notebook, options);
  const formatNotes = oldFormatNotes(notebook);
  if (formatNotes.length === 0) return reply;
  const { notes = [] } = reply.data;
  return { ...reply, data: { ...reply.data, notes: formatNotes.concat(Array.isArray(notes) ? notes : []) } };
}

async function contentReply(notebook: Notebook, options: PresenterReplyOptions): Promise<Reply> {
  const { detail, start, end, isShown = () => true, part, stateOf, maxBytes, textBytes } = options;
  const budget = textBytes - reservedBytes;
  if (part !== undefined && notebook.cells[start] !== undefined) return await partReply(notebook, options);
  if (detail === "outline") {
    const { lines, ...rest } = outline(notebook, { start, end, isShown, budget, stateOf });
    return { data: { outline: lines, ...pageFields({ ...rest, shown: lines.length }) } };
  }
  const all = notebook.cells.flatMap((cell, index) =>
    index >= start && index < end && isShown(cell) ? [index] : []
  );
  const indices = detail === "outputs" ? all.filter((index) => hasOutputs(notebook.cells[index])) : all;
  const places = options.images && detail !== "source" ? imagePlaces(notebook, indices) : [];
  const page = await imagePage(notebook, places, { ...options, budget: maxBytes * imageShare });
  const { next, cells, total, truncated: areCut } = shownCells(notebook, {
    indices: indices.filter((index) => index < page.end),
    detail,
    budget: Math.min(budget, maxBytes - reservedBytes - page.wireBytes),
    stateOf,
  });
  // If the texts end sooner, the images of later cells come with their texts.
  const { images, captions, notes, isCut } = page.before(next ?? page.end);
  const nextIndex = next ?? indices.find((index) => index >= page.end) ?? null;
  const truncated = areCut || isCut || nextIndex !== null;
  const rest = pageFields({ total, shown: cells.length, truncated, next: nextIndex });
  return {
    data: {
      cells,
      ...rest,
      ...(captions.length === 0 ? {} : { pictures: captions }),
      ...(notes.length === 0 ? {} : { notes }),
    },
    images,
  };
}

interface PageFacts {
  readonly total: number;
  readonly shown: number;
  readonly truncated: boolean;
  readonly next: number | null;
}

/** What there is besides the cells shown, if there is anything. */
function pageFields({ total, shown, truncated, next }: PageFacts) {
  return {
    ...(shown === total ? {} : { total }),
    ...(truncated ? { truncated } : {}),
    ...(next === null ? {} : { next }),
  };
}

/** Part of a cell, with its image if it is an output that has one. */
async function partReply(notebook: Notebook, options: PresenterReplyOptions): Promise<Reply> {
  const { start, part, images, maxBytes, textBytes } = options;
  const cell = notebook.cells[start];
  if (cell === undefined || part === undefined) return { data: {} };
  const budget = textBytes - reservedBytes;
  const data = { ...cellPart(cell, { ...part, index: start, budget }) };
  if (!images || part.output === undefined) return { data };
  const places = imagePlaces(notebook, [start]).filter(({ output }) => output === part.output);
  const page = await imagePage(notebook, places, { ...options, budget: maxBytes * imageShare });
  const { notes, images: shown } = page.before(Infinity);
  return { data: { ...data, ...(notes.length === 0 ? {} : { notes }) }, images: shown };
}

interface CellsOptions {
  /** The cells to show, in this order. */
  readonly indices: readonly number[];
  readonly detail: "source" | "outputs" | "full";
  /** Bytes on the wire for all cells. */
  readonly budget: number;
  readonly stateOf?: (cell: Cell) => CellState | null;
}

/** The minimum for each of many cells. */
const smallestShare = 3_000;
/** A cell is not begun when less is left. */
const worthBeginning = 1_000;
const mostOutputs = 50;
/** Names and punctuation of a cell and of an output. */
const cellFrame = 400;
const outputFrame = 120;

export function shownCells(notebook: Notebook, options: CellsOptions) {
  const { indices, budget } = options;
  const cells: ReturnType<typeof shownCell>[] = [];
  let left = budget;
  for (const index of indices) {
    const cell = notebook.cells[index];
    if (cell === undefined) continue;
    const waiting = indices.length - cells.length;
    const share = Math.min(left, Math.max(smallestShare, Math.floor(left / waiting)));
    if (cells.length > 0 && share < worthBeginning) break;
    const shown = shownCell(cell, index, { ...options, share });
    const cost = wireBytes(shown);
    if (cells.length > 0 && cost > left) break;
    cells.push(shown);
    left -= cost;
  }
  const shown = new Set(cells.map((cell) => cell.index));
  const next = indices.find((index) => !shown.has(index) && index < notebook.cells.length) ?? null;
  const truncated = next !== null || cells.some((cell) => cell.truncated);
  return { cells, total: notebook.cells.length, truncated, next };
}

/** Type is left out of code cells; an entry of `outputs` has its kind and text, its image in words, and its number if it is cut. */
function shownCell(cell: Cell, index: number, options: CellsOptions & { readonly share: number }) {
  const { detail, stateOf = cellState, indices } = options;
  const all = detail === "source" ? [] : joinStreams(cell.outputs ?? []);
  const source = detail === "outputs" ? "" : plainText(normalizeLineEnds(cell.source));
  const outputs = all.slice(0, mostOutputs).map(({ output, place }) => ({
    ...readableOutput(output),
    place,
  }));
  const texts = runStepsSync(fitTexts([source, ...outputs.map(({ text }) => text)], {
    budget: options.share - cellFrame - outputFrame * outputs.length,
    elsewhere: indices.length > 1
      ? () => "ask for this cell alone to see more"
      : (text, shown) => nextPartHint(cell, { index, output: outputs[text - 1]?.place, shown }),
  }));
  const state = stateOf(cell);
  const attachments = Object.keys(isRecord(cell["attachments"]) ? cell["attachments"] : {});
  const more = all.length - outputs.length;
  return {
    index,
    id: cell.id,
    ...(cell.cell_type === "code" ? {} : { type: cell.cell_type }),
    ...(state === null ? {} : { state: cellStateText(state) }),
    ...(detail === "outputs" ? {} : { source: texts[0]?.text ?? "" }),
    ...(attachments.length === 0 ? {} : { attachments: attachments.slice(0, 20) }),
    ...(outputs.length === 0 ? {} : {
      outputs: outputs.map(({ kind, image, place, text: whole }, index) => {
        const text = texts[index + 1]?.text ?? "";
        return {
          ...(text === whole ? {} : { output: place }),
          ...(text === "" && image !== null ? {} : { [kind]: text }),
          ...(image === null ? {} : { image }),
        };
      }),
    }),
    ...(more > 0 ? { more_outputs: more } : {}),
    ...(texts.some(({ leftOut }) => leftOut > 0) || more > 0 ? { truncated: true } : {}),
  };
}

function hasOutputs(cell: Cell | undefined): boolean {
  return (cell?.outputs ?? []).length > 0;
}

interface PlacedOutput {
  readonly output: CellOutput;
  /** Its place among the cell's outputs. */
  readonly place: number;
}

/** Neighbouring pieces of one stream read as one. */
function joinStreams(outputs: readonly CellOutput[]): readonly PlacedOutput[] {
  const joined: PlacedOutput[] = [];
  for (const [place, output] of outputs.entries()) {
    const last = joined.at(-1);
    const isMore = output.output_type === "stream" && last?.output.output_type === "stream" &&
      last.output["name"] === output["name"];
    if (isMore && last !== undefined) {
      const text = `${last.output["text"]}${output["text"]}`;
      joined[joined.length - 1] = { ...last, output: { ...last.output, text } };
    } else joined.push({ output, place });
  }
  return joined;
}

interface OutlineOptions {
  /** Index of the first cell; a `next` of an earlier outline. */
  readonly start?: number;
  /** Index after the last cell. */
  readonly end?: number;
  readonly isShown?: ((cell: Cell) => boolean) | undefined;
  /** Bytes on the wire for all lines. */
  readonly budget?: number;
  readonly stateOf?: (cell: Cell) => CellState | null;
}

const defaultBudget = 30_000;
/** Quotation marks and comma of a line. */
const frameBytes = 8;

/** Lines such as `index id type state | first line | outputs`, and the index of the first cell that did not fit. */
export function outline(notebook: Notebook, options: OutlineOptions = {}) {
  const { start = 0, end = notebook.cells.length, budget = defaultBudget, stateOf = cellState } = options;
  const { isShown = () => true } = options;
  const lines: string[] = [];
  let next: number | null = null;
  let spent = 0;
  for (const [place, cell] of notebook.cells.slice(start, end).entries()) {
    if (!isShown(cell)) continue;
    const line = outlineLine(cell, start + place, stateOf(cell));
    spent += textCost(line, wireCost) + frameBytes;
    if (spent > budget && lines.length > 0) {
      next = start + place;
      break;
    }
    lines.push(line);
  }
  return { lines, total: notebook.cells.length, truncated: next !== null, next };
}

function outlineLine(cell: Cell, index: number, state: CellState | null): string {
  const head = [index, cell.id ?? "-", cell.cell_type, ...(state === null ? [] : [cellStateText(state)])]
    .join(" ");
  const outputs = outputsText(cell.outputs ?? []);
  return [head, plainText(firstLine(cell.source)), ...(outputs === "" ? [] : [outputs])].join(" | ");
}

/** `stdout, 2 image, error ValueError` */
function outputsText(outputs: readonly CellOutput[]): string {
  const counts = new Map<string, number>();
  for (const output of outputs) {
    const name = outputName(output);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].map(([name, count]) => count === 1 ? name : `${count} ${name}`).join(", ");
}

function outputName(output: CellOutput): string {
  const kind = outputKind(output);
  if (kind === "error") return `error ${plainText(textAt(output, "ename")).slice(0, 60)}`.trim();
  if (kind !== "result" && kind !== "display") return kind;
  return Object.keys(bundleOf(output)).some((type) => type.startsWith("image/")) ? "image" : kind;
}

/** `[3]`, `[3] failed`, `[3] changed since its run`, `never run`, `running`, `waiting to run`, `interrupted`. */
function cellStateText(state: CellState): string {
  switch (state.kind) {
    case "never_run":
      return "never run";
    case "running":
      return "running";
    case "waiting":
      return "waiting to run";
    case "interrupted":
      return "interrupted";
    case "run":
    case "failed":
      return [
        `[${state.count ?? " "}]`,
        ...(state.kind === "failed" ? ["failed"] : []),
        ...(state.changed ? ["changed since its run"] : []),
      ].join(" ");
  }
}
