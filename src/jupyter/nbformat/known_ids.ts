/**
 * The ids that this process has given to cells of notebooks whose files store none, by notebook: a cell keeps its id
 * when others are inserted, deleted or edited, by whomever. The notebooks named longest ago are forgotten first.
 */

import { BoundedMap } from "../../base/bounded_map.ts";
import { type KnownCell, knownCells, storesIds, withIds } from "./cell_ids.ts";
import type { Notebook } from "./notebook.ts";

/** Characters of all sources together. */
const mostCharacters = 8_000_000;
/** What a cell takes beside its source. */
const frame = 100;

export class KnownIds {
  readonly #cells = new BoundedMap<readonly KnownCell[]>({ most: mostCharacters, weight });

  /** The notebook with an id on every cell, those that its cells were given before. */
  name(path: string, notebook: Notebook): Notebook {
    const named = withIds(notebook, this.#cells.get(path));
    if (named !== notebook) this.#cells.set(path, knownCells(named));
    return named;
  }

  /** Notes the cells and their ids as they are now, or are about to be, if their file does not store them. */
  remember(path: string, notebook: Notebook): void {
    if (!storesIds(notebook)) this.#cells.set(path, knownCells(notebook));
  }

  /** Keeps the ids of a notebook that has another name now. */
  move(from: string, to: string): void {
    const known = this.#cells.get(from);
    if (known === undefined) return;
    this.#cells.delete(from);
    this.#cells.set(to, known);
  }

  /** What another process needs to give the same ids; undefined if the notebook's file has them. */
  handOver(path: string): readonly KnownCell[] | undefined {
    return this.#cells.get(path)?.map(({ id, key }) => ({ id, key }));
  }

  /** Gives the ids from now on that another process gave. */
  adopt(path: string, cells: readonly KnownCell[]): void {
    this.#cells.set(path, cells);
  }
}

function weight(cells: readonly KnownCell[]): number {
  return cells.reduce((sum, { source = "" }) => sum + frame + source.length, 0);
}
