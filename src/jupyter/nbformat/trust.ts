/** The mark of trust in the metadata of a cell: whether a page may run scripts in its outputs. */

import type { Cell } from "./notebook.ts";

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
