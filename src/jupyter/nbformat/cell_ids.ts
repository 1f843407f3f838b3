/**
 * Ids of cells. Notebooks before nbformat 4.5 have none, and copied cells can share one.
 *
 * 1. Every cell gets an id here, so that a caller can name it. Only files of format 4.5 and later store them:
 *    see `for_disk.ts`.
 * 2. A generated id depends on the cell's type and source alone, so that two readings of the same file agree.
 * 3. A cell that was given an id before keeps it as long as it can be recognised: by its content, wherever it is now,
 *    otherwise by its place between recognised neighbours.
 * 4. Of cells with the same type and source, one that is deleted, added or edited cannot be told from the others beside it: if
 *    their number has changed, they get new ids, except those that can be told apart: by outputs and metadata that only one
 *    cell has, before and after, or by recognised cells between which there are as many of them as before.
 */

import { z } from "zod";
import { BoundedMap } from "../../base/bounded_map.ts";
import { commonRuns } from "../../base/diff.ts";
import type { Cell, Notebook } from "./notebook.ts";
import { sourceSimilarity } from "./source_similarity.ts";
/** The first minor version whose cells have ids on disk. */
const minorWithIds = 5;

/** A cell that was given an id, as another process recognises it. */
export const knownCell = z.object({
  id: z.string(),
  /** Equal for equal content. */
  key: z.string(),
  /** Equal for equal outputs and metadata; only of cells that share their key with others. */
  details: z.string().optional(),
});

/** A cell that was given an id, to recognise it by. */
export interface KnownCell extends z.infer<typeof knownCell> {
  /** Unknown if another process gave the id. */
  readonly source?: string | undefined;
}

/** The minimum similarity at which a changed cell counts as the same one. */
const leastSimilarity = 0.5;
/** Maximum number of pairs of changed cells compared between two recognised neighbours. */
const mostComparisons = 2_500;

/** Whether files of this notebook's format store cell ids. */
export function storesIds({ nbformat, nbformat_minor }: Notebook): boolean {
  return nbformat > 4 || nbformat_minor >= minorWithIds;
}

/**
 * The notebook with an id on every cell; of cells that share one, the first keeps it.
 *
 * @param known The cells as they were when they were last given ids.
 */
export function withIds(notebook: Notebook, known: readonly KnownCell[] = []): Notebook {
  const own = ownIds(notebook.cells);
  if (own.every((id) => id !== undefined)) return notebook;
  const taken = new Set(own.filter((id) => id !== undefined));
  const unnamed = notebook.cells.filter((_, index) => own[index] === undefined);
  const recognised = recognise(known.filter(({ id }) => !taken.has(id)), unnamed);
  for (const id of recognised) if (id !== undefined) taken.add(id);
  const derive = deriver(taken);
  const made = unnamed.map((cell, index) => ({ ...cell, id: recognised[index] ?? derive(cell) })).values();
  const cells = notebook.cells.map((cell, index) =>
    own[index] === undefined ? made.next().value ?? cell : cell
  );
  return { ...notebook, cells };
}

/** The notebook with the ids that another state of it has, if its format stores none. */
export function withIdsOf(other: Notebook, notebook: Notebook): Notebook {
  if (storesIds(notebook)) return notebook;
  const cells = notebook.cells.map(withoutId);
  return withIds({ ...notebook, cells }, knownCells(other));
}

export function withoutId({ id: _, ...cell }: Cell): Cell {
  return cell;
}

/** What the cells of a notebook are recognised by. */
export function knownCells({ cells }: Notebook): readonly KnownCell[] {
  const keys = cells.map(keyOf);
  const counts = countOf(keys);
  return cells.flatMap((cell, index) => {
    const key = keys[index] ?? "";
    const details = (counts.get(key) ?? 0) > 1 ? { details: detailsOf(cell) } : {};
    return cell.id === undefined ? [] : [{ id: cell.id, key, source: cell.source, ...details }];
  });
}

/** A random id of eight hexadecimal digits. */
export function newCellId(): string {
  return crypto.randomUUID().slice(0, 8);
}

function ownIds(cells: readonly Cell[]): readonly (string | undefined)[] {
  const seen = new Set<string>();
  return cells.map(({ id }) => {
    if (id === undefined || seen.has(id)) return undefined;
    seen.add(id);
    return id;
  });
}

/** For each cell, the id of the known cell that it corresponds to; a new one if that cannot be known. */
function recognise(given: readonly KnownCell[], cells: readonly Cell[]): readonly (string | undefined)[] {
  if (given.length === 0) return [];
  const found: (number | undefined)[] = cells.map(() => undefined);
  const { known, keys } = tellTwinsApart(given, cells);
  for (const { before, after, length } of commonRuns(known.map(({ key }) => key), keys)) {
    for (let step = 0; step < length; step++) found[after + step] = before + step;
  }
  const uncertain = matchTwins(given, cells, { found, known, keys });
  matchMoved(known, keys, found);
  matchChanged(known, cells, { found, uncertain });
  // Not one derived from the content: a twin that is gone may have had it.
  return found.map((place, index) =>
    place !== undefined ? known[place]?.id : uncertain.indices.has(index) ? newCellId() : undefined
  );
}

/** Starts the keys of cells that must not be recognised by them: no two are equal. */
const unknown = "?";

/** The keys by which cells can be recognised, if some of those that share one have been added, deleted or edited. */
function tellTwinsApart(known: readonly KnownCell[], cells: readonly Cell[]) {
  const keys = cells.map(keyOf);
  const [before, after] = [countOf(known.map(({ key }) => key)), countOf(keys)];
  const hasChanged = (key: string) => {
    const [was = 0, is = 0] = [before.get(key), after.get(key)];
    return was > 0 && was !== is && Math.max(was, is) > 1;
  };
  if (!known.some(({ key }) => hasChanged(key))) return { known, keys };
  const detailed = (key: string, details: string | undefined) => `${key} ${details ?? ""}`;
  const ownKeys = known.map(({ key, details }) => hasChanged(key) ? detailed(key, details) : key);
  const newKeys = keys.map((key, index) => {
    const cell = cells[index];
    return hasChanged(key) && cell !== undefined ? detailed(key, detailsOf(cell)) : key;
  });
  const [own, now] = [countOf(ownKeys), countOf(newKeys)];
  const isUnique = (key: string) => own.get(key) === 1 && now.get(key) === 1;
  const certain = (key: string, unique: string, place: string) =>
    !hasChanged(key) || isUnique(unique) ? unique : `${unknown} ${place}`;
  return {
    keys: keys.map((key, index) => certain(key, newKeys[index] ?? "", `now ${index}`)),
    known: known.map((one, index) => ({
      ...one,
      key: certain(one.key, ownKeys[index] ?? "", `known ${index}`),
    })),
  };
}

interface Recognition {
  /** For each cell, the place of the known one. */
  readonly found: (number | undefined)[];
  readonly known: readonly KnownCell[];
  readonly keys: readonly string[];
}

/** Cells that cannot be told from others: places of known ones, and indices of present ones. */
interface Uncertain {
  readonly places: ReadonlySet<number>;
  readonly indices: ReadonlySet<number>;
}

/** Twins between the same recognised cells, if there are as many as before; returns those that remain uncertain. */
function matchTwins(
  given: readonly KnownCell[],
  cells: readonly Cell[],
  { found, known, keys }: Recognition,
): Uncertain {
  const isTwin = ({ key }: { readonly key: string }) => key.startsWith(unknown);
  const gapsBefore = gapsOf(known.length, new Set(found.filter((place) => place !== undefined)));
  const gapsAfter = gapsOf(
    cells.length,
    new Set(found.flatMap((place, index) => place === undefined ? [] : [index])),
  );
  const before = given.flatMap(({ key }, place) => {
    const one = known[place];
    return one !== undefined && isTwin(one) ? [{ key, place, gap: gapsBefore[place] }] : [];
  });
  const after = cells.flatMap((cell, index) =>
    isTwin({ key: keys[index] ?? "" }) ? [{ key: keyOf(cell), index, gap: gapsAfter[index] }] : []
  );
  const group = ({ key, gap }: { readonly key: string; readonly gap: number | undefined }) => `${gap} ${key}`;
  const groups = Map.groupBy(before, group);
  for (const [name, now] of Map.groupBy(after, group)) {
    const old = groups.get(name) ?? [];
    if (old.length === now.length) now.forEach(({ index }, step) => found[index] = old[step]?.place);
  }
  const used = new Set(found);
  const gone = before.filter(({ place }) => !used.has(place));
  const added = after.filter(({ index }) => found[index] === undefined);
  const both = new Set(gone.map(({ key }) => key)).intersection(new Set(added.map(({ key }) => key)));
  return {
    places: new Set(gone.flatMap(({ key, place }) => both.has(key) ? [place] : [])),
    indices: new Set(added.flatMap(({ key, index }) => both.has(key) ? [index] : [])),
  };
}

/** For each place, the number of recognised ones before it. */
function gapsOf(count: number, recognised: ReadonlySet<number>): readonly number[] {
  let gap = 0;
  return Array.from({ length: count }, (_, place) => recognised.has(place) ? ++gap : gap);
}

function countOf(keys: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

/** Cells with the content of a known one at another position, in order. */
function matchMoved(
  known: readonly KnownCell[],
  keys: readonly string[],
  found: (number | undefined)[],
): void {
  const used = new Set(found);
  const free = new Map<string, number[]>();
  for (let place = known.length - 1; place >= 0; place--) {
    const key = known[place]?.key ?? "";
    if (used.has(place)) continue;
    const places = free.get(key);
    if (places === undefined) free.set(key, [place]);
    else places.push(place);
  }
  keys.forEach((key, index) => found[index] ??= free.get(key)?.pop());
}

interface Matching extends Pick<Recognition, "found"> {
  readonly uncertain: Uncertain;
}

/** Cells with changed content between two recognised ones. */
function matchChanged(
  known: readonly KnownCell[],
  cells: readonly Cell[],
  { found, uncertain }: Matching,
): void {
  const used = new Set(found);
  const similarity = sourceSimilarity();
  for (let start = 0; start < cells.length; start++) {
    if (found[start] !== undefined) continue;
    let end = start;
    while (end < cells.length && found[end] === undefined) end++;
    const first = start === 0 ? 0 : (found[start - 1] ?? 0) + 1;
    const last = end === cells.length ? known.length : found[end] ?? 0;
    const places = range(first, last).filter((place) => !used.has(place) && !uncertain.places.has(place));
    const changed = range(start, end).filter((index) => !uncertain.indices.has(index));
    const pairs = places.length * changed.length > mostComparisons
      ? []
      : places.flatMap((place) =>
        changed.map((index) => {
          const old = known[place]?.source;
          return { place, index, score: old === undefined ? 0 : similarity(old, cells[index]?.source ?? "") };
        })
      );
    for (const { place, index } of pairs.filter(isSimilar).toSorted((a, b) => b.score - a.score)) {
      if (used.has(place) || found[index] !== undefined) continue;
      found[index] = place;
      used.add(place);
    }
    // The same number as before: each corresponds to the one at its position.
    const left = places.filter((place) => !used.has(place));
    const unmatched = changed.filter((index) => found[index] === undefined);
    if (left.length === unmatched.length) unmatched.forEach((index, step) => found[index] = left[step]);
    start = end;
  }
}

function isSimilar({ score }: { readonly score: number }): boolean {
  return score >= leastSimilarity;
}

function range(start: number, end: number): number[] {
  return Array.from({ length: Math.max(0, end - start) }, (_, step) => start + step);
}

function keyOf({ cell_type, source }: Cell): string {
  return `${cell_type} ${source.length} ${hash(source)}`;
}

function detailsOf({ cell_type: _type, source: _source, id: _id, ...details }: Cell): string {
  const text = JSON.stringify(details);
  return `${text.length} ${hash(text)}`;
}

/** Generates unused ids. Cells with the same content are counted instead of tried one by one. */
function deriver(taken: Set<string>): (cell: Cell) => string {
  const copies = new Map<string, number>();
  return (cell) => {
    const key = keyOf(cell);
    for (let copy = copies.get(key) ?? 0;; copy++) {
      const id = hash(`${cell.cell_type}\n${copy}\n${cell.source}`).toString(16).padStart(8, "0");
      if (taken.has(id)) continue;
      copies.set(key, copy + 1);
      taken.add(id);
      return id;
    }
  };
}

/** FNV-1a over UTF-16 units: short and fast; not for security. */
function hash(text: string): number {
  let sum = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) sum = Math.imul(sum ^ text.charCodeAt(i), 0x01000193);
  return sum >>> 0;
}

/** Characters of all sources together. */
const mostCharacters = 8_000_000;
/** What a cell takes in addition to its source. */
const frame = 100;

/**
 * The ids that this process has given to cells of notebooks whose files store none, by notebook: a cell keeps its id when
 * others are inserted, deleted or edited, by anyone. The notebooks seen longest ago are forgotten first.
 */
export class KnownIds {
  readonly #cells = new BoundedMap<readonly KnownCell[]>({ most: mostCharacters, weight });
  readonly #earlier: (path: string) => readonly KnownCell[];

  /** @param earlier The cells of a notebook as an earlier process has named them. */
  constructor(earlier: (path: string) => readonly KnownCell[] = () => []) {
    this.#earlier = earlier;
  }

  /** The notebook with an id on every cell, those that its cells were given before. */
  name(path: string, notebook: Notebook): Notebook {
    const known = storesIds(notebook) ? this.#cells.get(path) : this.#cells.get(path) ?? this.#earlier(path);
    const named = withIds(notebook, known);
    if (named !== notebook) this.#cells.set(path, knownCells(named));
    return named;
  }

  /** Notes the cells and their ids as they are now, or are about to be, if their file does not store them. */
  remember(path: string, notebook: Notebook): void {
    if (!storesIds(notebook)) this.#cells.set(path, knownCells(notebook));
  }

  /** Keeps the ids of a renamed notebook. */
  move(from: string, to: string): void {
    const known = this.#cells.get(from);
    if (known === undefined) return;
    this.#cells.delete(from);
    this.#cells.set(to, known);
  }

  /** What another process needs to give the same ids; undefined if the notebook's file has them. */
  handOver(path: string): readonly KnownCell[] | undefined {
    return this.#cells.get(path)?.map(({ id, key, details }) => ({ id, key, details }));
  }

  /** Uses the ids that another process has given from now on. */
  adopt(path: string, cells: readonly KnownCell[]): void {
    this.#cells.set(path, cells);
  }
}

function weight(cells: readonly KnownCell[]): number {
  return cells.reduce((sum, { source = "" }) => sum + frame + source.length, 0);
}
