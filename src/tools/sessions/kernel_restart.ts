import { z } from "zod";
import { defineTool } from "../../tool.ts";
import { oneSession } from "../arguments.ts";

export const kernelRestart = defineTool({
  name: "kernel_restart",
  title: "Restart a kernel",
  description:
    "Restarts a kernel in place: variables are lost, running code is stopped, for everyone who shares it.",
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  input: z.strictObject({
    session_id: oneSession,
  }),
  question: async ({ session_id }, { services: { sessions, notebooks }, signal }) =>
    notebooks.isUsedByOthers(await sessions.find(session_id, signal))
      ? `Restart the kernel of "${session_id}", which someone else uses too? All variables are lost.`
      : undefined,
  async run({ session_id }, { services: { sessions }, signal }) {
    const { session, lost } = await sessions.restart(session_id, signal);
    return {
      data: {
        session_id: session.id,
        kernel_id: session.kernel.id,
        status: "idle",
        restarted: true,
        lost: {
          variables: "all variables, imports and definitions",
          executions: lost.map((execution) => execution.id),
        },
      },
    };
  },
});
