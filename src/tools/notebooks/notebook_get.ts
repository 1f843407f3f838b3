import { z } from "zod";
import { AppError } from "../../base/errors.ts";
import { cellRange, firstLine } from "../../jupyter/nbformat/find_cells.ts";
import { isMarkedWritten } from "../../jupyter/nbformat/written_mark.ts";
import { resolveNotebookPath } from "../../jupyter/notebooks/notebook_session.ts";
import { defineTool } from "../../tool.ts";

const reference = z.union([z.string(), z.number().int()]);

export const notebookGet = defineTool({
  name: "notebook_get",
  title: "Read a notebook",
  description:
    "Reads a notebook: `outline` (one line per cell, with index, id, state), `source`, or `full` (with outputs). " +
    "Start with the outline, then read the cells you need with from/to. Use notebook_search to find text.",
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  input: z.strictObject({
    notebook_path: z.string().min(1).optional().describe("From the Jupyter root"),
    notebook_name: z.string().min(1).optional().describe("Same as notebook_path").meta({ hidden: true }),
    detail: z.enum(["outline", "source", "full"]).default("outline").describe("How much of each cell"),
    from: reference.optional().describe("First cell: id or index; `next` of the last result to continue"),
    to: reference.optional().describe("Last cell, inclusive"),
    output: z.number().int().min(0).optional().describe("Only this output of the cell at from"),
    offset: z.number().int().min(0).optional()
      .describe("Read source (or output) of the cell at from, starting at this character"),
    images: z.boolean().default(false).describe("Show pictures of outputs (with full)"),
    written_by_ai: z.boolean().default(false).describe("Only cells marked by --mark-cells"),
    session_id: z.string().min(1).optional().describe("Instead of the path"),
  }),
  async run(args, { services: { notebooks, sessions, presenter }, signal }) {
    const path = await resolveNotebookPath(sessions, args, signal);
    const notebook = await notebooks.use(path, (home) => home.read(signal), signal);
    const { detail, from, to, images, output, offset } = args;
    const range = cellRange(notebook, { from, to });
    const isPart = output !== undefined || offset !== undefined;
    if (isPart && from === undefined) {
      throw new AppError("invalid_argument", 'Cannot read part of a cell: argument "from" is missing', {
        hint: "Name the cell with from, by index or id",
      });
    }
    const isShown = args.written_by_ai ? isMarkedWritten : undefined;
    const reply = await presenter.notebook(notebook, {
      detail,
      images,
      ...range,
      isShown,
      part: isPart ? { output, offset: offset ?? 0 } : undefined,
      stateOf: await notebooks.states(path, notebook, signal),
      signal,
    });
    const next = reply.data["next"];
    notebooks.seen.shown(path, notebook, {
      start: range.start,
      end: isPart ? range.start + 1 : typeof next === "number" ? next : range.end,
      isWhole: (cell) => {
        const { source } = cell;
        if (output !== undefined || (offset ?? 0) > 0 || isShown?.(cell) === false) return undefined;
        return isPart || detail !== "outline" || firstLine(source) === source.trim();
      },
    });
    return { ...reply, data: { notebook_path: path, ...reply.data } };
  },
});
