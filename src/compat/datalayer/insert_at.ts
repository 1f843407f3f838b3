/** The insertion of a cell, with the error of Datalayer's server for an index that does not fit. */

import { CompatError } from "../../compat_api.ts";
import { newCellId } from "../../jupyter/nbformat/cell_ids.ts";
import { findCell, type FoundCell } from "../../jupyter/nbformat/find_cells.ts";
import { insertCell, type NewCell, traceEdit } from "../../jupyter/nbformat/edit_cells.ts";
import type { Edit } from "../../jupyter/nbformat/notebook.ts";
import type { NotebookBackend } from "../../jupyter/notebooks/notebook_backend.ts";
import type { ChangeRecorder } from "../../jupyter/review/journal.ts";

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

/** Inserts before `index`; at the end for -1. */
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
  if (backend.kind === "file") await backend.update(traced.edit, { signal });
  else {
    await backend.ensureThere(signal);
    await backend.write(traced.edit);
  }
  const made = traced.made();
  if (made === undefined) throw new TypeError("the edit was not made");
  change.record(backend.path, made);
  return findCell(made.after, id);
}
