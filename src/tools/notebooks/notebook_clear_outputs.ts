import { z } from "zod";
import { clearOutputs } from "../../jupyter/nbformat/run_cell.ts";
import { resolveNotebookPath } from "../../jupyter/notebooks/notebook_session.ts";
import { changeCell, writeNotebook } from "../../output/notebook/edit_reply.ts";
import { defineTool } from "../../tool.ts";

export const notebookClearOutputs = defineTool({
  name: "notebook_clear_outputs",
  title: "Clear outputs",
  description:
    "Removes the outputs and counts of one cell, or of all code cells if cell is left out. Sources " +
    "and the kernel's variables are kept. Use notebook_delete_cell to remove a cell.",
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
  input: z.strictObject({
    notebook_path: z.string().min(1).optional().describe("From the Jupyter root"),
    notebook_name: z.string().min(1).optional().describe("Same as notebook_path").meta({ hidden: true }),
    cell: z.union([z.string(), z.number().int()]).optional()
      .describe("Id, or index (negative from the end)"),
    force: z.boolean().default(false).describe("Write even if a browser has it open"),
    session_id: z.string().min(1).optional().describe("Instead of the path"),
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
