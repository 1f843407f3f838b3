import { z } from "zod";
import { editCell } from "../../../jupyter/nbformat/edit_cells.ts";
import { editNotebook, pickCell } from "../cells.ts";
import { defineTool } from "../define_tool.ts";
import { cellId, cellIndex, cellSource, optionalNotebook } from "../fields.ts";
import { sourceChange } from "../source_change.ts";

export const overwriteCellSource = defineTool({
  name: "overwrite_cell_source",
  title: "Overwrite Cell Source",
  description: "Replaces the source of a cell as a whole and shows what changed as a diff.",
  effect: "change",
  idempotent: true,
  kind: "cell.overwrite",
  shape: "text",
  input: z.object({
    cell_index: cellIndex,
    cell_source: cellSource,
    notebook_name: optionalNotebook,
    cell_id: cellId,
  }),
  async run({ cell_source: source, notebook_name, ...address }, context) {
    const change = sourceChange("overwritten");
    await editNotebook(context, notebook_name, (notebook) => {
      const found = pickCell(notebook, address, (index) => `Cell index ${index} out of range`);
      change.note(found, source);
      return editCell(found.index, { source })(notebook);
    });
    return change.outcome();
  },
});
