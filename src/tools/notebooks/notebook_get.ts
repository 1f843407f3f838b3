import { z } from "zod";
import { AppError } from "../../base/errors.ts";
import { cellRange, firstLine } from "../../jupyter/nbformat/find_cells.ts";
import { isMarkedWritten } from "../../jupyter/nbformat/written_mark.ts";
import { resolveNotebookPath } from "../../jupyter/notebooks/notebook_session.ts";
import { resolveSelected } from "../../jupyter/notebooks/selected_cell.ts";
import { selectedFields } from "../../output/notebook/selected_fields.ts";
import { defineTool } from "../../tool.ts";
import { cellReference, maxChars, whichNotebook } from "../arguments.ts";

export const notebookGet = defineTool({
  name: "notebook_get",
  title: "Read a notebook",
  description:
    "Reads a notebook: `outline` (one line per cell: index, id, type, state), `source`, `outputs`, or `full` (both). " +
    "Start with the outline, then read the cells you need with from/to.",
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  input: z.strictObject({
    ...whichNotebook,
    detail: z.enum(["outline", "source", "outputs", "full"]).default("outline").describe(
      "How much of each cell",
    ),
    from: cellReference.optional().describe("First cell (id or index), or `next`"),
    to: cellReference.optional().describe("Last cell"),
    output: z.number().int().min(0).optional().describe("Only this output of that cell"),
    offset: z.number().int().min(0).optional()
      .describe("Start at this character"),
    images: z.boolean().default(false).describe("Show images"),
    written_by_ai: z.boolean().default(false).describe("Only cells marked by --mark-cells").meta({
      hidden: true,
    }),
    max_chars: maxChars,
  }),
  async run(args, { services: { notebooks, sessions, presenter }, signal }) {
    const path = await resolveNotebookPath(sessions, args, signal);
    const { detail, from, to, images, output, offset } = args;
    const { notebook, range, selections } = await notebooks.use(path, async (backend) => {
      const resolve = await resolveSelected(backend, [from, to], signal);
      const notebook = await backend.read(signal);
      const range = cellRange(notebook, { from: resolve(from), to: resolve(to) });
      return { notebook, range, selections: await backend.selections() };
    }, signal);
    const isPart = output !== undefined || offset !== undefined;
    if (isPart && from === undefined) {
      throw new AppError("invalid_argument", 'Cannot read part of a cell: argument "from" is missing', {
        hint: "Name the cell with from, by index or id",
      });
    }
    const isShown = args.written_by_ai ? isMarkedWritten : undefined;
    const reply = await presenter.notebookReply(notebook, {
      detail,
      images,
      maxChars: args.max_chars,
      ...range,
      isShown,
      part: isPart ? { output, offset: offset ?? 0 } : undefined,
      stateOf: await notebooks.states(path, notebook, signal),
      signal,
    });
    const next = reply.data["next"];
    notebooks.seenCells.shown(path, notebook, {
      start: range.start,
      end: isPart ? range.start + 1 : typeof next === "number" ? next : range.end,
      isWhole: (cell) => {
        const { source } = cell;
        if (output !== undefined || (offset ?? 0) > 0 || isShown?.(cell) === false) return undefined;
        if (detail === "outputs" && !isPart) return undefined;
        return isPart || detail !== "outline" || firstLine(source) === source.trim();
      },
    });
    const isKnown = path === (args.notebook_path ?? args.notebook_name);
    return {
      ...reply,
      data: { ...(isKnown ? {} : { notebook_path: path }), ...selectedFields(selections), ...reply.data },
    };
  },
});
