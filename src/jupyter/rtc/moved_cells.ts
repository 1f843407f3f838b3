/**
 * Cells that we moved a short while ago, and what others did to them at the same moment.
 *
 * 1. What somebody typed into the cell at its old place is taken over, where it reaches us.
 * 2. A cell that two moved at once is there twice. All who see that keep the first: the same one, wherever they look,
 *    since the order of a shared list is the same for everybody. Copies that were both changed stay, as two cells.
 */

import type { Deleted, MovedText } from "./moved_text.ts";
import { applyText } from "./shared_cell.ts";
import { Y } from "./yjs.ts";

/** A cell at its old place and at its new one. */
export interface Move {
  readonly id: string;
  readonly to: Y.Map<unknown>;
  readonly text: MovedText | undefined;
}

interface Remembered extends Move {
  readonly at: number;
  /** The source when it was moved. */
  readonly source: string;
}

/** Milliseconds after which nobody can have missed a move. */
const memory = 30_000;

export class MovedCells {
  readonly #now: () => number;
  #moves: Remembered[] = [];

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  remember(moves: readonly Move[]): void {
    const at = this.#now();
    this.#moves.push(...moves.map((move) => ({ ...move, at, source: sourceOf(move.to)?.toString() ?? "" })));
  }

  /** What others typed into cells at their old places; to be called in a transaction. */
  takeOver(): void {
    for (const { text } of this.#recent()) if (text?.hasNews) text.takeOver();
  }

  /** What others took out of cells at their old places; to be called in a transaction. */
  erase(deleted: Deleted): void {
    for (const { text } of this.#recent()) text?.erase(deleted);
  }

  get isEmpty(): boolean {
    return this.#recent().length === 0;
  }

  get hasNews(): boolean {
    return this.#recent().some(({ text }) => text?.hasNews);
  }

  /** Cells that are there because two moved the same cell, and add nothing to the first of them. */
  copies(cells: Y.Array<unknown>): Set<Y.Map<unknown>> {
    return new Set(this.#doubles(cells).flatMap(({ copy, isChanged }) => isChanged ? [] : [copy]));
  }

  hasDoubles(cells: Y.Array<unknown>): boolean {
    return this.#doubles(cells).length > 0;
  }

  /** Makes one cell of each cell and its copies; to be called in a transaction. */
  merge(cells: Y.Array<unknown>): void {
    for (const { copy, kept, isChanged } of this.#doubles(cells)) {
      if (isChanged && !canMerge(cells, copy)) continue;
      const [from, to] = [sourceOf(copy), sourceOf(kept)];
      if (isChanged && from !== undefined && to !== undefined) applyText(to, from.toString());
      cells.delete(cells.toArray().indexOf(copy));
    }
  }

  #doubles(cells: Y.Array<unknown>): Double[] {
    const bases = new Map(this.#recent().map(({ id, source }) => [id, source]));
    const first = new Map<string, Y.Map<unknown>>();
    if (bases.size === 0) return [];
    return cells.toArray().flatMap((copy): Double[] => {
      const id = copy instanceof Y.Map ? copy.get("id") : undefined;
      if (!(copy instanceof Y.Map) || typeof id !== "string" || !bases.has(id)) return [];
      const kept = first.get(id);
      if (kept === undefined) first.set(id, copy);
      if (kept === undefined) return [];
      const [there, here, base] = [textOf(kept), textOf(copy), bases.get(id)];
      if (here === there || here === base) return [{ copy, kept, isChanged: false }];
      return there === base ? [{ copy, kept, isChanged: true }] : [];
    });
  }

  #recent(): readonly Remembered[] {
    const oldest = this.#now() - memory;
    if (this.#moves.some(({ at }) => at < oldest)) this.#moves = this.#moves.filter(({ at }) => at >= oldest);
    return this.#moves;
  }
}

interface Double {
  readonly copy: Y.Map<unknown>;
  readonly kept: Y.Map<unknown>;
  /** Something was written into the copy, and nothing into the one to keep. */
  readonly isChanged: boolean;
}

/** What was written into a copy is taken over by one alone, else it would be there twice: by whoever made the copy. */
function canMerge({ doc }: Y.Array<unknown>, copy: Y.Map<unknown>): boolean {
  return copy._item?.id.client === doc?.clientID;
}

function textOf(cell: Y.Map<unknown>): string | undefined {
  return sourceOf(cell)?.toString();
}

export function sourceOf(cell: Y.Map<unknown>): Y.Text | undefined {
  const source = cell.get("source");
  return source instanceof Y.Text ? source : undefined;
}
