/**
 * What a notebook's own record says about whether it can be run from top to bottom: the counts of its runs, and the names
 * that its cells bind and need.
 */

import type { Cell } from "../nbformat/notebook.ts";

/** What is known of the names of a code cell. */
export interface NamedCell {
  readonly index: number;
  readonly cellId: string;
  readonly bound: readonly string[];
  readonly needed: readonly string[];
  readonly later: readonly string[];
  readonly isOpen: boolean;
}

interface NameFinding {
  readonly index: number;
  readonly cell_id: string;
  readonly name: string;
  /** Index of the first cell that binds it; absent if none does. */
  readonly bound_in?: number;
}

/**
 * Names that do not exist when a cell runs in a fresh kernel: those that only a later cell binds, and those that no cell
 * binds, which only a deleted or changed cell can have left in the kernel.
 */
export function missingNames(cells: readonly NamedCell[]): readonly NameFinding[] {
  const everBound = new Map<string, number>();
  for (const { index, bound } of cells) {
    for (const name of bound) if (!everBound.has(name)) everBound.set(name, index);
  }
  const isAnyOpen = cells.some(({ isOpen }) => isOpen);
  const known = new Set<string>();
  let isOpen = false;
  return cells.flatMap((cell) => {
    isOpen ||= cell.isOpen;
    const now = isOpen ? [] : cell.needed.filter((name) => !known.has(name));
    const later = isAnyOpen ? [] : cell.later.filter((name) => !everBound.has(name) && !now.includes(name));
    for (const name of cell.bound) known.add(name);
    return [...now, ...later].map((name) => {
      const boundIn = everBound.get(name);
      const place = boundIn === undefined || boundIn === cell.index ? {} : { bound_in: boundIn };
      return { index: cell.index, cell_id: cell.cellId, name, ...place };
    });
  });
}

interface CellPlace {
  readonly index: number;
  readonly cell_id: string;
}

interface OrderFindings {
  /** Cells that were run before a cell above them. */
  readonly outOfOrder: readonly CellPlace[];
  readonly neverRun: readonly CellPlace[];
}

export function orderFindings(cells: readonly Cell[]): OrderFindings {
  const outOfOrder: CellPlace[] = [];
  const neverRun: CellPlace[] = [];
  let highest = 0;
  cells.forEach(({ id = "", cell_type, source, execution_count, outputs = [] }, index) => {
    if (cell_type !== "code" || source.trim() === "") return;
    const count = execution_count ?? null;
    if (count === null && outputs.length === 0) neverRun.push({ index, cell_id: id });
    if (count === null) return;
    if (count < highest) outOfOrder.push({ index, cell_id: id });
    highest = Math.max(highest, count);
  });
  return { outOfOrder, neverRun };
}
