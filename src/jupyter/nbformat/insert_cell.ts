/** Puts new cells into a notebook. */

import { AppError } from "../../base/errors.ts";
import { plural } from "../../base/text.ts";
import type { Cell, CellType, Edit } from "./notebook.ts";

export interface NewCell {
  readonly id: string;
  readonly type: CellType;
  readonly source: string;
}

/** A cell that was never run. Half a surrogate pair is no text, and no file can hold it. */
export function newCell({ id, type, source }: NewCell): Cell {
  const cell = { id, cell_type: type, source: source.toWellFormed(), metadata: {} };
  return type === "code" ? { ...cell, outputs: [], execution_count: null } : cell;
}

/** Inserts a cell before `position`, which counts from the end where it is negative; at the end by default. */
export function insertCell(cell: NewCell, position?: number): Edit {
  return (notebook) => {
    const at = insertionPoint(position, notebook.cells.length);
    return { ...notebook, cells: notebook.cells.toSpliced(at, 0, newCell(cell)) };
  };
}

function insertionPoint(position: number | undefined, count: number): number {
  if (position === undefined) return count;
  const at = position < 0 ? count + position : position;
  if (Number.isInteger(position) && at >= 0 && at <= count) return at;
  throw new AppError(
    "invalid_argument",
    `Cannot insert a cell: argument "position" is ${position}, and the notebook has ${count} ${
      plural(count, "cell")
    }`,
    { hint: `Use 0 to ${count}, a negative number to count from the end, or leave it out for the end` },
  );
}
