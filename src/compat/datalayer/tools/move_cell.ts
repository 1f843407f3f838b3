import { z } from "zod";
import { CompatError } from "../../../compat_api.ts";
import { moveCell as move } from "../../../jupyter/nbformat/edit_cells.ts";
import type { FoundCell } from "../../../jupyter/nbformat/find_cells.ts";
import type { Notebook } from "../../../jupyter/nbformat/notebook.ts";
import { type CellAddress, editNotebook, pickCell } from "../cells.ts";
import { defineTool } from "../define_tool.ts";
import { optionalNotebook } from "../fields.ts";
import { briefCells } from "../tables.ts";

const index = z.int().min(0).nullable().default(null);
const id = z.string().nullable().default(null);

export const moveCell = defineTool({
  name: "move_cell",
  title: "Move Cell",
  description: "Moves a cell of a notebook in use to another index.",
  effect: "change",
  kind: "cell.move",
  shape: "text",
  input: z.object({
    source_index: index.describe("Index of the cell to move; left out with source_cell_id"),
    target_index: index.describe("Index it gets; left out with target_cell_id"),
    notebook_name: optionalNotebook,
    source_cell_id: id.describe("Id of the cell to move"),
    target_cell_id: id.describe("Id of the cell whose place it takes"),
  }),
  async run(args, context) {
    let moved: { readonly source: FoundCell; readonly target: FoundCell } | undefined;
    const notebook = await editNotebook(context, args.notebook_name, (before) => {
      const source = place(before, "Source", { cell_index: args.source_index, cell_id: args.source_cell_id });
      const target = place(before, "Target", { cell_index: args.target_index, cell_id: args.target_cell_id });
      moved = { source, target };
      return move(source.index, target.index)(before);
    });
    if (moved === undefined) throw new CompatError("The cell was not moved");
    const { source: { index: from, cell }, target: { index: target, cell: before } } = moved;
    return {
      value: [
        `Cell moved successfully from index ${from} to ${target} (${cell.cell_type}).`,
        `Notebook has ${notebook.cells.length} cells, showing surrounding cells:`,
        briefCells(notebook, { start: Math.max(0, target - 3), limit: 7 }),
      ].join("\n"),
      cellId: cell.id,
      cellIds: args.target_cell_id === null || before.id === undefined ? undefined : [before.id],
    };
  },
});

function place(notebook: Notebook, role: "Source" | "Target", address: CellAddress): FoundCell {
  return pickCell(
    notebook,
    address,
    (at, count) =>
      `${role} index ${at} is out of range. Notebook has ${count} cells (valid: 0-${count - 1}).`,
  );
}
