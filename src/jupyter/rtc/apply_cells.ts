/**
 * Changes the list of cells of a shared document with the fewest operations. Cells are the same if id and type are; a cell that
 * moves is deleted and inserted, since Yjs has no move operation.
 *
 * If some cells are removed and others added, that takes two transactions: with both in one, JupyterLab would send the
 * keystrokes of someone typing further down to another cell.
 */

import { itemsThatStay } from "../nbformat/compare_notebooks.ts";
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
  /** The id that it is to have in the document, where it may not be stored yet. */
  readonly id: string | undefined;
  /** The same under the id that the caller knows, which may be another one. */
  readonly seen: Cell;
}

export interface CellsChange {
  readonly before: readonly SeenCell[];
  readonly after: readonly Cell[];
  /** Ids of the cells to move, if the order alone is ambiguous, as for two neighbours. */
  readonly moving?: readonly string[];
  /** Ids in the document of cells in which someone is typing: a browser loses the focus if their cell is recreated. */
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
  const { before, moving = [], occupied = new Set() } = change;
  const origins = match(before, change.after);
  const matched = origins.filter((origin) => origin !== undefined);
  const isMoving = (index: number) => moving.includes(before[index]?.seen.id ?? "");
  const inOrder = matched.toSorted((one, other) => one - other);
  const usual = itemsThatStay(inOrder, matched, matched.filter(isMoving));
  const isOccupied = (index: number) => occupied.has(before[index]?.id ?? "");
  const kept = stepAside(matched, { usual, isOccupied });
  const byId = new Map(before.map((one) => [one.seen.id, one]));
  const after = change.after.map((cell) => toStore(cell, byId.get(cell.id)));
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

/** The cell under its id in the document; the stored one itself if there is nothing to change. */
function toStore(cell: Cell, known: SeenCell | undefined): Cell {
  if (known === undefined || cell.id === known.id) return cell;
  return cell === known.seen && known.id === known.stored.id ? known.stored : { ...cell, id: known.id };
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

interface AsideOptions {
  readonly usual: ReadonlySet<number>;
  readonly isOccupied: (index: number) => boolean;
}

/** If someone is typing in the one cell that would move, those that it passes move instead: the order is the same. */
function stepAside(
  matched: readonly number[],
  { usual, isOccupied }: AsideOptions,
): ReadonlySet<number> {
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
