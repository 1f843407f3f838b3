import { z } from "zod";
import { clearOutputs } from "../../jupyter/nbformat/cell_run_edits.ts";
import { resolveNotebookPath } from "../../jupyter/notebooks/notebook_session.ts";
import { changeCell, writeNotebook } from "../../output/notebook/edit_reply.ts";
import { defineTool } from "../../tool.ts";
import { force, oneCell, whichNotebook } from "../arguments.ts";

export const notebookClearOutputs = defineTool({
  name: "notebook_clear_outputs",
  title: "Clear outputs",
  description:
    "Removes the outputs of one cell, or of all if cell is left out. Sources and variables are kept.",
  isRare: true,
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
  input: z.strictObject({
    ...whichNotebook,
    cell: oneCell.optional(),
    force,
  }),
  async run(args, { services: { notebooks, sessions }, signal }) {
    const path = await resolveNotebookPath(sessions, args, signal);
    const { cell, force } = args;
    const change = notebooks.journal.begin("notebook_clear_outputs");
    if (cell === undefined) {
      return await writeNotebook(notebooks, { path, edit: clearOutputs("all"), change, force, signal });
    }
    return await changeCell(notebooks, {
      path,
      cell,
      edit: (id) => clearOutputs([id]),
      change,
      force,
      signal,
    });
  },
});
