/** The trust mark in the metadata of a cell: whether a page may run scripts in its outputs. */

import type { Cell, Edit } from "./notebook.ts";
import { cellsById } from "./compare_notebooks.ts";

function trusted(cell: Cell): Cell {
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
 * The edit, with the trust mark on the code cells that it leaves without outputs: whatever comes into those is the kernel's.
 *
 * JupyterLab marks what it runs itself the same way. A page runs scripts only in the outputs of marked cells (widgets and
 * maps are scripts), and reads the mark when a cell is added. The server signs a notebook if all cells with rich outputs have
 * the mark, and does not store it: one of our cells without it would cost the person's own cells their trust with the next
 * save.
 */
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
