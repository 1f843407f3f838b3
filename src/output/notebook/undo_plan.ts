/** What an undo takes back, the edit that does it, and what the caller should know of it. */

import { AppError } from "../../base/errors.ts";
import { notebookEntries } from "../../jupyter/notebooks/notebook_session.ts";
import type { RecordedChange } from "../../jupyter/review/cell_changes.ts";
import { cellsWithLostOutputs, nameCells } from "../../jupyter/review/journal_entry.ts";
import { changesToUndo } from "../../jupyter/review/select_changes.ts";
import { undoChanges } from "../../jupyter/review/undo.ts";
import type { Services } from "../../services.ts";
import type { NotebookWrite } from "./edit_reply.ts";

interface UndoOptions {
  readonly path: string;
  readonly selection: Parameters<typeof changesToUndo>[1];
  readonly signal: AbortSignal;
}

const runInProgress =
  "A run in this notebook is still in progress; its changes were not undone; undo them when it has ended";

const outputsStay =
  "Outputs that are newer than these changes, or whose cell is gone, were left as they are:";

type UndoPlan = Pick<NotebookWrite, "path" | "plan" | "signal"> & {
  readonly notes: readonly string[];
  /** Ids of the changes that are taken back. */
  readonly undone: readonly string[];
  readonly changes: readonly RecordedChange[];
};

export async function planUndo(
  services: Services,
  { path, selection, signal }: UndoOptions,
): Promise<UndoPlan> {
  const all = await notebookEntries(services, path, signal);
  const entries = changesToUndo(all, selection);
  const isOpen = all.some((entry) => entry.isOpen);
  if (entries.length === 0) {
    // A notebook that does not exist is reported as such.
    await services.notebooks.use(path, (backend) => backend.checkExists(signal), signal);
    throw new AppError("invalid_argument", `Cannot undo changes of "${path}": there are none to undo`, {
      hint: isOpen ? runInProgress : "notebook_changes lists the changes that were made by these tools",
    });
  }
  const changes = entries.flatMap((entry) => entry.changes);
  const undone = new Set(entries.map(({ id }) => id));
  const since = all.slice(all.findIndex(({ id }) => undone.has(id)));
  const undo = undoChanges(
    since.map(({ id, changes, ids }) => ({ changes: undone.has(id) ? changes : [], ids })),
  );
  const lost = cellsWithLostOutputs(changes);
  const notRestored = `The outputs of ${
    nameCells(lost)
  } before these changes were too large to keep: they could not be restored`;
  return {
    path,
    undone: [...undone],
    changes,
    plan: async (backend) => {
      undo.edit(await backend.read(signal));
      const { kept, moved } = undo.cells();
      return {
        edit: undo.edit,
        movedCellIds: moved.length === 0 ? undefined : moved,
        notes: kept.length === 0 ? [] : [`${outputsStay} ${nameCells(kept)}`],
      };
    },
    notes: [
      ...(isOpen ? [runInProgress] : []),
      ...(lost.length === 0 ? [] : [notRestored]),
    ],
    signal,
  };
}
