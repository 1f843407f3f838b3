/** Which cells an edit touched, and whether somebody else touched the same ones. */

import type { Cell, Notebook } from "./notebook.ts";
import { deepEqual } from "../../base/deep_equal.ts";

/** Ids of the cells of `before` that `after` has changed or no longer has. */
export function changedCells(before: Notebook, after: Notebook): readonly string[] {
  const kept = cellsById(after);
  return before.cells.flatMap((cell) => cell.id === undefined || kept.get(cell.id) === cell ? [] : [cell.id]);
}

/** Whether the cells with these ids have the same type, source and outputs in both notebooks, or are in neither. */
export function areUntouched(ids: readonly string[], one: Notebook, other: Notebook): boolean {
  const [left, right] = [cellsById(one), cellsById(other)];
  return ids.every((id) => sameContent(left.get(id), right.get(id)));
}

export function sameContent(one: Cell | undefined, other: Cell | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return one.cell_type === other.cell_type && one.source === other.source &&
    deepEqual(one.outputs ?? [], other.outputs ?? []);
}

export function cellsById(notebook: Notebook): ReadonlyMap<string, Cell> {
  return new Map(notebook.cells.flatMap((cell) => cell.id === undefined ? [] : [[cell.id, cell]]));
}
