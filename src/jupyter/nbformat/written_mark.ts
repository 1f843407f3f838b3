/** The mark on cells that our tools wrote (`--mark-cells`): `metadata.jupyter_mcp: {by, at}`. */

import { isRecord } from "../../base/json.ts";
import type { Cell, Edit } from "./notebook.ts";

const key = "jupyter_mcp";

/** An edit that marks the cells that it adds, and those whose source it changes. */
export function markWritten(edit: Edit, now: () => Date = () => new Date()): Edit {
  return (before) => {
    const after = edit(before);
    if (after.cells === before.cells) return after;
    const sources = new Map(before.cells.map(({ id, source }) => [id, source]));
    const mark = { by: "jupyter-mcp", at: now().toISOString() };
    const marked = (cell: Cell): Cell =>
      sources.get(cell.id) === cell.source ? cell : { ...cell, metadata: { ...cell.metadata, [key]: mark } };
    return { ...after, cells: after.cells.map(marked) };
  };
}

export function isMarkedWritten({ metadata }: Cell): boolean {
  return isRecord(metadata[key]);
}
