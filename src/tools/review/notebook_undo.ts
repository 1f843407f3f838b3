import { z } from "zod";
import { AppError } from "../../base/errors.ts";
import { plural } from "../../base/text.ts";
import { resolveNotebookPath } from "../../jupyter/notebooks/notebook_session.ts";
import { plannedChanges, previewWrite, writeNotebook } from "../../output/notebook/edit_reply.ts";
import { changePreview, changeText } from "../../output/notebook/change_text.ts";
import { planUndo } from "../../output/notebook/undo_plan.ts";
import { type Call, defineTool } from "../../tool.ts";
import { force, whichNotebook } from "../arguments.ts";

/** Bytes of the text that says what was taken back. */
const textBudget = 4_000;

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
    "Undoes these tools' changes to a notebook: the last, or those you name. What a person typed since is kept, " +
    "or it fails with `conflict`. An undo can be undone.",
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  input,
  async question(args, call) {
    const undo = await plan(args, call);
    const changes = await plannedChanges(call.services.notebooks, undo);
    const deleted = changes.filter(({ kind }) => kind === "deleted");
    return deleted.length === 0
      ? undefined
      : `Undo changes, which deletes ${deleted.length} ${plural(deleted.length, "cell")}?\n${
        changePreview(undo.path, changes)
      }`;
  },
  preview: async (args, call) => await previewWrite(call.services.notebooks, await plan(args, call)),
  async run(args, call) {
    const { notebooks } = call.services;
    const { undone, changes, ...undo } = await plan(args, call);
    const change = notebooks.journal.begin("notebook_undo", undone);
    const written = await writeNotebook(notebooks, { ...undo, change, force: args.force });
    return { ...written, data: { ...written.data, undone, was: changeText(changes, textBudget) } };
  },
});

async function plan(
  { change_id, last, since, force: _, ...target }: z.output<typeof input>,
  { services, signal }: Call,
) {
  if ([change_id, last, since].filter((one) => one !== undefined).length > 1) {
    throw new AppError("invalid_argument", "Cannot undo: give only one of change_id, last and since");
  }
  const path = await resolveNotebookPath(services.sessions, target, signal);
  return await planUndo(services, { path, selection: { changeId: change_id, last, since }, signal });
}
