import { z } from "zod";
import { clearOutputs } from "../../jupyter/nbformat/run_cell.ts";
import { resolveNotebookPath } from "../../jupyter/notebooks/notebook_session.ts";
import { changeCell, writeNotebook } from "../../output/notebook/edit_reply.ts";
import { defineTool } from "../../tool.ts";

export const notebookClearOutputs = defineTool({
  name: "notebook_clear_outputs",
  title: "Clear outputs",
  description:
    "Removes the outputs and counts of one cell, or of all code cells where cell is left out. Sources stay; " +
    "the kernel's variables too. Use notebook_delete_cell to remove a cell.",
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
  input: z.strictObject({
    notebook_path: z.string().min(1).optional().describe("Path from Jupyter's root"),
    notebook_name: z.string().min(1).optional().describe("Same as notebook_path").meta({ hidden: true }),
    cell: z.union([z.string(), z.number().int()]).optional()
      .describe("Cell id, or index (negative from the end); all cells if left out"),
    force: z.boolean().default(false).describe("Write although a browser has it open without collaboration"),
    session_id: z.string().min(1).optional().describe("Its session, instead of the path"),
  }),
  async run(args, { services: { notebooks, sessions }, signal }) {
    const path = await resolveNotebookPath(sessions, args, signal);
    const { cell, force } = args;
    if (cell === undefined) {
      return await writeNotebook(notebooks, { path, edit: clearOutputs("all"), force, signal });
    }
    return await changeCell(notebooks, { path, cell, edit: (id) => clearOutputs([id]), force, signal });
  },
});
