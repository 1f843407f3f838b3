import { z } from "zod";
import { moveCell } from "../../jupyter/nbformat/edit_cells.ts";
import { resolveNotebookPath } from "../../jupyter/notebooks/notebook_session.ts";
import { changeCell } from "../../output/notebook/edit_reply.ts";
import { defineTool } from "../../tool.ts";
import { force, oneCell, whichNotebook } from "../notebook_arguments.ts";

export const notebookMoveCell = defineTool({
  name: "notebook_move_cell",
  title: "Move a cell",
  description: "Moves a cell to another position in its notebook, with its outputs.",
  isRare: true,
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  input: z.strictObject({
    ...whichNotebook,
    cell: oneCell,
    position: z.number().int().describe("Its new index"),
    force,
  }),
  async run(args, { services: { notebooks, sessions }, signal }) {
    const path = await resolveNotebookPath(sessions, args, signal);
    const { cell, position, force } = args;
    const edit = (id: string) => moveCell(id, position);
    const change = notebooks.journal.begin("notebook_move_cell");
    return await changeCell(notebooks, { path, cell, edit, change, isMove: true, force, signal });
  },
});
