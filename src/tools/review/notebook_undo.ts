import { z } from "zod";
import { AppError } from "../../base/errors.ts";
import { plural } from "../../base/text.ts";
import { notebookEntries, resolveNotebookPath } from "../../jupyter/notebooks/notebook_session.ts";
import { cellsWithLostOutputs, nameCells } from "../../jupyter/review/journal_entry.ts";
import { changesToUndo, recordedIds } from "../../jupyter/review/select_changes.ts";
import { undoChanges } from "../../jupyter/review/undo.ts";
import { plannedChanges, writeNotebook } from "../../output/notebook/edit_reply.ts";
import { changePreview, changeText } from "../../output/notebook/change_text.ts";
import { type Call, defineTool } from "../../tool.ts";
import { force, whichNotebook } from "../notebook_arguments.ts";

/** Bytes of the text that says what was taken back. */
const textBudget = 4_000;

const runGoesOn =
  "A run in this notebook is not over: its outputs become a change when it ends, and were not taken back";

const input = z.strictObject({
  ...whichNotebook,
  change_id: z.string().min(1).optional().describe("One change"),
  last: z.int().min(1).optional().describe("The last n changes"),
  since: z.string().min(1).optional().describe("From this change_id or ISO time on"),
  force,
});

export const notebookUndo = defineTool({
  name: "notebook_undo",
  title: "Undo changes",
  description:
    "Takes back changes of these tools to a notebook: the last, or those you name. What a person typed since stays, or " +
    "it is a `conflict`. An undo can be undone.",
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  input,
  async question(args, call) {
    const { path, ...edit } = await plan(args, call);
    const changes = await plannedChanges(call.services.notebooks, { path, ...edit });
    const deleted = changes.filter(({ kind }) => kind === "deleted");
    return deleted.length === 0
      ? undefined
      : `Undo changes, which deletes ${deleted.length} ${plural(deleted.length, "cell")}?\n${
        changePreview(path, changes)
      }`;
  },
  async preview(args, call) {
    const { path, ...edit } = await plan(args, call);
    return changePreview(path, await plannedChanges(call.services.notebooks, { path, ...edit }));
  },
  async run(args, call) {
    const { notebooks } = call.services;
    const { undone, changes, ...edit } = await plan(args, call);
    const change = notebooks.journal.begin("notebook_undo", undone);
    const written = await writeNotebook(notebooks, { ...edit, change, force: args.force });
    return { ...written, data: { ...written.data, undone, was: changeText(changes, textBudget) } };
  },
});

/** The changes to take back, and the edit that does it. */
async function plan(
  { change_id, last, since, force: _, ...target }: z.output<typeof input>,
  { services, signal }: Call,
) {
  if ([change_id, last, since].filter((one) => one !== undefined).length > 1) {
    throw new AppError("invalid_argument", "Cannot undo: give only one of change_id, last and since");
  }
  const path = await resolveNotebookPath(services.sessions, target, signal);
  const all = await notebookEntries(services, path, signal);
  const entries = changesToUndo(all, { changeId: change_id, last, since });
  if (entries.length === 0) {
    throw new AppError("invalid_argument", `Cannot undo changes of "${path}": there are none to undo`, {
      hint: "notebook_changes lists the changes that were made by these tools",
    });
  }
  const changes = entries.flatMap((entry) => entry.changes);
  const moved = changes.flatMap((change) => change.kind === "moved" ? [change.id] : []);
  const lost = cellsWithLostOutputs(changes);
  return {
    path,
    undone: entries.map(({ id }) => id),
    changes,
    edit: undoChanges(changes, recordedIds(all)),
    ...(moved.length === 0 ? {} : { touches: moved }),
    notes: [
      ...(services.notebooks.runHistory.hasRuns(path) ? [runGoesOn] : []),
      ...(lost.length === 0 ? [] : [
      `The outputs of ${nameCells(lost)} before these changes were too large to keep: they could not be restored`,
      ]),
    ],
    signal,
  };
}
