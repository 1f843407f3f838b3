import { z } from "zod";
import { AppError } from "../../errors.ts";
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
    if ((execution_id === undefined) === (session_id === undefined)) {
      throw new AppError(
        "invalid_argument",
        "Cannot interrupt: either session_id or execution_id is needed",
        {
          hint: "Call execution_list for our runs, session_list for sessions",
        },
      );
    }
    if (execution_id !== undefined) return await interruptRun(execution_id, call);
    const { services: { sessions }, signal } = call;
    const { sessionId, kernel } = await sessions.kernelOf(session_id ?? "", signal);
    await kernel.interrupt(signal);
    return { data: { session_id: sessionId, kernel_id: kernel.id, interrupted: true } };
  },
});

async function interruptRun(executionId: string, { services: { sessions, executions }, signal }: Call) {
  const execution = executions.get(executionId);
  const { sessionId } = execution;
  if (execution.status !== "running") {
    const data = {
      execution_id: executionId,
      session_id: sessionId,
      interrupted: false,
      status: execution.status,
    };
    return { data };
  }
  const before = execution.state;
  const { kernel } = await sessions.kernelOf(sessionId, signal);
  await kernel.stop(execution, "interrupted");
  return {
    data: {
      execution_id: executionId,
      session_id: sessionId,
      interrupted: true,
      was: before === "executing" ? "running" : "waiting",
    },
  };
}
