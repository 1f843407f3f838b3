import { z } from "zod";
import { pickCells } from "../../jupyter/nbformat/find_cells.ts";
import { runCells } from "../../jupyter/notebooks/run_cells.ts";
import { resolveNotebookPath } from "../../jupyter/notebooks/notebook_session.ts";
import { cellRunsReply } from "../../output/notebook/cell_runs_reply.ts";
import { watchCells } from "../../output/progress.ts";
import { defineTool } from "../../tool.ts";

const reference = z.union([z.string(), z.number().int()]);

export const notebookExecuteCell = defineTool({
  name: "notebook_execute_cell",
  title: "Run cells",
  description:
    "Runs cells of a notebook in its kernel, starting one if needed, and writes their outputs to the " +
    "notebook as they arrive. Stops at the first error by default; text cells are skipped. " +
    "Writes no outputs while a browser has it open without collaboration. Use execute_code " +
    'for code that is not in the notebook. For long runs: on_timeout "continue", then execution_get.',
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  input: z.strictObject({
    notebook_path: z.string().min(1).optional().describe("From the Jupyter root"),
    notebook_name: z.string().min(1).optional().describe("Same as notebook_path").meta({ hidden: true }),
    cell: z.union([reference, z.array(reference).min(1).max(1_000)]).optional()
      .describe('Cell id, index (negative from the end), a list of these, or "all"'),
    from: reference.optional().describe("First cell of a range, instead of cell"),
    to: reference.optional().describe("Last cell of the range, inclusive"),
    stop_on_error: z.boolean().default(true).describe("Stop at the first cell that fails"),
    timeout: z.number().positive().max(86_400).default(60).describe("Seconds to wait for all cells"),
    on_timeout: z.enum(["interrupt", "continue"]).default("interrupt")
      .describe("At the timeout interrupt the run, or let it continue and return"),
    force: z.boolean().default(false).describe(
      "Write outputs even if a browser has it open",
    ),
    session_id: z.string().min(1).optional().describe("Instead of the path"),
  }),
  async run(args, { services, signal, progress, ask }) {
    const path = await resolveNotebookPath(services.sessions, args, signal);
    const cells = await services.notebooks.use(
      path,
      async (home) => {
        const notebook = await home.read(signal);
        return pickCells(notebook, args, (cell) => services.notebooks.seen.find(path, notebook, cell));
      },
      signal,
    );
    const outcome = await runCells(services, {
      path,
      cells,
      stopOnError: args.stop_on_error,
      force: args.force,
      timeout: args.timeout,
      onTimeout: args.on_timeout,
      signal,
      onCell: watchCells({ progress, ask }, cells.length),
    });
    return await cellRunsReply(services, outcome, signal);
  },
});
