import { z } from "zod";
import { moveCell } from "../../jupyter/nbformat/edit_cells.ts";
import { resolveNotebookPath } from "../../jupyter/notebooks/notebook_session.ts";
import { changeCell } from "../../output/notebook/edit_reply.ts";
import { defineTool } from "../../tool.ts";

export const notebookMoveCell = defineTool({
  name: "notebook_move_cell",
  title: "Move a cell",
  description:
    "Moves a cell to another position in its notebook, with its outputs. See notebook_get for the indices.",
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  input: z.strictObject({
    notebook_path: z.string().min(1).optional().describe("From the Jupyter root"),
    notebook_name: z.string().min(1).optional().describe("Same as notebook_path").meta({ hidden: true }),
    cell: z.union([z.string(), z.number().int()]).describe("Id, or index (negative from the end)"),
    position: z.number().int().describe("New index of the cell (negative from the end)"),
    force: z.boolean().default(false).describe("Write even if a browser has it open"),
    session_id: z.string().min(1).optional().describe("Instead of the path"),
  }),
  async run(args, { services: { notebooks, sessions }, signal }) {
    const path = await resolveNotebookPath(sessions, args, signal);
    const { cell, position, force } = args;
    const edit = (id: string) => moveCell(id, position);
    const change = notebooks.journal.begin("notebook_move_cell");
    return await changeCell(notebooks, { path, cell, edit, change, isMove: true, force, signal });
  },
});
