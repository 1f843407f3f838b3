/** Random edits of a notebook that leave words behind by which they can be recognised. */

import { deleteCells, editCell, insertCell, moveCell } from "../../src/jupyter/nbformat/edit_cells.ts";
import type { Cell, Edit, Notebook } from "../../src/jupyter/nbformat/notebook.ts";

type Dice = (below: number) => number;

/** A word that occurs nowhere else, so that it can be looked for. */
function word(by: string, step: number): string {
  return `${by}${step}_`;
}

function someCell(notebook: Notebook, dice: Dice): Cell | undefined {
  return notebook.cells[dice(notebook.cells.length)];
}

/** Types a word somewhere into a source and, if asked, takes something away. */
function typed(source: string, text: string, dice: Dice): string {
  const at = dice(source.length + 1);
  const removed = dice(3) === 0 ? dice(4) : 0;
  return source.slice(0, at) + text + source.slice(at + removed);
}

/** Adds, deletes, moves or edits some cell. */
export function randomEdit(
  notebook: Notebook,
  { by, step, dice }: { by: string; step: number; dice: Dice },
): Edit {
  const cell = someCell(notebook, dice);
  if (cell?.id === undefined || dice(5) === 0) {
    const position = dice(notebook.cells.length + 1);
    return insertCell({ id: `${by}-${step}`, type: "code", source: word(by, step) }, position);
  }
  switch (dice(4)) {
    case 0:
      return deleteCells([cell.id]);
    case 1:
      return moveCell(cell.id, dice(notebook.cells.length));
    default:
      return editCell(cell.id, { source: typed(cell.source, word(by, step), dice) });
  }
}

/** The words that someone has typed and that are still there. */
export function wordsOf({ cells }: Notebook, by: string): ReadonlySet<string> {
  return new Set(cells.flatMap(({ source }) => source.match(new RegExp(`${by}\\d+_`, "g")) ?? []));
}
