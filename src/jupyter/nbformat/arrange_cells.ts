/** Removes cells and changes their order. */

import { AppError } from "../../base/errors.ts";
import { type CellReference, findCell } from "./find_cells.ts";
import type { Edit } from "./notebook.ts";
import { withoutUnshown } from "./widget_state.ts";

/** Deletes every named cell; all are looked up before the first goes, so that indices mean what the caller saw. */
export function deleteCells(references: readonly CellReference[]): Edit {
  return withoutUnshown((notebook) => {
    const gone = new Set(references.map((reference) => findCell(notebook, reference).index));
    return gone.size === 0
      ? notebook
      : { ...notebook, cells: notebook.cells.filter((_, index) => !gone.has(index)) };
  });
}

/** Moves a cell so that its index becomes `to`, which counts from the end where it is negative. */
export function moveCell(reference: CellReference, to: number): Edit {
  return (notebook) => {
    const { index, cell } = findCell(notebook, reference);
    const count = notebook.cells.length;
    const target = to < 0 ? count + to : to;
    if (!Number.isInteger(to) || target < 0 || target >= count) {
      throw new AppError("invalid_argument", `Cannot move cell "${cell.id}": there is no index ${to}`, {
        hint: `Use 0 to ${count - 1}, or -1 for the last place`,
      });
    }
    if (target === index) return notebook;
    return { ...notebook, cells: notebook.cells.toSpliced(index, 1).toSpliced(target, 0, cell) };
  };
}
