import { isSameText } from "../nbformat/compare_notebooks.ts";
import type { Notebook } from "../nbformat/notebook.ts";

/** Whether a shared document has the cells of its file. */
export function hasSameCells({ cells }: Notebook, { cells: present }: Notebook): boolean {
  // A document without cells is given a blank one.
  if (cells.length === 0 && present.length === 1 && present[0]?.source === "") return true;
  return cells.length === present.length && cells.every((cell, index) => isSameText(cell, present[index]));
}
