/** Which code cells a caller wants run: one, a list, a range, or all; by id, so that moves and inserts do no harm. */

import { AppError } from "../../base/errors.ts";
import { cellRange } from "./cell_range.ts";
import { type CellReference, findCell, type FoundCell } from "./find_cells.ts";
import type { Notebook } from "./notebook.ts";

export interface CellPick {
  /** A cell, several, or "all". */
  readonly cell?: CellReference | readonly CellReference[] | undefined;
  /** First and last cell of a range, both included. */
  readonly from?: CellReference | undefined;
  readonly to?: CellReference | undefined;
}

/**
 * Ids of the picked code cells, in the notebook's order for ranges and in the given order for lists.
 *
 * @param find Finds the cell that a reference means, where it need not mean the notebook as it is.
 */
export function pickCells(
  notebook: Notebook,
  { cell, from, to }: CellPick,
  find: (reference: CellReference) => FoundCell = (reference) => findCell(notebook, reference),
): string[] {
  if (cell !== undefined && (from !== undefined || to !== undefined)) {
    throw new AppError("invalid_argument", "Cannot pick cells: both cell and a range are given", {
      hint: "Give either cell, or from and to",
    });
  }
  if (cell === undefined && from === undefined && to === undefined) {
    throw new AppError("invalid_argument", 'Cannot pick cells: argument "cell" is missing', {
      hint: 'A cell id, an index, a list of these, or "all"; or from and to',
    });
  }
  return indices(notebook, { cell, from, to }, find).flatMap((index) => {
    const picked = notebook.cells[index];
    return picked?.cell_type === "code" && picked.id !== undefined ? [picked.id] : [];
  });
}

function indices(
  notebook: Notebook,
  { cell, from, to }: CellPick,
  find: (reference: CellReference) => FoundCell,
): number[] {
  if (cell !== undefined && cell !== "all") {
    const wanted: readonly CellReference[] = typeof cell === "object" ? cell : [cell];
    return wanted.map((reference) => find(reference).index);
  }
  const { start, end } = cellRange(notebook, {
    from: from === undefined ? undefined : find(from).index,
    to: to === undefined ? undefined : find(to).index,
  });
  return notebook.cells.map((_, index) => index).slice(start, end);
}
