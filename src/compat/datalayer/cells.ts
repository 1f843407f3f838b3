/** Reading and changing the cells of a notebook in use. */

import { CompatError } from "../../compat_api.ts";
import { traceEdit } from "../../jupyter/nbformat/edit_cells.ts";
import type { FoundCell } from "../../jupyter/nbformat/find_cells.ts";
import type { Edit, Notebook } from "../../jupyter/nbformat/notebook.ts";
import type { ToolContext } from "./define_tool.ts";

/** How a call names a cell; the id wins. */
export interface CellAddress {
  readonly cell_index?: number | null;
  readonly cell_id?: string | null;
}

export async function readNotebook(
  { client, signal }: ToolContext,
  name: string | null,
): Promise<Notebook> {
  const { path, used } = client.pathOf(name);
  return await used.servers.documents.notebooks.use(path, (backend) => backend.read(signal), signal);
}

interface PlannedEdit<T> {
  readonly edit: Edit;
  /** What the answer needs to know of the notebook before the edit. */
  readonly about: T;
}

/** Plans an edit, applies it and saves it; planned again if the notebook has changed meanwhile. */
export async function editNotebook<T>(
  { client, tool, signal }: ToolContext,
  name: string | null,
  plan: (before: Notebook) => PlannedEdit<T>,
): Promise<{ readonly notebook: Notebook; readonly about: T }> {
  const { path, used } = client.pathOf(name);
  const { notebooks } = used.servers.documents;
  let planned: PlannedEdit<T> | undefined;
  const traced = traceEdit(notebooks.mark((before) => {
    planned = plan(before);
    return planned.edit(before);
  }));
  const { notebook } = await notebooks.use(
    path,
    (backend) => backend.update(traced.edit, { signal }),
    signal,
  );
  const made = traced.made();
  if (made === undefined || planned === undefined) throw new TypeError("the edit was not made");
  notebooks.journal.begin(tool).record(path, made);
  return { notebook, about: planned.about };
}

/** The cell that a call names; `outOfRange` gives the error for an index that no cell has. */
export function pickCell(
  { cells }: Notebook,
  { cell_index, cell_id }: CellAddress,
  outOfRange: (index: number, count: number) => string,
): FoundCell {
  if (typeof cell_id === "string") return byId(cells, cell_id);
  if (typeof cell_index !== "number") {
    throw new CompatError("name the cell to act on, by cell_index or by cell_id");
  }
  const cell = cells[cell_index];
  if (cell === undefined) throw new CompatError(outOfRange(cell_index, cells.length));
  return { index: cell_index, cell };
}

function byId(cells: Notebook["cells"], id: string): FoundCell {
  const index = cells.findIndex((cell) => cell.id === id);
  const cell = cells[index];
  if (cell !== undefined) return { index, cell };
  throw new CompatError(
    `No cell '${id}' in this notebook. It was deleted, or it belongs to another notebook. Read the notebook again ` +
      "for current cell ids.",
  );
}

export function outOfRange(index: number, count: number): string {
  return `Cell index ${index} is out of range. Notebook has ${count} cells.`;
}
