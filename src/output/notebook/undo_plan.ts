/** What an undo takes back, the edit that does it, and what the caller should know of it. */

import { AppError } from "../../base/errors.ts";
import { notebookEntries } from "../../jupyter/notebooks/notebook_session.ts";
import { cellsWithLostOutputs, nameCells } from "../../jupyter/review/journal_entry.ts";
import { changesToUndo, recordedIds } from "../../jupyter/review/select_changes.ts";
import { undoChanges } from "../../jupyter/review/undo.ts";
import type { Services } from "../../services.ts";

interface UndoOptions {
  readonly path: string;
  readonly selection: Parameters<typeof changesToUndo>[1];
  readonly signal: AbortSignal;
}

const runGoesOn =
  "A run in this notebook is still in progress; its outputs become a change when it ends and were not undone";

export async function planUndo(services: Services, { path, selection, signal }: UndoOptions) {
  const all = await notebookEntries(services, path, signal);
  const entries = changesToUndo(all, selection);
  if (entries.length === 0) {
    throw new AppError("invalid_argument", `Cannot undo changes of "${path}": there are none to undo`, {
      hint: "notebook_changes lists the changes that were made by these tools",
    });
  }
  const changes = entries.flatMap((entry) => entry.changes);
  const moved = changes.flatMap((change) => change.kind === "moved" ? [change.id] : []);
  const edit = undoChanges(changes, recordedIds(all));
  const lost = cellsWithLostOutputs(changes);
  const notRestored = `The outputs of ${
    nameCells(lost)
  } before these changes were too large to keep: they could not be restored`;
  return {
    path,
    undone: entries.map(({ id }) => id),
    changes,
    plan: () => ({ edit, touches: moved.length === 0 ? undefined : moved }),
    notes: [
      ...(services.notebooks.runHistory.hasRuns(path) ? [runGoesOn] : []),
      ...(lost.length === 0 ? [] : [notRestored]),
    ],
    signal,
  };
}
