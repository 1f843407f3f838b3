import { z } from "zod";
import { AppError } from "../../base/errors.ts";
import { notebookEntries, resolveNotebookPath } from "../../jupyter/notebooks/notebook_session.ts";
import { changesToUndo, recordedIds } from "../../jupyter/review/select_changes.ts";
import { undoChanges } from "../../jupyter/review/undo.ts";
import { writeNotebook } from "../../output/notebook/edit_reply.ts";
import { changeText } from "../../output/notebook/change_text.ts";
import { defineTool } from "../../tool.ts";
import { force, whichNotebook } from "../notebook_arguments.ts";

/** Bytes of the text that says what was taken back. */
const textBudget = 4_000;

export const notebookUndo = defineTool({
  name: "notebook_undo",
  title: "Undo changes",
  description:
    "Takes back changes of these tools to a notebook: the last, or those you name. What a person typed since stays, or " +
    "it is a `conflict`. An undo can be undone.",
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  input: z.strictObject({
    ...whichNotebook,
    change_id: z.string().min(1).optional().describe("One change"),
    last: z.int().min(1).optional().describe("The last n changes"),
    since: z.string().min(1).optional().describe("From this change_id or ISO time on"),
    force,
  }),
  async run({ change_id, last, since, force, ...target }, { services, signal }) {
    const { notebooks, sessions } = services;
    if ([change_id, last, since].filter((one) => one !== undefined).length > 1) {
      throw new AppError("invalid_argument", "Cannot undo: give only one of change_id, last and since");
    }
    const path = await resolveNotebookPath(sessions, target, signal);
    const all = await notebookEntries(services, path, signal);
    const entries = changesToUndo(all, { changeId: change_id, last, since });
    if (entries.length === 0) {
      throw new AppError("invalid_argument", `Cannot undo changes of "${path}": there are none to undo`, {
        hint: "notebook_changes lists the changes that were made by these tools",
      });
    }
    const undoes = entries.map(({ id }) => id);
    const changes = entries.flatMap((entry) => entry.changes);
    const moved = changes.flatMap((change) => change.kind === "moved" ? [change.id] : []);
    const written = await writeNotebook(notebooks, {
      path,
      edit: undoChanges(changes, recordedIds(all)),
      change: notebooks.journal.begin("notebook_undo", undoes),
      ...(moved.length === 0 ? {} : { touches: moved }),
      force,
      signal,
    });
    return { ...written, data: { ...written.data, undone: undoes, was: changeText(changes, textBudget) } };
  },
});
