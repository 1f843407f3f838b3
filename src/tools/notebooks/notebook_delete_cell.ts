import { z } from "zod";
import { deleteCells } from "../../jupyter/nbformat/edit_cells.ts";
import { resolveNotebookPath } from "../../jupyter/notebooks/notebook_session.ts";
import { deletedLines } from "../../output/notebook/change_text.ts";
import { cellChanges, editTarget, findCells, writeNotebook } from "../../output/notebook/edit_reply.ts";
import { defineTool } from "../../tool.ts";
import { force, oneCell, whichNotebook } from "../arguments.ts";

export const notebookDeleteCell = defineTool({
  name: "notebook_delete_cell",
  title: "Delete a cell",
  description:
    "Deletes a cell with its outputs; `conflict` if someone changed it since you read it. Variables are kept.",
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  input: z.strictObject({
    ...whichNotebook,
    cell: oneCell,
    force,
  }),
  async question(args, { services: { notebooks, sessions }, signal }) {
    const path = await resolveNotebookPath(sessions, args, signal);
    return await notebooks.use(path, async (backend) => {
      const [found] = await findCells(notebooks, backend, { path, cells: [args.cell], signal });
      return found && `Delete cell ${found.index} of "${path}"?\n${deletedLines(found.cell)}`;
    }, signal);
  },
  async run(args, call) {
    const { notebooks } = call.services;
    const target = await editTarget("notebook_delete_cell", args, call);
    const change = { cell: args.cell, edit: (id: string) => deleteCells([id]), replaces: true };
    return await writeNotebook(notebooks, { ...target, plan: cellChanges(notebooks, target, [change]) });
  },
});
