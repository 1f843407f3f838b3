import { z } from "zod";
import { outOfRange, pickCell, readNotebook } from "../cells.ts";
import { defineTool } from "../define_tool.ts";
import { cellId, cellIndex, optionalNotebook } from "../fields.ts";
import { outputBlocks } from "../output_blocks.ts";
import { cellHeading, readableSource } from "../tables.ts";

export const readCell = defineTool({
  name: "read_cell",
  title: "Read Cell",
  description:
    "Shows a cell: its type and count, its source, and the outputs of a code cell with their pictures.",
  effect: "read",
  idempotent: true,
  kind: "cell.read",
  shape: "outputs",
  ttlMs: 5_000,
  etag: true,
  input: z.object({
    cell_index: cellIndex,
    include_outputs: z.boolean().default(true).describe("Show outputs too"),
    notebook_name: optionalNotebook,
    cell_id: cellId,
  }),
  async run({ include_outputs, notebook_name, ...address }, context) {
    const notebook = await readNotebook(context, notebook_name);
    const { cell_index, cell_id } = address;
    if (cell_id === null && cell_index !== null && cell_index >= notebook.cells.length) {
      return { value: [outOfRange(cell_index, notebook.cells.length)] };
    }
    const { index, cell } = pickCell(notebook, address, outOfRange);
    const { presenter } = context.client.servers.documents.forClient(context.clientId);
    const { showImages } = context.client.settings;
    const outputs = cell.cell_type === "code" && include_outputs ? cell.outputs ?? [] : [];
    const blocks = await outputBlocks(outputs, { presenter, showImages, signal: context.signal });
    return { value: [cellHeading(cell, index), readableSource(cell.source), ...blocks], cellId: cell.id };
  },
});
