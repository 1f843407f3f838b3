import { z } from "zod";
import { AppError } from "../../errors.ts";
import { awaitRun } from "../../jupyter/kernel/await_run.ts";
import { reportProgress } from "../../render/run_progress.ts";
import { defineTool } from "../../tool.ts";

/** Jupyter closes the connection on a message over 10 MiB. */
const longestCode = 9_000_000;

export const executeCode = defineTool({
  name: "execute_code",
  title: "Run code",
  description:
    "Runs code in a session's kernel and returns stdout, stderr, the value of the last expression, images and " +
    "any exception. Variables stay for the next call. Start with session_create or session_connect. Figures come back " +
    'as images: print the numbers you need beside them. For runs of minutes: on_timeout "continue", then execution_get.',
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  input: z.strictObject({
    session_id: z.string().min(1).describe(
      "Session id, prefix of one (6+ characters), name, or notebook path",
    ),
    code: z.string().describe("Code in the kernel's language"),
    timeout: z.number().positive().max(86_400).default(30).describe("Seconds to wait for the run"),
    on_timeout: z.enum(["interrupt", "continue"]).default("interrupt")
      .describe("At the timeout stop the run, or let it go on and return its execution_id"),
  }),
  async run({ session_id, code, timeout, on_timeout }, { services, signal, progress, ask }) {
    const size = new TextEncoder().encode(code).length;
    if (size > longestCode) {
      throw new AppError("too_large", `Cannot run ${size} bytes of code: the limit is ${longestCode}`, {
        hint: "Put data into a file and read it from the code",
      });
    }
    const { sessionId, kernel } = await services.sessions.kernelOf(session_id, signal);
    const execution = kernel.execute({ sessionId, code });
    services.executions.add(execution);
    const stopReporting = reportProgress(execution, progress);
    const leave = execution.attend(ask);
    try {
      const status = await awaitRun(kernel, execution, { timeout, onTimeout: on_timeout, signal });
      return await services.presenter.run(execution, { status, signal });
    } finally {
      leave();
      stopReporting();
    }
  },
});
