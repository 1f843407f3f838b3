import { z } from "zod";
import { CompatError } from "../../../compat_api.ts";
import { editCell } from "../../../jupyter/nbformat/edit_cells.ts";
import { editNotebook, pickCell } from "../cells.ts";
import { defineTool } from "../define_tool.ts";
import { cellId, cellIndex, optionalNotebook } from "../fields.ts";
import { sourceChange } from "../source_change.ts";

export const editCellSource = defineTool({
  name: "edit_cell_source",
  title: "Edit Cell Source",
  description:
    "Replaces a text inside a cell, which must occur once unless replace_all is set, and shows a diff.",
  effect: "change",
  kind: "cell.edit",
  shape: "text",
  input: z.object({
    cell_index: cellIndex,
    old_string: z.string().describe("Text to replace, exactly as it is in the cell"),
    new_string: z.string().describe("Text to put in its place"),
    replace_all: z.boolean().default(false).describe("Replace every occurrence"),
    notebook_name: optionalNotebook,
    cell_id: cellId,
  }),
  async run({ old_string, new_string, replace_all, notebook_name, ...address }, context) {
    const change = sourceChange("edited");
    await editNotebook(context, notebook_name, (notebook) => {
      const found = pickCell(notebook, address, (index) => `Cell index ${index} out of range`);
      const { source: before } = found.cell;
      if (old_string === "") throw new CompatError("old_string must not be empty");
      const first = before.indexOf(old_string);
      if (first === -1) throw new CompatError("old_string not found in cell source");
      // Overlapping occurrences are ambiguous as well.
      if (!replace_all && before.indexOf(old_string, first + 1) !== -1) {
        throw new CompatError(
          "old_string is not unique in cell source (multiple occurrences). Use replace_all=True to replace all " +
            "occurrences.",
        );
      }
      const source = before.replaceAll(old_string, () => new_string);
      change.note(found, source);
      return editCell(found.index, { source })(notebook);
    });
    return change.outcome();
  },
});
