/** Puts a changed cell in the place of the old one. */

import type { Cell, Notebook } from "./notebook.ts";

/** The same notebook where the cell is the same. */
export function replaceCell(notebook: Notebook, index: number, cell: Cell): Notebook {
  return notebook.cells[index] === cell ? notebook : { ...notebook, cells: notebook.cells.with(index, cell) };
}
