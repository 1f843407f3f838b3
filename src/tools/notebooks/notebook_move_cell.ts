import { z } from "zod";
import { moveCell } from "../../jupyter/nbformat/edit_cells.ts";
import { resolveNotebookPath } from "../../jupyter/notebooks/notebook_session.ts";
import { changeCells, type ChangeOptions, previewChanges } from "../../output/notebook/edit_reply.ts";
import { type Call, defineTool } from "../../tool.ts";
import { force, oneCell, whichNotebook } from "../arguments.ts";

const input = z.strictObject({
  ...whichNotebook,
  cell: oneCell,
  position: z.number().int().describe("Its new index"),
  force,
});

export const notebookMoveCell = defineTool({
  name: "notebook_move_cell",
  title: "Move a cell",
  description: "Moves a cell to another position in its notebook, with its outputs.",
  isRare: true,
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  input,
  preview: async (args, call) => await previewChanges(call.services.notebooks, await plan(args, call)),
  run: async (args, call) => await changeCells(call.services.notebooks, await plan(args, call)),
});

async function plan(
  { cell, position, force, ...target }: z.output<typeof input>,
  { services: { notebooks, sessions }, signal }: Call,
): Promise<ChangeOptions> {
  const path = await resolveNotebookPath(sessions, target, signal);
  const edit = (id: string) => moveCell(id, position);
  const change = notebooks.journal.begin("notebook_move_cell");
  return { path, changes: [{ cell, edit, isMove: true }], change, force, signal };
}
