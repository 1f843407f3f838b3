import { z } from "zod";
import { checkCodeSize } from "../../jupyter/kernel/messages.ts";
import { awaitRun } from "../../jupyter/kernel/await_run.ts";
import { answerPatience } from "../../jupyter/kernel/input_requests.ts";
import { prepareRecording } from "../../jupyter/notebooks/recording.ts";
import { reportProgress } from "../../output/progress.ts";
import { defineTool } from "../../tool.ts";
import { figureText } from "../arguments.ts";

export const executeCode = defineTool({
  name: "execute_code",
  title: "Run code",
  description:
    "Runs code in a session's kernel and returns stdout, stderr, the last expression's value, images and any " +
    'exception. Variables are kept between calls. For long runs: on_timeout "continue", then execution_get.',
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  input: z.strictObject({
    session_id: z.string().min(1).optional().describe(
      "Id, name or notebook path; default: the only one, or a new one",
    ),
    code: z.string().describe("In the kernel's language"),
    timeout: z.number().positive().max(86_400).default(30).describe("Seconds to wait"),
    on_timeout: z.enum(["interrupt", "continue"]).default("interrupt")
      .describe("Stop it at the timeout, or let it continue"),
    record: z.union([z.literal("auto"), z.boolean()]).default("auto")
      .describe("Append to the session's notebook; auto: in sessions these tools created"),
    max_chars: z.number().int().min(1_000).optional().describe("Max. characters; default 30000"),
    figure_text: figureText,
  }),
  async run(args, { services, signal, progress, ask }) {
    const { code, timeout, on_timeout: onTimeout, record } = args;
    const { presenter } = services;
    checkCodeSize(code);
    const opened = args.session_id === undefined ? await services.sessions.only(signal) : undefined;
    const reference = args.session_id ?? opened?.session.id ?? "";
    const wait = { callLimit: timeout * 1_000, signal };
    const { sessionId, kernel, notebookPath, isOurs } = await services.sessions.kernelOf(reference, wait);
    const recorder = await prepareRecording(services.notebooks, {
      path: notebookPath,
      findCurrentPath: (signal) => services.sessions.notebookOf(sessionId, signal),
      mode: record,
      isOurs,
      code,
      signal,
    });
    const execution = kernel.execute({ sessionId, code, limits: recorder.limits });
    services.runs.add(execution);
    const { path, recording, leaveInBackground, written } = recorder.follow(execution);
    const stopReporting = reportProgress(execution, progress);
    const stopAnswering = execution.inputRequests.answerWith(ask, answerPatience(timeout));
    try {
      const status = await awaitRun(kernel, execution, { timeout, onTimeout, signal }).finally(() => {
        // If the run was dropped from the queue, wait until its cell has been removed again.
        if (execution.status !== "running") return written;
        // The caller is told that the run continues, even when `awaitRun` throws.
        if (signal.aborted) return;
        leaveInBackground();
        services.runs.leaveInBackground(execution);
      });
      // A run that survived its interrupt continues like one with on_timeout "continue".
      const isRunning = execution.status === "running";
      const outcome = path === null || record === false ? undefined : isRunning ? recording : await written;
      const isReported = isOurs || record !== "auto" || services.notebooks.takeFirstUnrecorded(sessionId);
      if (args.figure_text) await services.figureWords.describe([execution], signal);
      const reply = await presenter.runReply(execution, {
        status,
        maxText: presenter.textBytes(args.max_chars),
        signal,
      });
      const hint = status === "running" ? { hint: "It continues: call execution_get with this cursor" } : {};
      const session = opened?.isUnreported
        ? { session_id: opened.session.id, ...(opened.isNew ? { session: "started" } : {}) }
        : {};
      return { ...reply, data: { ...reply.data, ...hint, ...session, ...(isReported ? outcome : {}) } };
    } finally {
      stopAnswering();
      stopReporting();
    }
  },
});
