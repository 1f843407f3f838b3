/**
 * The ids of a shared document's cells as callers know them.
 *
 * If the file stores no ids (before nbformat 4.5), the server generates new ones whenever it loads the file, and drops them
 * when it saves. Such cells are shown with the ids that this process gave them, and changed under the ids that the document
 * has for them: those are never changed, since browsers identify cells by them.
 */

import { type KnownIds, storesIds, withoutId } from "../nbformat/cell_ids.ts";
import type { Cell, Edit, Notebook } from "../nbformat/notebook.ts";

export class StableIds {
  readonly #known: KnownIds;
  readonly #path: string;
  /** From the document's ids to those that are shown, and back. */
  readonly #shown = new Map<string, string>();
  readonly #stored = new Map<string, string>();
  /** From the document's cells to those that are shown, and back: what has not changed stays the same object. */
  readonly #shownCells = new WeakMap<Cell, Cell>();
  readonly #storedCells = new WeakMap<Cell, Cell>();
  #last: { readonly stored: Notebook; readonly shown: Notebook } | undefined;

  constructor(known: KnownIds, path: string) {
    this.#known = known;
    this.#path = path;
  }

  /** The notebook of a document, with the ids that callers know its cells by. */
  show(stored: Notebook): Notebook {
    if (storesIds(stored)) return stored;
    if (this.#last?.stored === stored) return this.#last.shown;
    this.#recognise(stored);
    const shown = { ...stored, cells: stored.cells.map((cell) => this.#showCell(cell)) };
    this.#known.remember(this.#path, shown);
    this.#last = { stored, shown };
    return shown;
  }

  /** Turns an edit of what is shown into one of what the document contains. */
  edit(edit: Edit): Edit {
    return (stored) => {
      const before = this.show(stored);
      if (before === stored) return edit(stored);
      const after = edit(before);
      if (after === before) return stored;
      const cells = after.cells === before.cells
        ? stored.cells
        : after.cells.map((cell) => this.#store(cell));
      return { ...after, cells };
    };
  }

  /** The id that the document has for a cell. */
  storedId(id: string): string {
    return this.#stored.get(id) ?? id;
  }

  /** The id that callers know a cell of the document by. */
  shownId(id: string): string {
    return this.#shown.get(id) ?? id;
  }

  #recognise({ cells, ...rest }: Notebook): void {
    if (cells.every(({ id = "" }) => this.#shown.has(id))) return;
    const named = this.#known.name(this.#path, {
      ...rest,
      cells: cells.map((cell) => {
        const id = this.#shown.get(cell.id ?? "");
        return id === undefined ? withoutId(cell) : { ...cell, id };
      }),
    });
    cells.forEach(({ id = "" }, index) => this.#pair(id, named.cells[index]?.id ?? id));
  }

  #pair(stored: string, shown: string): void {
    this.#shown.set(stored, shown);
    this.#stored.set(shown, stored);
  }

  #showCell(stored: Cell): Cell {
    const known = this.#shownCells.get(stored);
    if (known !== undefined) return known;
    const shown = { ...stored, id: this.#shown.get(stored.id ?? "") };
    this.#shownCells.set(stored, shown);
    this.#storedCells.set(shown, stored);
    return shown;
  }

  #store(cell: Cell): Cell {
    const known = this.#storedCells.get(cell);
    if (known !== undefined) return known;
    const { id = "" } = cell;
    // A new cell has the same id in both.
    if (!this.#stored.has(id)) this.#pair(id, id);
    return { ...cell, id: this.storedId(id) };
  }
}
