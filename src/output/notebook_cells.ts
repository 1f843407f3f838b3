/**
 * Cells of a notebook as a model reads them, within a budget.
 *
 * 1. Cells come in order until the budget is spent; `next` says where to go on.
 * 2. A cell that is too large is cut, never left out without a word.
 * 3. Only what is shown is read: pictures are described from their first bytes.
 */

import { type CellState, cellState } from "../jupyter/nbformat/cell_state.ts";
import { normalizeLineEnds } from "../jupyter/nbformat/source_text.ts";
import type { Cell, CellOutput, Notebook } from "../jupyter/nbformat/notebook.ts";
import { cellStateText } from "./cell_state_text.ts";
import { cutText } from "./cut_text.ts";
import { isRecord } from "../base/json.ts";
import { outputView } from "./notebook_output.ts";
import { plainText } from "./plain_text.ts";
import { readOn } from "./read_on.ts";
import { shareBudget } from "./share_budget.ts";
import { textCost, wireBytes, wireCost } from "./text_cost.ts";

export interface CellsOptions {
  /** The cells to show, in this order. */
  readonly indices: readonly number[];
  /** `full` shows outputs as well. */
  readonly detail: "source" | "full";
  /** Bytes on the wire for all cells. */
  readonly budget: number;
  readonly stateOf?: (cell: Cell) => CellState | null;
}

export interface CellView {
  readonly index: number;
  readonly id: string | undefined;
  readonly type: string;
  readonly state?: string;
  readonly source: string;
  /** Names of the pictures attached to a text cell. */
  readonly attachments?: readonly string[];
  /** One entry an output: its kind and text, its picture in words, and its number where it is cut. */
  readonly outputs?: readonly Readonly<Record<string, string | number>>[];
  readonly more_outputs?: number;
  readonly truncated?: true;
}

export interface CellsView {
  readonly cells: readonly CellView[];
  readonly total: number;
  readonly truncated: boolean;
  /** The first index that did not fit. */
  readonly next: number | null;
}

/** What a cell gets at least where many are asked for. */
const smallestShare = 8_000;
/** A cell is not begun when less is left. */
const worthBeginning = 1_000;
const mostOutputs = 50;
/** Names and punctuation of a cell and of an output. */
const cellFrame = 400;
const outputFrame = 120;

export function cellsView(notebook: Notebook, options: CellsOptions): CellsView {
  const { indices, budget } = options;
  const cells: CellView[] = [];
  let left = budget;
  for (const index of indices) {
    const cell = notebook.cells[index];
    if (cell === undefined) continue;
    const waiting = indices.length - cells.length;
    const share = Math.min(left, Math.max(smallestShare, Math.floor(left / waiting)));
    if (cells.length > 0 && share < worthBeginning) break;
    const view = cellView(cell, index, { ...options, share });
    const cost = wireBytes(view);
    if (cells.length > 0 && cost > left) break;
    cells.push(view);
    left -= cost;
  }
  const shown = new Set(cells.map((cell) => cell.index));
  const next = indices.find((index) => !shown.has(index) && index < notebook.cells.length) ?? null;
  const truncated = next !== null || cells.some((cell) => cell.truncated);
  return { cells, total: notebook.cells.length, truncated, next };
}

function cellView(cell: Cell, index: number, options: CellsOptions & { readonly share: number }): CellView {
  const { detail, stateOf = cellState, indices } = options;
  const all = detail === "full" ? joinStreams(cell.outputs ?? []) : [];
  const views = all.slice(0, mostOutputs).map(({ output, place }) => ({ ...outputView(output), place }));
  const texts = fit([plainText(normalizeLineEnds(cell.source)), ...views.map((view) => view.text)], {
    budget: options.share - cellFrame - outputFrame * views.length,
    elsewhere: indices.length > 1
      ? () => "ask for this cell alone to see more"
      : (text, shown) => readOn(cell, { index, output: views[text - 1]?.place, shown }),
  });
  const state = stateOf(cell);
  const attachments = Object.keys(isRecord(cell["attachments"]) ? cell["attachments"] : {});
  const more = all.length - views.length;
  return {
    index,
    id: cell.id,
    type: cell.cell_type,
    ...(state === null ? {} : { state: cellStateText(state) }),
    source: texts.fitted[0] ?? "",
    ...(attachments.length === 0 ? {} : { attachments: attachments.slice(0, 20) }),
    ...(views.length === 0 ? {} : {
      outputs: views.map(({ kind, image, place, text: whole }, index) => {
        const text = texts.fitted[index + 1] ?? "";
        return {
          ...(text === whole ? {} : { output: place }),
          ...(text === "" && image !== null ? {} : { [kind]: text }),
          ...(image === null ? {} : { image }),
        };
      }),
    }),
    ...(more > 0 ? { more_outputs: more } : {}),
    ...(texts.cut || more > 0 ? { truncated: true } : {}),
  };
}

interface FitOptions {
  readonly budget: number;
  /** Where the rest of a text is, by its number and the beginning that is shown. */
  readonly elsewhere: (text: number, shown: string) => string;
}

/** Texts within a budget: short ones whole, long ones cut in the middle. */
function fit(texts: readonly string[], { budget, elsewhere }: FitOptions) {
  const shares = shareBudget(texts.map((text) => textCost(text, wireCost, budget)), budget);
  let cut = false;
  const fitted = texts.map((text, place) => {
    const part = cutText(text, {
      budget: shares[place] ?? 0,
      cost: wireCost,
      elsewhere: (shown) => elsewhere(place, shown),
    });
    cut ||= part.leftOut > 0;
    return part.text;
  });
  return { fitted, cut };
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
