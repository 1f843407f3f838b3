import { z } from "zod";
import { cellState } from "../../jupyter/nbformat/cell_state.ts";
import { findCell } from "../../jupyter/nbformat/find_cell.ts";
import { whichNotebook } from "../../jupyter/which_notebook.ts";
import { defineTool } from "../../tool.ts";

const reference = z.union([z.string(), z.number().int()]);

export const notebookGet = defineTool({
  name: "notebook_get",
  title: "Read a notebook",
  description:
    "Reads a notebook: `outline` (one line a cell, with index, id, state), `source`, or `full` (with outputs). " +
    "Begin with the outline, then read the cells you need with from/to. Use notebook_search to find text.",
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  input: z.strictObject({
    notebook_path: z.string().min(1).optional().describe("Path relative to the Jupyter root"),
    notebook_name: z.string().min(1).optional().describe("The same as notebook_path"),
    detail: z.enum(["outline", "source", "full"]).default("outline").describe("How much of each cell"),
    from: reference.optional().describe("First cell: id or index; `next` of the last answer to go on"),
    to: reference.optional().describe("Last cell, included"),
    images: z.boolean().default(false).describe("Show pictures of outputs (with full)"),
    session_id: z.string().min(1).optional().describe("Session of the notebook, instead of its path"),
  }),
  async run(args, { services: { notebooks, sessions, presenter }, signal }) {
    const path = await whichNotebook(sessions, args, signal);
    const notebook = await notebooks.use(path, (home) => home.read(signal), signal);
    const { detail, from, to, images } = args;
    const reply = await presenter.notebook(notebook, {
      detail,
      images,
      start: from === undefined ? 0 : findCell(notebook, from).index,
      end: to === undefined ? notebook.cells.length : findCell(notebook, to).index + 1,
      stateOf: (cell) => cellState(cell, notebooks.ownRuns.find(path, cell.id ?? "")),
      signal,
    });
    return { ...reply, data: { notebook_path: path, ...reply.data } };
  },
});
