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

/** Applies an edit, saves it and returns the notebook afterwards. */
export async function editNotebook(
  { client, tool, signal }: ToolContext,
  name: string | null,
  edit: Edit,
): Promise<Notebook> {
  const { path, used } = client.pathOf(name);
  const { notebooks } = used.servers.documents;
  const traced = traceEdit(notebooks.mark(edit));
  const { notebook } = await notebooks.use(
    path,
    (backend) => backend.update(traced.edit, { signal }),
    signal,
  );
  const made = traced.made();
  if (made !== undefined) notebooks.journal.begin(tool).record(path, made);
  return notebook;
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
