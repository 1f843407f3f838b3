/**
 * Ids of cells. Notebooks before nbformat 4.5 have none, and copied cells can share one.
 *
 * An id that is made up here depends on the cell's type and source alone, so that two readings of the same file
 * agree, and a caller can name a cell of an old notebook before anything was written.
 */

import type { Cell, Notebook } from "./notebook.ts";

/** The first minor version whose cells have ids. */
const minorWithIds = 5;

/** The notebook with an id on every cell; of cells that share one, the first keeps it. */
export function withIds(notebook: Notebook): Notebook {
  if (notebook.nbformat_minor >= minorWithIds && hasUniqueIds(notebook.cells)) return notebook;
  const taken = new Set(notebook.cells.flatMap((cell) => cell.id ?? []));
  const seen = new Set<string>();
  const cells = notebook.cells.map((cell) => {
    const keeps = cell.id !== undefined && !seen.has(cell.id);
    const id = keeps && cell.id !== undefined ? cell.id : derivedId(cell, taken);
    taken.add(id);
    seen.add(id);
    return keeps ? cell : { ...cell, id };
  });
  return { ...notebook, nbformat_minor: Math.max(minorWithIds, notebook.nbformat_minor), cells };
}

/** A random id of eight hexadecimal digits. */
export function newCellId(): string {
  return crypto.randomUUID().slice(0, 8);
}

function hasUniqueIds(cells: readonly Cell[]): boolean {
  const ids = new Set(cells.flatMap((cell) => cell.id ?? []));
  return ids.size === cells.length;
}

function derivedId(cell: Cell, taken: ReadonlySet<string>): string {
  for (let copy = 0;; copy++) {
    const id = hash(`${cell.cell_type}\n${copy}\n${cell.source}`).toString(16).padStart(8, "0");
    if (!taken.has(id)) return id;
  }
}

/** FNV-1a over UTF-16 units: short, quick, and no secret hangs on it. */
function hash(text: string): number {
  let sum = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) sum = Math.imul(sum ^ text.charCodeAt(i), 0x01000193);
  return sum >>> 0;
}
