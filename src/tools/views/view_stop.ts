import { z } from "zod";
import { interruptRun } from "../../jupyter/kernel/interrupt_run.ts";
import { findRun } from "../../jupyter/notebooks/find_run.ts";
import { defineTool } from "../../tool.ts";

export const viewStop = defineTool({
  name: "view_stop",
  title: "Stop a run from its view",
  description:
    "Interrupts the run that a view shows, and no other. Called by views when the person asks for it.",
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
  isForViews: true,
  input: z.strictObject({ handle: z.string().startsWith("run:").describe("Of the run") }),
  async run({ handle }, { services, signal }) {
    const execution = await findRun(handle.slice("run:".length), services, signal);
    if (execution.status === "running") {
      const { kernel } = await services.sessions.kernelOf(execution.sessionId, { signal });
      await interruptRun(kernel, execution);
    }
    return { data: { status: execution.status } };
  },
});
