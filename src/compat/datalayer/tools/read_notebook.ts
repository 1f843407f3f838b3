import { z } from "zod";
import { readNotebook as read } from "../cells.ts";
import { defineTool } from "../define_tool.ts";
import { notebookName } from "../fields.ts";
import { briefCells, detailedCells } from "../tables.ts";

export const readNotebook = defineTool({
  name: "read_notebook",
  title: "Read Notebook",
  description:
    "Lists the cells of a notebook in use: one line each, or with their whole sources. Outputs are left " +
    "out; read_cell shows them.",
  effect: "read",
  idempotent: true,
  kind: "notebook.read",
  shape: "text",
  ttlMs: 5_000,
  etag: true,
  input: z.object({
    notebook_name: notebookName,
    response_format: z.enum(["brief", "detailed"]).default("brief").describe("First lines, or whole sources"),
    start_index: z.int().min(0).default(0).describe("First cell to show"),
    limit: z.int().min(0).default(20).describe("Most cells; 0 for all"),
  }),
  async run({ notebook_name: name, response_format, start_index: start, limit }, context) {
    if (!context.client.notebooks.has(name)) return { value: context.client.notConnected(name) };
    const notebook = await read(context, name);
    const count = notebook.cells.length;
    if (start >= count && start > 0) {
      return { value: `Start index ${start} is out of range. Notebook has ${count} cells.` };
    }
    const format = response_format === "brief" ? briefCells : detailedCells;
    return { value: `Notebook ${name} has ${count} cells.\n\n${format(notebook, { start, limit })}` };
  },
});
