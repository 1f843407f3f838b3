/** Reading, changing and inserting the cells of a notebook in use. */

import { CompatError } from "../../compat_api.ts";
import { newCellId } from "../../jupyter/nbformat/cell_ids.ts";
import { insertCell, type NewCell, traceEdit } from "../../jupyter/nbformat/edit_cells.ts";
import { findCell, type FoundCell } from "../../jupyter/nbformat/find_cells.ts";
import type { Edit, Notebook } from "../../jupyter/nbformat/notebook.ts";
import type { NotebookBackend } from "../../jupyter/notebooks/notebook_backend.ts";
import type { ChangeRecorder } from "../../jupyter/review/journal.ts";
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
    (backend) => backend.editAndSave(traced.edit, { signal }),
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

interface Insertion {
  readonly id: string;
  readonly edit: Edit;
}

export interface InsertOptions {
  /** Records the insertion. */
  readonly change: ChangeRecorder;
  readonly mark: (edit: Edit) => Edit;
  readonly signal: AbortSignal;
}

/** The insertion of a cell before `index`; at the end for -1. */
export function insertAt(index: number, cell: Omit<NewCell, "id">): Insertion {
  const id = newCellId();
  return {
    id,
    edit: (notebook) => {
      const count = notebook.cells.length;
      if (index > count) {
        throw new CompatError(
          `Index ${index} is outside valid range [-1, ${count}]. Use -1 to append at end.`,
        );
      }
      return insertCell({ ...cell, id }, index === -1 ? undefined : index)(notebook);
    },
  };
}

/** Inserts a cell; a shared document is saved only after the run, but contains the cell before its code runs. */
export async function insertInto(
  backend: NotebookBackend,
  { id, edit }: Insertion,
  { change, mark, signal }: InsertOptions,
): Promise<FoundCell> {
  const traced = traceEdit(mark(edit));
  if (backend.kind === "file") await backend.editAndSave(traced.edit, { signal });
  else {
    await backend.checkExists(signal);
    await backend.editUnsaved(traced.edit);
  }
  const made = traced.made();
  if (made === undefined) throw new TypeError("the edit was not made");
  change.record(backend.path, made);
  return findCell(made.after, id);
}
