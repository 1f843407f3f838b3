import { z } from "zod";
import { deleteCells } from "../../jupyter/nbformat/edit_cells.ts";
import { resolveNotebookPath } from "../../jupyter/notebooks/notebook_session.ts";
import { resolveSelected } from "../../jupyter/notebooks/selected_cell.ts";
import { deletedLines } from "../../output/notebook/change_text.ts";
import { changeCell } from "../../output/notebook/edit_reply.ts";
import { defineTool } from "../../tool.ts";
import { force, oneCell, whichNotebook } from "../arguments.ts";

export const notebookDeleteCell = defineTool({
  name: "notebook_delete_cell",
  title: "Delete a cell",
  description:
    "Deletes a cell with its outputs; `conflict` if someone has changed it since you read it. Variables are kept.",
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  input: z.strictObject({
    ...whichNotebook,
    cell: oneCell,
    force,
  }),
  async question(args, { services: { notebooks, sessions }, signal }) {
    const path = await resolveNotebookPath(sessions, args, signal);
    return await notebooks.use(path, async (backend) => {
      const resolve = await resolveSelected(backend, [args.cell], signal);
      const { cell, index } = notebooks.callerViews.find(
        path,
        await backend.read(signal),
        resolve(args.cell),
      );
      return `Delete cell ${index} of "${path}"?\n${deletedLines(cell)}`;
    }, signal);
  },
  async run(args, { services: { notebooks, sessions }, signal }) {
    const path = await resolveNotebookPath(sessions, args, signal);
    const { cell, force } = args;
    const edit = (id: string) => deleteCells([id]);
    const change = notebooks.journal.begin("notebook_delete_cell");
    return await changeCell(notebooks, { path, cell, edit, change, replaces: true, force, signal });
  },
});
