/** A notebook in one line a cell. Outputs are only counted, never read: a large notebook costs no more than a small one. */

import { type CellState, cellState } from "../jupyter/nbformat/cell_state.ts";
import { firstLine } from "../jupyter/nbformat/find_cells.ts";
import type { Cell, CellOutput, Notebook } from "../jupyter/nbformat/notebook.ts";
import { cellStateText } from "./cell_state_text.ts";
import { textAt } from "../base/json.ts";
import { bundleOf, outputKind } from "./notebook_output.ts";
import { plainText } from "./plain_text.ts";
import { textCost, wireCost } from "./text_cost.ts";

export interface OutlineOptions {
  /** Index of the first cell; a `next` of an earlier outline. */
  readonly start?: number;
  /** Index after the last cell. */
  readonly end?: number;
  /** Bytes on the wire for all lines. */
  readonly budget?: number;
  readonly stateOf?: (cell: Cell) => CellState | null;
}

export interface Outline {
  /** `index id type state | first line | outputs` */
  readonly lines: readonly string[];
  readonly total: number;
  readonly truncated: boolean;
  /** Index of the first cell that did not fit. */
  readonly next: number | null;
}

const defaultBudget = 60_000;
/** Quotation marks and comma of a line. */
const frameBytes = 8;

export function outline(notebook: Notebook, options: OutlineOptions = {}): Outline {
  const { start = 0, end = notebook.cells.length, budget = defaultBudget, stateOf = cellState } = options;
  const lines: string[] = [];
  let spent = 0;
  for (const [place, cell] of notebook.cells.slice(start, end).entries()) {
    const line = outlineLine(cell, start + place, stateOf(cell));
    spent += textCost(line, wireCost) + frameBytes;
    if (spent > budget && lines.length > 0) break;
    lines.push(line);
  }
  const next = start + lines.length < Math.min(end, notebook.cells.length) ? start + lines.length : null;
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
