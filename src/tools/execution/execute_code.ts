import { z } from "zod";
import { AppError } from "../../base/errors.ts";
import { awaitRun } from "../../jupyter/kernel/await_run.ts";
import { answerPatience } from "../../jupyter/kernel/input_requests.ts";
import { prepareRecording } from "../../jupyter/notebooks/recording.ts";
import { reportProgress } from "../../output/progress.ts";
import { defineTool } from "../../tool.ts";

/** Jupyter closes the connection on a message over 10 MiB. */
const maxCodeBytes = 9_000_000;

export const executeCode = defineTool({
  name: "execute_code",
  title: "Run code",
  description:
    "Runs code in a session's kernel and returns stdout, stderr, the value of the last expression, images and " +
    "any exception. Variables are kept between calls. Start with session_create or session_connect. Figures come back " +
    'as images: also print the numbers you need. For runs of minutes: on_timeout "continue", then execution_get.',
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  input: z.strictObject({
    session_id: z.string().min(1).describe("Session id, name or notebook path"),
    code: z.string().describe("Code in the kernel's language"),
    timeout: z.number().positive().max(86_400).default(30).describe("Seconds to wait for the run"),
    on_timeout: z.enum(["interrupt", "continue"]).default("interrupt")
      .describe("At the timeout stop the run, or return its execution_id and let it continue"),
    record: z.union([z.literal("auto"), z.boolean()]).default("auto")
      .describe("Append code and outputs to the session's notebook; false for throwaway code"),
  }),
  async run({ session_id, code, timeout, on_timeout, record }, { services, signal, progress, ask }) {
    refuseLong(code);
    const { sessionId, kernel, notebookPath } = await services.sessions.kernelOf(session_id, {
      callLimit: timeout * 1_000,
      signal,
    });
    const recorder = await prepareRecording(services.notebooks, {
      path: notebookPath,
      findCurrentPath: (signal) => services.sessions.notebookOf(sessionId, signal),
      mode: record,
      code,
      signal,
    });
    const execution = kernel.execute({ sessionId, code, limits: recorder.limits });
    services.executions.add(execution);
    const { path, recording, takeSnapshot, written, done } = recorder.follow(execution);
    const stopReporting = reportProgress(execution, progress);
    const leave = execution.inputRequests.answerWith(ask, answerPatience(timeout));
    try {
      const status = await awaitRun(kernel, execution, { timeout, onTimeout: on_timeout, signal }).finally(
        // A dropped run leaves no cell behind when its caller gets the result.
        () => execution.status === "running" ? undefined : written,
      );
      // A run that survived its interrupt continues like one with on_timeout "continue".
      const goesOn = execution.status === "running";
      const outcome = path === null ? { recorded: false } : goesOn ? recording : await written;
      if (takeSnapshot !== undefined && (goesOn || !outcome.recorded)) {
        services.notebooks.backgroundRuns.add(done, { kernelId: kernel.id, takeSnapshot });
      }
      const reply = await services.presenter.run(execution, { status, signal });
      const hint = status === "running"
        ? { hint: "It continues: call execution_get with this execution_id and cursor" }
        : {};
      return { ...reply, data: { ...reply.data, ...hint, ...outcome } };
    } finally {
      leave();
      stopReporting();
    }
  },
});

function refuseLong(code: string): void {
  const size = new TextEncoder().encode(code).length;
  if (size <= maxCodeBytes) return;
  throw new AppError("too_large", `Cannot run ${size} bytes of code: the limit is ${maxCodeBytes}`, {
    hint: "Put data into a file and read it from the code",
  });
}
