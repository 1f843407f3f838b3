/**
 * Cells that we moved recently, and what others did to them at the same time.
 *
 * 1. What someone typed into the cell at its old position is carried over, if it reaches us.
 * 2. A cell that two people moved at once exists twice. Everyone keeps the first copy, which is the same one for everyone
 *    since the order of a shared list is. Copies that were both changed stay, as two cells.
 */

import { applyText } from "./shared_cell.ts";
import { Y } from "./yjs.ts";

/** A cell at its old position and at its new one. */
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

/** Milliseconds after which everyone has received a move. */
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

  /** Carries over what others typed into cells at their old positions; to be called in a transaction. */
  takeOver(): void {
    for (const { text } of this.#recent()) if (text?.hasNews) text.takeOver();
  }

  /** Carries over what others deleted from cells at their old positions; to be called in a transaction. */
  erase(deleted: Deleted): void {
    for (const { text } of this.#recent()) text?.erase(deleted);
  }

  get isEmpty(): boolean {
    return this.#recent().length === 0;
  }

  get hasNews(): boolean {
    return this.#recent().some(({ text }) => text?.hasNews);
  }

  /** Copies that exist because two users moved the same cell, and that add nothing to the first copy. */
  copies(cells: Y.Array<unknown>): Set<Y.Map<unknown>> {
    return new Set(this.#doubles(cells).flatMap(({ copy, isChanged }) => isChanged ? [] : [copy]));
  }

  hasDoubles(cells: Y.Array<unknown>): boolean {
    return this.#doubles(cells).length > 0;
  }

  /** Merges each cell with its copies; to be called in a transaction. */
  merge(cells: Y.Array<unknown>): void {
    for (const { copy, kept, isChanged } of this.#doubles(cells)) {
      if (isChanged && !canMerge(cells, copy)) continue;
      const [from, to] = [sourceOf(copy), sourceOf(kept)];
      if (isChanged && from !== undefined && to !== undefined) applyText(to, from.toString());
      cells.delete(cells.toArray().indexOf(copy));
    }
  }

  #doubles(cells: Y.Array<unknown>): DuplicateCell[] {
    const bases = new Map(this.#recent().map(({ id, source }) => [id, source]));
    const first = new Map<string, Y.Map<unknown>>();
    if (bases.size === 0) return [];
    return cells.toArray().flatMap((copy): DuplicateCell[] => {
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

interface DuplicateCell {
  readonly copy: Y.Map<unknown>;
  readonly kept: Y.Map<unknown>;
  /** Whether the copy was changed and the cell to keep was not. */
  readonly isChanged: boolean;
}

/** Only the client that made a copy carries over what was written into it; otherwise it would be duplicated. */
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

interface CharacterId {
  readonly client: number;
  readonly clock: number;
}

interface Pair {
  readonly from: CharacterId;
  readonly to: CharacterId;
  readonly length: number;
}

/** Deleted texts whose content must be kept. */
const kept = new WeakSet<object>();

/** Whether Yjs may garbage-collect a deleted item: the `gcFilter` of a document. */
export function mayForget(item: Y.Item): boolean {
  const isKept = kept.has(item.parent ?? item) ||
    (item.content instanceof Y.ContentType && kept.has(item.content.type));
  return !isKept;
}

/**
 * The text of a moved cell. Yjs has no move operation, so the cell is deleted and created anew; what others typed into the old
 * text or deleted from it without knowing that, and what arrives only now, is applied to the new one.
 *
 * Every character of the old text corresponds to one in the new text, identified by the ids that Yjs gives to characters.
 */
export class MovedText {
  readonly #from: Y.Text;
  readonly #to: Y.Text;
  readonly #pairs: Pair[] = [];
  #known: ReadonlyMap<number, number>;

  private constructor(from: Y.Text, to: Y.Text, characters: Run[]) {
    this.#from = from;
    this.#to = to;
    this.#pair(characters, runs(to));
    this.#known = stateOf(from);
  }

  /** To be called before the old text is deleted; call the result right after that, with the new text, which must be equal. */
  static leave(from: Y.Text): (to: Y.Text) => MovedText {
    const characters = runs(from);
    kept.add(from);
    if (from.parent !== null) kept.add(from.parent);
    return (to) => new MovedText(from, to, characters);
  }

  /** Whether something has arrived in the old text that the new one lacks. */
  get hasNews(): boolean {
    return items(this.#from).some((item) => this.#isNew(item));
  }

  /** Inserts what has arrived into the new text. */
  takeOver(): void {
    let anchor: CharacterId | undefined;
    for (const item of items(this.#from)) {
      if (this.#isNew(item) && item.content instanceof Y.ContentString) {
        anchor = this.#insertNews(item.id, item.content.str, anchor);
      } else anchor = this.#heirOf(item.id.client, item.lastId.clock) ?? anchor;
    }
    this.#known = stateOf(this.#from);
  }

  /** Deletes from the new text what an update deletes from the old one. */
  erase(deleted: Deleted): void {
    const whole = this.#from._item?.id;
    // Every move of a cell, ours included, deletes its text as a whole.
    if (whole === undefined || covers(deleted, whole)) return;
    for (const { from, to, length } of this.#pairs) {
      for (const range of deleted.clients.get(from.client) ?? []) {
        const start = Math.max(from.clock, range.clock);
        const end = Math.min(from.clock + length, range.clock + range.len);
        if (start < end) {
          take(this.#to, { client: to.client, clock: to.clock + start - from.clock, length: end - start });
        }
      }
    }
  }

  /** Yjs merges what someone types with what they typed before, which is already in the new text. */
  #insertNews({ client, clock }: CharacterId, text: string, anchor: CharacterId | undefined): CharacterId {
    const old = Math.max(0, (this.#known.get(client) ?? 0) - clock);
    const behind = old === 0 ? anchor : this.#heirOf(client, clock + old - 1) ?? anchor;
    return this.#insert({ client, clock: clock + old }, text.slice(old), behind);
  }

  #insert(from: CharacterId, text: string, anchor: CharacterId | undefined): CharacterId {
    const { doc } = this.#to;
    const to = { client: doc?.clientID ?? 0, clock: stateOf(this.#to).get(doc?.clientID ?? 0) ?? 0 };
    this.#to.insert(anchor === undefined ? 0 : indexAfter(this.#to, anchor), text);
    this.#pairs.push({ from, to, length: text.length });
    return { client: to.client, clock: to.clock + text.length - 1 };
  }

  #isNew({ id, length }: Y.Item): boolean {
    return id.clock + length > (this.#known.get(id.client) ?? 0);
  }

  #heirOf(client: number, clock: number): CharacterId | undefined {
    const pair = this.#pairs.find(({ from, length }) =>
      from.client === client && clock >= from.clock && clock < from.clock + length
    );
    return pair && { client: pair.to.client, clock: pair.to.clock + clock - pair.from.clock };
  }

  #pair(from: Run[], to: Run[]): void {
    for (let [left, right] = [from.shift(), to.shift()]; left !== undefined && right !== undefined;) {
      const length = Math.min(left.length, right.length);
      this.#pairs.push({ from: left, to: right, length });
      left = left.length > length ? rest(left, length) : from.shift();
      right = right.length > length ? rest(right, length) : to.shift();
    }
  }
}

/** What an update deletes, as Yjs decodes it. */
interface Deleted {
  readonly clients: ReadonlyMap<number, readonly { readonly clock: number; readonly len: number }[]>;
}

function covers(deleted: Deleted, { client, clock }: CharacterId): boolean {
  return (deleted.clients.get(client) ?? []).some((range) =>
    clock >= range.clock && clock < range.clock + range.len
  );
}

/** Deletes those of the characters that are still there. */
function take(text: Y.Text, { client, clock, length }: Run): void {
  const cuts: { readonly index: number; readonly length: number }[] = [];
  let index = 0;
  for (const item of items(text)) {
    if (item.deleted || !item.countable) continue;
    const start = Math.max(clock, item.id.clock);
    const end = Math.min(clock + length, item.id.clock + item.length);
    if (item.id.client === client && start < end) {
      cuts.push({ index: index + start - item.id.clock, length: end - start });
    }
    index += item.length;
  }
  for (const cut of cuts.toReversed()) text.delete(cut.index, cut.length);
}

interface Run extends CharacterId {
  readonly length: number;
}

function rest({ client, clock, length }: Run, taken: number): Run {
  return { client, clock: clock + taken, length: length - taken };
}

/** The characters that are not deleted, in order. */
function runs(text: Y.Text): Run[] {
  return items(text).flatMap(({ id, length, deleted, countable }) =>
    deleted || !countable ? [] : [{ client: id.client, clock: id.clock, length }]
  );
}

/** All items of a text, deleted or not, that were not garbage-collected. */
function items(text: Y.Text): Y.Item[] {
  const all: Y.Item[] = [];
  for (let item = text._start; item !== null; item = item.right) all.push(item);
  return all;
}

function stateOf({ doc }: Y.Text): Map<number, number> {
  return doc === null ? new Map() : Y.decodeStateVector(Y.encodeStateVector(doc));
}

/** The position after a character, or where it was. */
function indexAfter(text: Y.Text, { client, clock }: CharacterId): number {
  let index = 0;
  for (const { id, length, deleted, countable } of items(text)) {
    const isHere = id.client === client && clock >= id.clock && clock < id.clock + length;
    if (isHere) return index + (deleted ? 0 : clock - id.clock + 1);
    if (!deleted && countable) index += length;
  }
  return index;
}
