/** The range of cells that a caller means, both ends included; all of them where neither is named. */

import { AppError } from "../../base/errors.ts";
import { type CellReference, findCell } from "./find_cells.ts";
import type { Notebook } from "./notebook.ts";

export interface CellRange {
  readonly from?: CellReference | undefined;
  readonly to?: CellReference | undefined;
}

/** Index of the first cell, and the one after the last. */
export function cellRange(notebook: Notebook, { from, to }: CellRange): { start: number; end: number } {
  const start = from === undefined ? 0 : findCell(notebook, from).index;
  const end = to === undefined ? notebook.cells.length : findCell(notebook, to).index + 1;
  if (start < end || notebook.cells.length === 0) return { start, end };
  throw new AppError(
    "invalid_argument",
    `Cannot pick cells: from is cell ${start}, to is cell ${end - 1} before it`,
    { hint: "Both ends are included; give the smaller index as from" },
  );
}
