import { z } from "zod";
import { editNotebook } from "../cells.ts";
import { defineTool } from "../define_tool.ts";
import { cellSource, insertIndex, optionalNotebook } from "../fields.ts";
import { insertAt } from "../insert_at.ts";
import { briefCells } from "../tables.ts";

export const insertCell = defineTool({
  name: "insert_cell",
  title: "Insert Cell",
  description: "Inserts a cell into a notebook in use, without running it.",
  effect: "change",
  kind: "cell.insert",
  shape: "text",
  input: z.object({
    cell_index: insertIndex,
    cell_type: z.enum(["code", "markdown", "raw"]).describe("Type of the cell"),
    cell_source: cellSource,
    notebook_name: optionalNotebook,
  }),
  async run({ cell_index, cell_type: type, cell_source: source, notebook_name }, context) {
    const insertion = insertAt(cell_index, { type, source });
    const notebook = await editNotebook(context, notebook_name, insertion.edit);
    const index = notebook.cells.findIndex(({ id }) => id === insertion.id);
    const count = notebook.cells.length;
    const start = Math.max(0, count - index < 5 ? count - 10 : index - 5);
    return {
      value: [
        `Cell inserted successfully at index ${index} (${type})!`,
        `Notebook now has ${count} cells, showing surrounding cells:`,
        briefCells(notebook, { start, limit: 10 }),
      ].join("\n"),
    };
  },
});
