import { z } from "zod";
import { moveCell } from "../../jupyter/nbformat/edit_cells.ts";
import { resolveNotebookPath } from "../../jupyter/notebooks/notebook_session.ts";
import { changeCell } from "../../output/notebook/edit_reply.ts";
import { defineTool } from "../../tool.ts";

export const notebookMoveCell = defineTool({
  name: "notebook_move_cell",
  title: "Move a cell",
  description:
    "Moves a cell to another place in its notebook, with its outputs. See notebook_get for the indices.",
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  input: z.strictObject({
    notebook_path: z.string().min(1).optional().describe("Path from Jupyter's root"),
    notebook_name: z.string().min(1).optional().describe("Same as notebook_path").meta({ hidden: true }),
    cell: z.union([z.string(), z.number().int()]).describe("Cell id, or index (negative from the end)"),
    position: z.number().int().describe("Index that the cell has afterwards (negative from the end)"),
    force: z.boolean().default(false).describe("Write although a browser has it open without collaboration"),
    session_id: z.string().min(1).optional().describe("Its session, instead of the path"),
  }),
  async run(args, { services: { notebooks, sessions }, signal }) {
    const path = await resolveNotebookPath(sessions, args, signal);
    const { cell, position, force } = args;
    const edit = (id: string) => moveCell(id, position);
    return await changeCell(notebooks, { path, cell, edit, isMove: true, force, signal });
  },
});
