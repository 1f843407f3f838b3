import { z } from "zod";
import { findRun } from "../../jupyter/notebooks/find_run.ts";
import { defineTool } from "../../tool.ts";

export const watchRun = defineTool({
  name: "watch_run",
  title: "Show a run to the person",
  description:
    "Shows the person a run live: elapsed time, progress, last lines, a Stop button, images at the end. Call it after " +
    "execute_code has left a long run in the background. To read the output yourself, use execution_get.",
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  view: "run",
  input: z.strictObject({
    execution_id: z.string().min(1).describe("From execute_code or execution_list"),
  }),
  async run({ execution_id }, { services, signal }) {
    const { id, status } = await findRun(execution_id, services, signal);
    const note = status === "running"
      ? `The person sees the run live${
        services.isReadOnly ? "" : " and can stop it"
      }; do not report each step`
      : "The person sees the output of the run, which has ended; do not repeat it";
    return { data: { shown: "run", handle: `run:${id}`, execution_id: id, status, note } };
  },
});
