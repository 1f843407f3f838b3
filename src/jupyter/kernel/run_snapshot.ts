/**
 * A run as one process of ours hands it to another, which goes on with it: what it has shown so far as the messages that
 * would show it again, and the date by which the kernel's next messages are told from those.
 */

import { z } from "zod";
import type { Output } from "../nbformat/outputs.ts";
import { contents, type Received } from "./messages.ts";
import { type Entry, isStream } from "./output_views.ts";

const outputMessage = z.object({ type: z.string(), content: z.record(z.string(), z.unknown()) });

export type OutputMessage = z.infer<typeof outputMessage>;

export const runSnapshot = z.object({
  messageId: z.string(),
  sessionId: z.string(),
  kernelId: z.string(),
  code: z.string(),
  hasBegun: z.boolean(),
  executionCount: z.number().nullable(),
  outputs: z.array(outputMessage),
  /** The kernel's date of the last message that is in it. */
  last: z.string().nullable(),
});

export type RunSnapshot = z.infer<typeof runSnapshot>;

/** What a kernel would have to send for the outputs to be what they are. */
export function outputMessages(entries: readonly Entry[]): OutputMessage[] {
  return entries.flatMap((entry): OutputMessage[] => {
    if (isStream(entry)) return [{ type: "stream", content: { name: entry.name, text: entry.text.from() } }];
    if (entry.isElsewhere) return [];
    const { output_type: type, ...content } = entry.output;
    return [{ type, content: { ...content, transient: { display_id: entry.displayId ?? null } } }];
  });
}

/** Whoever takes a run over. */
interface Successor {
  readonly outputs: { outputs(): readonly Output[] };
  take(message: Received): void;
  sent(): void;
}

/** Brings a run to where it was. */
export function restoreRun(execution: Successor, { hasBegun, executionCount, outputs }: RunSnapshot): void {
  execution.sent();
  if (hasBegun) execution.take(syntheticMessage("status", { execution_state: "busy" }));
  if (executionCount !== null) {
    execution.take(syntheticMessage("execute_input", { execution_count: executionCount }));
  }
  for (const { type, content } of outputs) execution.take(syntheticMessage(type, content));
}

/**
 * Takes what is new of a run that another client sent. Its reply goes to that client alone: here the run is over when
 * the kernel says that it is idle again.
 */
export function receiveAsSuccessor(
  execution: Successor,
  { last, executionCount }: RunSnapshot,
): (message: Received) => void {
  return (message) => {
    const date = dateOf(message);
    if (last !== null && date !== undefined && date <= last) return;
    execution.take(message);
    if (message.header.msg_type !== "status") return;
    if (contents.status.parse(message.content()).execution_state !== "idle") return;
    const error = execution.outputs.outputs().find((output) => output.output_type === "error");
    const outcome = error === undefined ? { status: "ok" } : { status: "error", ename: error.ename };
    execution.take(syntheticMessage("execute_reply", { ...outcome, execution_count: executionCount }));
  };
}

/** When the kernel sent a message, by its own clock and in its own form. */
export function dateOf({ channel, header }: Received): string | undefined {
  return channel === "iopub" && typeof header["date"] === "string" ? header["date"] : undefined;
}

function syntheticMessage(type: string, content: unknown): Received {
  return {
    channel: "iopub",
    header: { msg_id: crypto.randomUUID(), msg_type: type },
    parent: {},
    content: () => content,
  };
}
