import { z } from "zod";
import { clearOutputs } from "../../jupyter/nbformat/cell_run_edits.ts";
import { cellChanges, editTarget, writeNotebook } from "../../output/notebook/edit_reply.ts";
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
  async run(args, call) {
    const { notebooks } = call.services;
    const { cell } = args;
    const target = await editTarget("notebook_clear_outputs", args, call);
    const plan = cell === undefined
      ? () => ({ edit: clearOutputs("all") })
      : cellChanges(notebooks, target, [{ cell, edit: (id) => clearOutputs([id]) }]);
    return await writeNotebook(notebooks, { ...target, plan });
  },
});
