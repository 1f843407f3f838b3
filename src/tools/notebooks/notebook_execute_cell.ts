import { z } from "zod";
import { pickCells } from "../../jupyter/nbformat/find_cells.ts";
import { runCells } from "../../jupyter/notebooks/run_cells.ts";
import { resolveNotebookPath } from "../../jupyter/notebooks/notebook_session.ts";
import { resolveSelected } from "../../jupyter/notebooks/selected_cell.ts";
import { cellRunsReply } from "../../output/notebook/cell_runs_reply.ts";
import { watchCells } from "../../output/progress.ts";
import { defineTool } from "../../tool.ts";
import { cellReference, figureText, force, maxChars, whichNotebook } from "../arguments.ts";

export const notebookExecuteCell = defineTool({
  name: "notebook_execute_cell",
  title: "Run cells",
  description:
    "Runs cells of a notebook in its kernel, starting one if needed; outputs go into the notebook as they arrive. For " +
    'other code: execute_code. For long runs: on_timeout "continue", then execution_get.',
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  input: z.strictObject({
    ...whichNotebook,
    cell: z.union([cellReference, z.array(cellReference).min(1).max(1_000)]).optional()
      .describe('Id, index, a list of these, "selected" or "all"'),
    from: cellReference.optional().describe("First cell of a range"),
    to: cellReference.optional().describe("Last cell"),
    restart: z.boolean().default(false).describe("In a fresh kernel"),
    stop_on_error: z.boolean().default(true).describe("Stop at the first error"),
    timeout: z.number().positive().max(86_400).default(60).describe("Seconds to wait"),
    on_timeout: z.enum(["interrupt", "continue"]).default("interrupt")
      .describe("What to do at the timeout"),
    force,
    max_chars: maxChars,
    figure_text: figureText,
  }),
  async question({ restart, ...target }, { services: { notebooks, sessions }, signal }) {
    if (!restart) return undefined;
    const path = await resolveNotebookPath(sessions, target, signal);
    const session = (await sessions.byNotebook(signal)).get(path);
    return session !== undefined && notebooks.isUsedByOthers(session)
      ? `Restart the kernel of "${path}", which someone else uses too, and run cells? All variables are lost.`
      : undefined;
  },
  async run(args, { services, signal, progress, ask }) {
    const path = await resolveNotebookPath(services.sessions, args, signal);
    const cells = await services.notebooks.use(
      path,
      async (backend) => {
        const resolve = await resolveSelected(backend, [args.cell, args.from, args.to].flat(), signal);
        const notebook = await backend.read(signal);
        const { seenCells } = services.notebooks;
        return pickCells(notebook, args, (cell) => seenCells.find(path, notebook, resolve(cell)));
      },
      signal,
    );
    const outcome = await runCells(services, {
      path,
      cells,
      restart: args.restart,
      stopOnError: args.stop_on_error,
      force: args.force,
      timeout: args.timeout,
      onTimeout: args.on_timeout,
      signal,
      change: services.notebooks.journal.begin("notebook_execute_cell"),
      onCell: watchCells({ progress, ask }, cells.length),
    });
    return await cellRunsReply(services, outcome, {
      signal,
      maxChars: args.max_chars,
      figureText: args.figure_text,
    });
  },
});
