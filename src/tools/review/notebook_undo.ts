import { z } from "zod";
import { AppError } from "../../base/errors.ts";
import { resolveNotebookPath } from "../../jupyter/notebooks/notebook_session.ts";
import { changesToUndo } from "../../jupyter/review/select_changes.ts";
import { undoChanges } from "../../jupyter/review/undo.ts";
import { writeNotebook } from "../../output/notebook/edit_reply.ts";
import { changeText } from "../../output/notebook/change_text.ts";
import { defineTool } from "../../tool.ts";

/** Bytes of the text that says what was taken back. */
const textBudget = 4_000;

export const notebookUndo = defineTool({
  name: "notebook_undo",
  title: "Undo changes",
  description:
    "Takes back changes that these tools made to a notebook: the last one, or those you name. What a person " +
    "changed since is kept; if both changed the same text, returns `conflict` and changes nothing. An undo is a " +
    "change too and can be undone by its change_id. See notebook_changes. Variables in the kernel stay.",
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  input: z.strictObject({
    notebook_path: z.string().min(1).optional().describe("From the Jupyter root"),
    notebook_name: z.string().min(1).optional().describe("Same as notebook_path").meta({ hidden: true }),
    change_id: z.string().min(1).optional().describe("One change"),
    last: z.int().min(1).max(500).optional().describe("The last n changes (default 1)"),
    since: z.string().min(1).optional().describe("This change_id, or ISO time, and everything after it"),
    force: z.boolean().default(false).describe("Write even if a browser has it open"),
    session_id: z.string().min(1).optional().describe("Instead of the path"),
  }),
  async run({ change_id, last, since, force, ...target }, { services: { notebooks, sessions }, signal }) {
    if ([change_id, last, since].filter((one) => one !== undefined).length > 1) {
      throw new AppError("invalid_argument", "Cannot undo: give only one of change_id, last and since");
    }
    const path = await resolveNotebookPath(sessions, target, signal);
    const entries = changesToUndo(notebooks.journal.entries(path), { changeId: change_id, last, since });
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
      edit: undoChanges(changes),
      change: notebooks.journal.begin("notebook_undo", undoes),
      ...(moved.length === 0 ? {} : { touches: moved }),
      force,
      signal,
    });
    return { ...written, data: { ...written.data, undone: undoes, was: changeText(changes, textBudget) } };
  },
});
