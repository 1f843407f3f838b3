import { z } from "zod";
import { CompatError } from "../../../compat_api.ts";
import { deleteCells } from "../../../jupyter/nbformat/edit_cells.ts";
import type { FoundCell } from "../../../jupyter/nbformat/find_cells.ts";
import type { Notebook } from "../../../jupyter/nbformat/notebook.ts";
import { editNotebook, outOfRange, pickCell } from "../cells.ts";
import { defineTool } from "../define_tool.ts";
import { optionalNotebook } from "../fields.ts";
import { represented } from "../python_text.ts";

export const deleteCell = defineTool({
  name: "delete_cell",
  title: "Delete Cell",
  description: "Deletes cells of a notebook in use, all or none, and shows what their sources were.",
  effect: "change",
  kind: "cell.delete",
  shape: "text",
  input: z.object({
    cell_indices: z.array(z.int()).min(1).nullable().default(null).describe("Indices of the cells, from 0"),
    include_source: z.boolean().default(true).describe("Show the sources of the deleted cells"),
    notebook_name: optionalNotebook,
    cell_ids_to_delete: z.array(z.string()).nullable().default(null)
      .describe("Ids of the cells; win over cell_indices"),
  }),
  async run({ cell_indices, include_source, notebook_name, cell_ids_to_delete: ids }, context) {
    let gone: readonly FoundCell[] = [];
    await editNotebook(context, notebook_name, (notebook) => {
      gone = ids !== null && ids.length > 0 ? byIds(notebook, ids) : byIndices(notebook, cell_indices ?? []);
      return deleteCells(gone.map(({ index }) => index))(notebook);
    });
    const lines = gone.flatMap(({ index, cell }) => [
      `Cell ${index} (${cell.cell_type}) deleted successfully.`,
      ...(include_source ? [`deleted cell source:\n${cell.source}`, "\n---\n"] : []),
    ]);
    return { value: lines.join("\n"), cellIds: gone.flatMap(({ cell }) => cell.id ?? []) };
  },
});

function byIds(notebook: Notebook, ids: readonly string[]): FoundCell[] {
  const missing = ids.filter((id) => !notebook.cells.some((cell) => cell.id === id));
  if (missing.length > 0) {
    const more = missing.length > 1 ? ` (and ${missing.length - 1} more)` : "";
    throw new CompatError(
      `No cell '${missing[0]}' in this notebook${more}. Read the notebook again for current cell ids.`,
    );
  }
  const found = ids.map((id) => pickCell(notebook, { cell_id: id }, outOfRange));
  checkDistinct(found.map(({ index }) => index));
  return found;
}

function byIndices(notebook: Notebook, indices: readonly number[]): FoundCell[] {
  if (indices.length === 0) throw new CompatError("name the cells to act on, by cell_indices or by cell_ids");
  checkDistinct(indices);
  return indices.map((index) => pickCell(notebook, { cell_index: index }, outOfRange));
}

/** A cell named twice, by index or by id, is a mistake of the caller. */
function checkDistinct(indices: readonly number[]): void {
  if (new Set(indices).size === indices.length) return;
  throw new CompatError(`cell_indices contains duplicate values: ${represented(indices)}`);
}
