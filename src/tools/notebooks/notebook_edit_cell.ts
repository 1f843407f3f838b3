import { z } from "zod";
import { AppError } from "../../base/errors.ts";
import { checkChange, editCell } from "../../jupyter/nbformat/edit_cells.ts";
import { lineEndNotes, surrogateNotes } from "../../jupyter/nbformat/source_text.ts";
import {
  cellChanges,
  editTarget,
  type NotebookWrite,
  previewWrite,
  writeNotebook,
} from "../../output/notebook/edit_reply.ts";
import { type Call, defineTool } from "../../tool.ts";
import { cellReference, cellType, force, oneCell, whichNotebook } from "../arguments.ts";

const change = z.strictObject({
  source: z.string().optional().describe("New whole content"),
  find: z.string().min(1).optional().describe("Text that occurs once"),
  replace: z.string().optional().describe("Its replacement"),
  replace_all: z.boolean().default(false).describe("Every occurrence"),
  expected_source: z.string().optional().describe("Fail with `conflict` if the source differs"),
  cell_type: cellType.optional().describe("New type"),
});

type Change = z.output<typeof change>;

const input = z.strictObject({
  ...whichNotebook,
  cell: oneCell.optional(),
  ...change.shape,
  edits: z.array(z.strictObject({ cell: cellReference, ...change.shape }).meta({ brief: true })).min(1).max(
    200,
  )
    .optional().describe("Several: [{cell, source or find and replace, …}]"),
  force,
});

export const notebookEditCell = defineTool({
  name: "notebook_edit_cell",
  title: "Edit cells",
  description:
    "Changes a cell: a new source, find and replace, or its type; several with `edits`, all or none. Returns a short " +
    "diff, or `conflict` if someone changed the cell since you read it. Outputs stay.",
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
  input,
  preview: async (args, call) => await previewWrite(call.services.notebooks, await planned(args, call)),
  run: async (args, call) => await writeNotebook(call.services.notebooks, await planned(args, call)),
});

async function planned(args: z.output<typeof input>, call: Call): Promise<NotebookWrite> {
  const { cell, edits, ...only } = args;
  if ((cell === undefined) === (edits === undefined)) {
    throw new AppError("invalid_argument", "Cannot edit: give either cell, or edits", {
      hint: "notebook_get lists the cells",
    });
  }
  const changes = edits ?? [{ ...only, cell: cell ?? "" }];
  for (const one of changes) checkChange(asCellChange(one));
  const target = await editTarget("notebook_edit_cell", args, call);
  const cellEdits = changes.map((one) => ({
    cell: one.cell,
    edit: (id: string) => editCell(id, asCellChange(one)),
    replaces: one.source !== undefined && one.expected_source === undefined,
    isWhole: one.source !== undefined,
    find: one.find,
    // Line ends are not shown, and in a replacement they are rarely meant unless it has a carriage return.
    notesFor: (old: string) =>
      lineEndNotes(one.source ?? (one.replace?.includes("\r") ? one.replace : undefined), old),
  }));
  return {
    ...target,
    plan: cellChanges(call.services.notebooks, target, cellEdits),
    showsChanges: true,
    notes: surrogateNotes(changes.flatMap(({ source, replace }) => [source, replace])),
  };
}

function asCellChange({ replace_all, expected_source, cell_type, source, find, replace }: Change) {
  return { source, find, replace, replaceAll: replace_all, expectedSource: expected_source, type: cell_type };
}
