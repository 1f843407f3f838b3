/**
 * Changes the list of cells of a shared document with the fewest operations. Cells are the same if id and type are; a cell that
 * moves is deleted and inserted, since Yjs has no move operation.
 *
 * If some cells are removed and others added, that takes two transactions: with both in one, JupyterLab would send the
 * keystrokes of someone typing further down to another cell.
 */

import type { Cell } from "../nbformat/notebook.ts";
import { type Move, MovedText, sourceOf } from "./moved_cells.ts";
import { applyCell, createCell } from "./shared_cell.ts";
import { Y } from "./yjs.ts";

/** A cell of the shared list as the caller was shown it. */
export interface SeenCell {
  /** Its index in the shared list; cells that were not shown are deleted. */
  readonly place: number;
  /** The shared cell as stored. */
  readonly stored: Cell;
  /** The same, possibly with an id that is not stored yet. */
  readonly seen: Cell;
}

export interface CellsChange {
  readonly before: readonly SeenCell[];
  readonly after: readonly Cell[];
  /** Ids of the cells to move, if the order alone is ambiguous, as for two neighbours. */
  readonly moving?: readonly string[];
  /** Ids of cells in which someone is typing: a browser loses the focus if their cell is recreated. */
  readonly occupied?: ReadonlySet<string>;
}

/** Maximum number of cells to recreate so that one in which someone is typing can stay. */
const mostAside = 100;

export interface CellsSteps {
  /** Whether some cells are removed and others added. */
  readonly isBoth: boolean;
  /** Updates the cells that stay, and deletes the others. */
  readonly take: () => void;
  /** Inserts the new ones; returns what was moved. */
  readonly put: () => Move[];
}

/** How the shared list is made equal to `after`, in two steps. */
export function cellsSteps(shared: Y.Array<unknown>, change: CellsChange): CellsSteps {
  const { before, after, moving = [], occupied = new Set() } = change;
  const origins = match(before, after);
  const idOf = (index: number) => before[index]?.seen.id ?? "";
  const usual = staying(origins, (index) => moving.includes(idOf(index)));
  const kept = stepAside(origins, { usual, isOccupied: (index) => occupied.has(idOf(index)) });
  const places = new Set([...kept].map((index) => before[index]?.place));
  let leaving: (() => Move)[] = [];
  return {
    isBoth: kept.size < shared.length && kept.size < after.length,
    take() {
      leaving = leave(shared, { before, after, origins, kept });
      applyKept(shared, { before, after, origins, kept });
      deleteOthers(shared, places);
    },
    put() {
      insertOthers(shared, after, origins.map((origin) => origin !== undefined && kept.has(origin)));
      return leaving.map((arrive) => arrive());
    },
  };
}

/** For each new cell, the index of the old cell that it corresponds to. */
function match(before: readonly SeenCell[], after: readonly Cell[]): (number | undefined)[] {
  const places = new Map<unknown, number[]>();
  before.forEach(({ seen }, index) => {
    const same = places.get(keyOf(seen));
    if (same === undefined) places.set(keyOf(seen), [index]);
    else same.push(index);
  });
  // Ids should be unique; if they are not, equal ones are matched in order.
  return after.map((cell) => places.get(keyOf(cell))?.shift());
}

/** A cell without an id is identified by being the same object. */
function keyOf(cell: Cell): unknown {
  return cell.id === undefined ? cell : `${cell.cell_type} ${cell.id}`;
}

/** The old cells that stay in place: all but those to move, or as many as possible. */
function staying(
  origins: readonly (number | undefined)[],
  isMoving: (index: number) => boolean,
): ReadonlySet<number> {
  const matched = origins.filter((origin) => origin !== undefined);
  const others = matched.filter((index) => !isMoving(index));
  const isRising = others.every((index, position) => position === 0 || index > (others[position - 1] ?? 0));
  const isInOrder = matched.every((index, position) =>
    position === 0 || index > (matched[position - 1] ?? 0)
  );
  if (isRising && !isInOrder) return new Set(others);
  const rise = longestIncreasingSubsequence(matched);
  return new Set(matched.filter((_, position) => rise.has(position)));
}

interface AsideOptions {
  readonly usual: ReadonlySet<number>;
  readonly isOccupied: (index: number) => boolean;
}

/** If someone is typing in the one cell that would move, those that it passes move instead: the order is the same. */
function stepAside(
  origins: readonly (number | undefined)[],
  { usual, isOccupied }: AsideOptions,
): ReadonlySet<number> {
  const matched = origins.filter((origin) => origin !== undefined);
  const moving = matched.filter((index) => !usual.has(index));
  const [mover] = moving;
  if (mover === undefined || moving.length > 1 || !isOccupied(mover)) return usual;
  const position = matched.indexOf(mover);
  const passed = matched.filter((index, place) => (index < mover) !== (place < position) && index !== mover);
  if (passed.length > mostAside || passed.some(isOccupied)) return usual;
  return new Set(matched.filter((index) => !passed.includes(index)));
}

interface Matched {
  readonly before: readonly SeenCell[];
  readonly after: readonly Cell[];
  readonly origins: readonly (number | undefined)[];
  readonly kept: ReadonlySet<number>;
}

/** The cells that move; each function is to be called when its cell has been inserted. */
function leave(shared: Y.Array<unknown>, { before, after, origins, kept }: Matched): (() => Move)[] {
  return after.flatMap((cell, index) => {
    const origin = origins[index];
    const old = origin === undefined || kept.has(origin)
      ? undefined
      : shared.get(before[origin]?.place ?? -1);
    if (!(old instanceof Y.Map)) return [];
    const source = sourceOf(old);
    const isSame = source?.toString() === cell.source;
    const arrive = source === undefined || !isSame ? undefined : MovedText.leave(source);
    return [() => arrived(shared.get(index), { id: cell.id ?? "", arrive })];
  });
}

interface Leaving {
  readonly id: string;
  readonly arrive: ((to: Y.Text) => MovedText) | undefined;
}

function arrived(to: unknown, { id, arrive }: Leaving): Move {
  if (!(to instanceof Y.Map)) throw new TypeError("the inserted value is not a cell");
  const source = sourceOf(to);
  return { id, to, text: source === undefined ? undefined : arrive?.(source) };
}

function applyKept(shared: Y.Array<unknown>, { before, after, origins, kept }: Matched): void {
  const cells = shared.toArray();
  after.forEach((cell, index) => {
    const origin = origins[index];
    const old = origin === undefined || !kept.has(origin) ? undefined : before[origin];
    if (old === undefined || old.stored === cell) return;
    const target = cells[old.place];
    if (target instanceof Y.Map) applyCell(target, old.stored, cell);
  });
}

/** Deletes from the back, neighbours together. */
function deleteOthers(shared: Y.Array<unknown>, kept: ReadonlySet<number | undefined>): void {
  let end = shared.length;
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

/**
 * The positions of a longest strictly increasing subsequence: of reordered items, as many as possible that stay in place.
 */
export function longestIncreasingSubsequence(values: readonly number[]): Set<number> {
  // ends[k]: the end of the increasing run of k + 1 values whose last value is smallest.
  const ends: number[] = [];
  const before: number[] = [];
  values.forEach((value, position) => {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((values[ends[middle] ?? 0] ?? 0) < value) low = middle + 1;
      else high = middle;
    }
    before[position] = low === 0 ? -1 : ends[low - 1] ?? -1;
    ends[low] = position;
  });
  const rise = new Set<number>();
  for (let position = ends.at(-1) ?? -1; position >= 0; position = before[position] ?? -1) rise.add(position);
  return rise;
}
