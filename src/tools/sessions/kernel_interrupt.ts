import { z } from "zod";
import { AppError } from "../../errors.ts";
import type { Execution } from "../../jupyter/kernel/execution.ts";
import { type Call, defineTool } from "../../tool.ts";

export const kernelInterrupt = defineTool({
  name: "kernel_interrupt",
  title: "Interrupt code",
  description:
    "Stops running code; variables stay. With execution_id only that run of ours: never a person's cell, and " +
    "one still waiting in line is dropped. With session_id whatever its kernel runs, also a person's cell. Where that " +
    "does not help: kernel_restart.",
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
  input: z.strictObject({
    session_id: z.string().min(1).optional().describe("Session id, prefix, name, or notebook path"),
    execution_id: z.string().min(1).optional().describe("One run of ours, see execution_list"),
  }),
  async run({ session_id, execution_id }, call) {
    const { services: { sessions, executions }, signal } = call;
    if (execution_id !== undefined) {
      const execution = executions.get(execution_id);
      if (session_id !== undefined) await checkSession(execution, session_id, call);
      return await interruptRun(execution, call);
    }
    if (session_id === undefined) {
      throw new AppError("invalid_argument", "Cannot interrupt: session_id or execution_id is needed", {
        hint: "Call execution_list for our runs, session_list for sessions",
      });
    }
    const { sessionId, kernel } = await sessions.kernelOf(session_id, signal);
    await kernel.interrupt(signal);
    return { data: { session_id: sessionId, kernel_id: kernel.id, interrupted: true } };
  },
});

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

async function interruptRun(execution: Execution, { services: { sessions }, signal }: Call) {
  const { id, sessionId, status, state } = execution;
  const about = { execution_id: id, session_id: sessionId };
  if (status !== "running") return { data: { ...about, interrupted: false, status } };
  const { kernel } = await sessions.kernelOf(sessionId, signal);
  await kernel.stop(execution, "interrupted");
  return { data: { ...about, interrupted: true, was: state === "executing" ? "running" : "waiting" } };
}
