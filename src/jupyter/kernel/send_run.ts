/** Sends a run to its kernel, and hands on what comes of it. */

import { answerInput, type AskingKernel } from "./answer_input.ts";
import type { BusyState } from "./busy_state.ts";
import type { KernelConnection } from "./connection.ts";
import type { Execution } from "./execution.ts";
import { executeContent, type Received } from "./messages.ts";

export interface Receivers {
  readonly connection: KernelConnection;
  readonly busy: BusyState;
  /** Passes on what a person answers to the run's questions for input. */
  readonly kernel: AskingKernel;
}

export function sendRun(execution: Execution, { connection, busy, kernel }: Receivers): void {
  const { messageId: id, late } = execution;
  const content = executeContent(execution.code);
  const notice = (message: Received) => {
    if (message.header.msg_type === "status") busy.take(message, "ours");
  };
  connection.request({ channel: "shell", type: "execute_request", content, id }, (message) => {
    if (message.header.msg_type === "input_request") return void answerInput(execution, message, kernel);
    notice(message);
    execution.take(message);
  });
  void execution.ended.then(() =>
    connection.follow(id, (message) => {
      // One that was dropped comes up later.
      notice(message);
      late(message);
    })
  );
}
