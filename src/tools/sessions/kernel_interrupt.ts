import { z } from "zod";
import { AppError } from "../../base/errors.ts";
import type { Execution } from "../../jupyter/kernel/execution.ts";
import { interruptAll, type Interruption, interruptRun } from "../../jupyter/kernel/interrupt_run.ts";
import { findRun } from "../../jupyter/notebooks/find_run.ts";
import { getKernel } from "../../jupyter/rest/kernels.ts";
import { type Call, defineTool } from "../../tool.ts";

export const kernelInterrupt = defineTool({
  name: "kernel_interrupt",
  title: "Interrupt code",
  description:
    "Stops running code; variables are kept. With execution_id only that run; with session_id whatever the kernel " +
    "is running, even a person's cell.",
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
  input: z.strictObject({
    session_id: z.string().min(1).optional().describe("Id, name or notebook path"),
    execution_id: z.string().min(1).optional().describe("See execution_list"),
  }),
  async run({ session_id, execution_id }, call) {
    const { services: { http, kernels, sessions, runs }, signal } = call;
    if (execution_id !== undefined) {
      const execution = await findRun(execution_id, call.services, signal);
      if (session_id !== undefined) await checkSession(execution, session_id, call);
      return await stopRun(runs.current(execution), call).finally(() => runs.showsEnd(execution));
    }
    if (session_id === undefined) {
      throw new AppError("invalid_argument", "Cannot interrupt: session_id or execution_id is needed", {
        hint: "Call execution_list for runs, session_list for sessions",
      });
    }
    const { sessionId, kernel } = await sessions.kernelOf(session_id, { signal });
    const state = async () => await kernels.stateOf(await getKernel(http, kernel.id, signal));
    const { outcome, run } = await interruptAll(kernel, { state, signal });
    const end = outcome === "ended" && run !== undefined ? endOf(run) : outcomes[outcome];
    const next = outcome === "ended" ? kernel.next : undefined;
    const notes = next === undefined ? {} : { notes: [`The next run in the queue starts now: ${next.id}`] };
    return { data: { session_id: sessionId, kernel_id: kernel.id, ...end, ...notes } };
  },
});

const outcomes = {
  idle: { interrupted: false, status: "idle" },
  ended: { interrupted: true },
  running: {
    interrupted: false,
    signal_sent: true,
    status: "running",
    hint: "The code has not stopped yet: check with execution_list and session_list; kernel_restart " +
      "frees the kernel and loses its variables",
  },
} as const satisfies Record<Interruption, unknown>;

/** Our run may have caught its interrupt, or come to its own end at the same moment. */
function endOf({ status }: Execution) {
  return status === "interrupted" ? outcomes.ended : { interrupted: false, signal_sent: true, status };
}

/** Who names both must not stop a run of another kernel than the one meant. */
async function checkSession(execution: Execution, reference: string, { services, signal }: Call) {
  const { id, sessionId, kernelId } = execution;
  if (reference === sessionId) return;
  const session = await services.sessions.find(reference, signal);
  if (session.id === sessionId || session.kernel.id === kernelId) return;
  throw new AppError(
    "invalid_argument",
    `Cannot interrupt execution "${id}" in session "${reference}": it belongs to session "${sessionId}"`,
    { hint: "Leave session_id out to stop that run, or execution_id to stop whatever the session runs" },
  );
}

async function stopRun(execution: Execution, { services: { sessions }, signal }: Call) {
  const { id, sessionId, state, status: before } = execution;
  const about = { execution_id: id, session_id: sessionId };
  if (before !== "running") return { data: { ...about, interrupted: false, status: before } };
  const { kernel } = await sessions.kernelOf(sessionId, { signal });
  if (await interruptRun(kernel, execution) === "running") return { data: { ...about, ...outcomes.running } };
  if (execution.status !== "interrupted") return { data: { ...about, ...endOf(execution) } };
  return { data: { ...about, interrupted: true, was: state === "executing" ? "running" : "waiting" } };
}
