import { z } from "zod";
import { newCellId } from "../../jupyter/nbformat/cell_ids.ts";
import { insertCell } from "../../jupyter/nbformat/edit_cells.ts";
import { surrogateNotes } from "../../jupyter/nbformat/source_text.ts";
import { runCells } from "../../jupyter/notebooks/run_cells.ts";
import { resolveNotebookPath } from "../../jupyter/notebooks/notebook_session.ts";
import { cellRunsReply } from "../../output/notebook/cell_runs_reply.ts";
import { watchCells } from "../../output/progress.ts";
import { writeNotebook } from "../../output/notebook/edit_reply.ts";
import { defineTool } from "../../tool.ts";

export const notebookAddCell = defineTool({
  name: "notebook_add_cell",
  title: "Add a cell",
  description:
    "Adds a cell to a notebook, at the end or at a position; with execute it is also run. A person who has " +
    "the notebook open sees it at once if the result says `visible: live`. Use notebook_edit_cell to change one.",
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  input: z.strictObject({
    notebook_name: z.string().min(1).optional().describe("Same as notebook_path"),
    notebook_path: z.string().min(1).optional().describe("From the Jupyter root"),
    cell_type: z.enum(["code", "markdown", "raw"]).describe("Type of the cell"),
    source: z.string().describe("Content of the cell"),
    position: z.number().int().optional().describe(
      "Index to insert at, negative from the end; default: the end",
    ),
    execute: z.boolean().default(false).describe("Also run it (code cells)"),
    timeout: z.number().positive().max(86_400).default(30).describe("Seconds to wait for the run"),
    force: z.boolean().default(false).describe("Write even if a browser has it open"),
    session_id: z.string().min(1).optional().describe("Instead of the path"),
  }),
  async run(args, { services, signal, progress, ask }) {
    const path = await resolveNotebookPath(services.sessions, args, signal);
    const id = newCellId();
    const edit = insertCell({ id, type: args.cell_type, source: args.source }, args.position);
    const written = await writeNotebook(services.notebooks, {
      path,
      edit,
      cellId: id,
      isWhole: true,
      force: args.force,
      notes: surrogateNotes([args.source]),
      signal,
    });
    if (!args.execute || args.cell_type !== "code") return written;
    const runs = await runCells(services, {
      path,
      cells: [id],
      stopOnError: true,
      force: args.force,
      timeout: args.timeout,
      onTimeout: "interrupt",
      signal,
      onCell: watchCells({ progress, ask }, 1),
    });
    const { data, images } = await cellRunsReply(services, runs, signal);
    const place = { cell_id: id, index: runs.indexOf(id) };
    return { data: { ...written.data, ...data, ...place }, ...(images === undefined ? {} : { images }) };
  },
});
