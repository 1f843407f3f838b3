/** Answers `input()`, or stops the run where nobody can: a kernel that waits for input is lost to everybody. */

import type { Execution } from "./execution.ts";
import { contents, type Received } from "./messages.ts";

export interface AskingKernel {
  stop(execution: Execution, reason: "interrupted"): Promise<void>;
  connect(): Promise<void>;
  reply(question: Received, value: string): void;
}

export async function answerInput(
  execution: Execution,
  question: Received,
  kernel: AskingKernel,
): Promise<void> {
  try {
    const asked = contents.input_request.catch({ prompt: "", password: false }).parse(question.content());
    const value = await execution.inputRequests.ask(asked, execution.ended);
    if (execution.status !== "running") return;
    if (value === undefined) return await kernel.stop(execution, "interrupted");
    // The socket may have been cut while the person thought.
    await kernel.connect();
    kernel.reply(question, value);
  } catch {
    execution.note("The code waits for input, and the kernel could not be reached: call kernel_interrupt");
  }
}
