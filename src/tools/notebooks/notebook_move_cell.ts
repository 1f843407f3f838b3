import { z } from "zod";
import { moveCell } from "../../jupyter/nbformat/edit_cells.ts";
import {
  cellChanges,
  editTarget,
  type NotebookWrite,
  previewWrite,
  writeNotebook,
} from "../../output/notebook/edit_reply.ts";
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
  preview: async (args, call) => await previewWrite(call.services.notebooks, await planned(args, call)),
  run: async (args, call) => await writeNotebook(call.services.notebooks, await planned(args, call)),
});

async function planned(args: z.output<typeof input>, call: Call): Promise<NotebookWrite> {
  const { cell, position } = args;
  const target = await editTarget("notebook_move_cell", args, call);
  const change = { cell, edit: (id: string) => moveCell(id, position), isMove: true };
  return { ...target, plan: cellChanges(call.services.notebooks, target, [change]) };
}
