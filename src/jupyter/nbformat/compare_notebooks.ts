/**
 * Compares states of a notebook: which cells an edit touched, whether someone else touched the same ones, and whether an edit
 * is still there after others have changed the notebook too.
 */

import { deepEqual } from "../../base/deep_equal.ts";
import { commonRuns } from "../../base/diff.ts";
import type { Cell, Notebook } from "./notebook.ts";

/** An edit that was applied. */
export interface AppliedEdit {
  readonly before: Notebook;
  readonly after: Notebook;
  /** Ids of the cells that it changed, moved or deleted. */
  readonly touched: readonly string[];
  readonly isMove: boolean;
}

/**
 * Whether nothing of an edit is left: its cells are as they were, or gone, or there again.
 *
 * @param isReloaded The document was replaced by what is in the file; else what differs is someone's typing.
 */
export function isEditLost(
  { before, after, touched, isMove }: AppliedEdit,
  present: Notebook,
  isReloaded: boolean,
): boolean {
  const [old, wanted, now] = [before, after, present].map(cellsById);
  // The content of a moved cell belongs to anyone who types into it.
  if (isMove) return touched.some((id) => !now?.has(id)) || (isReloaded && !isSameOrder(after, present));
  const isAddedLost = isReloaded &&
    after.cells.some(({ id = "" }) => !old?.has(id) && !now?.has(id));
  return isAddedLost || touched.some((id) => {
    const [was, want, is] = [old?.get(id), wanted?.get(id), now?.get(id)];
    // Outputs of a run may come while its source is edited.
    const isSame = isSameText(was, want) ? sameContent : isSameText;
    if (isSame(want, is)) return false;
    return want === undefined || is === undefined || isReloaded || isSame(was, is);
  });
}

/** Whether an edit that was lost can be made again without undoing what someone else did to its cells. */
export function canReapply({ before, touched, isMove }: AppliedEdit, present: Notebook): boolean {
  return isMove || areUntouched(touched, before, present);
}

function isSameOrder(one: Notebook, other: Notebook): boolean {
  const [left, right] = [one, other].map((notebook) => notebook.cells.map(({ id }) => id));
  const common = left?.filter((id) => right?.includes(id));
  return right?.filter((id) => left?.includes(id)).every((id, index) => id === common?.[index]) ?? true;
}

export function isSameText(one: Cell | undefined, other: Cell | undefined): boolean {
  return one?.cell_type === other?.cell_type && one?.source === other?.source;
}

/** Whether a shared document has the cells of its file. */
export function hasSameCells({ cells }: Notebook, { cells: present }: Notebook): boolean {
  // A document without cells is given a blank one.
  if (cells.length === 0 && present.length === 1 && present[0]?.source === "") return true;
  return cells.length === present.length && cells.every((cell, index) => isSameText(cell, present[index]));
}

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

/** Of items that were put into another order, those that stay in place: all but those to move, or as many as possible. */
export function itemsThatStay<T>(
  before: readonly T[],
  after: readonly T[],
  moving: readonly T[],
): ReadonlySet<T> {
  if (deepEqual(before, after)) return new Set(before);
  const [others, wanted] = [before, after].map((items) => items.filter((item) => !moving.includes(item)));
  if (others !== undefined && deepEqual(others, wanted)) return new Set(others);
  const runs = commonRuns(before, after);
  return new Set(runs.flatMap(({ before: start, length }) => before.slice(start, start + length)));
}
