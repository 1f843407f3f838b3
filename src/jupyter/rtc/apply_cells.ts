/**
 * The list of cells of a shared document, changed with the fewest operations. Cells are the same where id and type
 * are; a cell that moves is deleted and inserted, since Y.js knows no moving.
 */

import type { Cell } from "../nbformat/notebook.ts";
import { longestRise } from "./longest_rise.ts";
import { applyCell, createCell } from "./shared_cell.ts";
import { Y } from "./yjs.ts";

/** Makes the shared list, which is equal to `before` now, equal to `after`. */
export function applyCells(shared: Y.Array<unknown>, before: readonly Cell[], after: readonly Cell[]): void {
  if (before === after) return;
  const origins = match(before, after);
  const matched = origins.filter((origin) => origin !== undefined);
  const staying = longestRise(matched);
  const kept = new Set(matched.filter((_, position) => staying.has(position)));
  applyKept(shared, { before, after, origins, kept });
  deleteOthers(shared, before.length, kept);
  insertOthers(shared, after, origins.map((origin) => origin !== undefined && kept.has(origin)));
}

/** For each new cell, the index of the old cell that it is. */
function match(before: readonly Cell[], after: readonly Cell[]): (number | undefined)[] {
  const places = new Map<unknown, number[]>();
  before.forEach((cell, index) => {
    const same = places.get(keyOf(cell));
    if (same === undefined) places.set(keyOf(cell), [index]);
    else same.push(index);
  });
  // Ids should be unique; where they are not, equal ones are matched in order.
  return after.map((cell) => places.get(keyOf(cell))?.shift());
}

/** A cell without an id can only be told by being the same object. */
function keyOf(cell: Cell): unknown {
  return cell.id === undefined ? cell : `${cell.cell_type} ${cell.id}`;
}

interface Kept {
  readonly before: readonly Cell[];
  readonly after: readonly Cell[];
  readonly origins: readonly (number | undefined)[];
  readonly kept: ReadonlySet<number>;
}

function applyKept(shared: Y.Array<unknown>, { before, after, origins, kept }: Kept): void {
  const cells = shared.toArray();
  after.forEach((cell, index) => {
    const origin = origins[index];
    if (origin === undefined || !kept.has(origin)) return;
    const old = before[origin];
    const target = cells[origin];
    if (old !== undefined && old !== cell && target instanceof Y.Map) applyCell(target, old, cell);
  });
}

/** Deletes from the back, neighbours together. */
function deleteOthers(shared: Y.Array<unknown>, length: number, kept: ReadonlySet<number>): void {
  let end = length;
  while (end > 0) {
    if (kept.has(end - 1)) {
      end--;
      continue;
    }
    let start = end - 1;
    while (start > 0 && !kept.has(start - 1)) start--;
    shared.delete(start, end - start);
    end = start;
  }
}

function insertOthers(shared: Y.Array<unknown>, after: readonly Cell[], isThere: readonly boolean[]): void {
  let start = 0;
  while (start < after.length) {
    if (isThere[start]) {
      start++;
      continue;
    }
    let end = start + 1;
    while (end < after.length && !isThere[end]) end++;
    shared.insert(start, after.slice(start, end).map(createCell));
    start = end;
  }
}
