/** The mark of trust in the metadata of a cell: whether a page may run scripts in its outputs. */

import type { Cell, Edit } from "./notebook.ts";
import { cellsById } from "./compare_notebooks.ts";

export function trusted(cell: Cell): Cell {
  return cell.metadata["trusted"] === true
    ? cell
    : { ...cell, metadata: { ...cell.metadata, trusted: true } };
}

/** The cell with the mark of the one whose outputs it gets, or without one. */
export function trustedLike(origin: Cell, cell: Cell): Cell {
  const { trusted: _ofCell, ...metadata } = cell.metadata;
  const mark = origin.metadata["trusted"];
  return { ...cell, metadata: mark === undefined ? metadata : { ...metadata, trusted: mark } };
}

/**
 * The mark of trust in a shared document, as JupyterLab itself sets it on what it runs.
 *
 * A page runs scripts in the outputs of marked cells alone (widgets and maps are scripts), and reads the mark when a
 * cell comes. The server signs a notebook when all cells with rich outputs have it, and stores no such field: a cell of
 * ours without it would cost the person's own cells their trust with the next save.
 */

/** The edit, with the mark on the code cells that it leaves without outputs: what comes into those is of the kernel. */
export function markTrusted(edit: Edit): Edit {
  return (notebook) => {
    const edited = edit(notebook);
    if (edited === notebook) return edited;
    const before = cellsById(notebook);
    const cells = edited.cells.map((cell) =>
      before.get(cell.id ?? "") === cell || !isBlank(cell) ? cell : trusted(cell)
    );
    return { ...edited, cells };
  };
}

function isBlank({ cell_type, outputs = [] }: Cell): boolean {
  return cell_type === "code" && outputs.length === 0;
}
