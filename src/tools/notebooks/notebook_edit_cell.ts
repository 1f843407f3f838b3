import { z } from "zod";
import { AppError } from "../../base/errors.ts";
import { editCell } from "../../jupyter/nbformat/edit_cells.ts";
import { lineEndNotes, surrogateNotes } from "../../jupyter/nbformat/source_text.ts";
import { resolveNotebookPath } from "../../jupyter/notebooks/notebook_session.ts";
import { changeCell } from "../../output/notebook/edit_reply.ts";
import { defineTool } from "../../tool.ts";

export const notebookEditCell = defineTool({
  name: "notebook_edit_cell",
  title: "Edit a cell",
  description:
    "Changes a cell: a new source, or find and replace inside it, or its type. Outputs stay until it is run again. " +
    "Returns `conflict` if someone has changed the source since you read it. See notebook_get for cells.",
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
  input: z.strictObject({
    notebook_path: z.string().min(1).optional().describe("From the Jupyter root"),
    notebook_name: z.string().min(1).optional().describe("Same as notebook_path").meta({ hidden: true }),
    cell: z.union([z.string(), z.number().int()]).describe("Id, or index (negative from the end)"),
    source: z.string().optional().describe("New content of the whole cell"),
    find: z.string().min(1).optional().describe("Text to replace; must occur once unless replace_all"),
    replace: z.string().optional().describe('Replacement; "" deletes it'),
    replace_all: z.boolean().default(false).describe("Replace every occurrence"),
    expected_source: z.string().optional().describe("Expected current source; `conflict` otherwise"),
    cell_type: z.enum(["code", "markdown", "raw"]).optional().describe("Change the type"),
    force: z.boolean().default(false).describe("Write even if a browser has it open"),
    session_id: z.string().min(1).optional().describe("Instead of the path"),
  }),
  async run(args, { services: { notebooks, sessions }, signal }) {
    const { cell, source, find, replace, replace_all, expected_source, cell_type } = args;
    const isEdit = source === undefined ? find !== undefined || cell_type !== undefined : find === undefined;
    if (!isEdit || (replace === undefined) !== (find === undefined)) {
      throw new AppError(
        "invalid_argument",
        "Cannot edit the cell: give either source, or find and replace",
        { hint: 'cell_type alone changes the type; replace "" deletes what is found' },
      );
    }
    const path = await resolveNotebookPath(sessions, args, signal);
    const change = {
      source,
      find,
      replace,
      replaceAll: replace_all,
      expectedSource: expected_source,
      type: cell_type,
    };
    return await changeCell(notebooks, {
      path,
      cell,
      edit: (id) => editCell(id, change),
      replaces: source !== undefined && expected_source === undefined,
      isWhole: source !== undefined,
      force: args.force,
      notes: (old) => [
        ...surrogateNotes([source, replace]),
        // Line ends are not shown, and in a replacement they are rarely meant unless it has a carriage return.
        ...lineEndNotes(source ?? (replace?.includes("\r") ? replace : undefined), old),
      ],
      signal,
    });
  },
});
