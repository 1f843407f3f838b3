import { z } from "zod";
import { settle } from "../../jupyter/kernel/await_run.ts";
import { reportProgress } from "../../output/progress.ts";
import { defineTool } from "../../tool.ts";

export const executionGet = defineTool({
  name: "execution_get",
  title: "Look at a run",
  description: "Shows a background or earlier run, as execute_code does. " +
    "Waits up to `wait` seconds for its end; with the `cursor` of the last result returns only new output; `open_line` is a last line " +
    "without a line end. Never stops the run: use kernel_interrupt. Use execution_list to find runs.",
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({
    execution_id: z.string().min(1).describe("Id from execute_code or execution_list"),
    wait: z.number().min(0).max(3_600).default(0).describe("Seconds to wait for its end"),
    cursor: z.string().regex(/^\d+\.\d+\.\d+$/, 'expected a cursor such as "3.2.120"').optional()
      .describe("Cursor of the last result: only later output is returned"),
  }),
  async run({ execution_id, wait, cursor }, { services, signal, progress }) {
    const execution = services.executions.get(execution_id);
    const stopReporting = reportProgress(execution, progress);
    try {
      await settle(execution, wait, signal);
      return await services.presenter.run(execution, { cursor, signal });
    } finally {
      stopReporting();
    }
  },
});
