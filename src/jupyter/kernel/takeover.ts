/**
 * A run as one of our processes hands it over to another, which continues it: its output so far as the messages that would
 * reproduce it, and the date that separates those from the kernel's next messages. Both processes listen to the kernel
 * for a moment, so that nothing is lost between them.
 */

import { z } from "zod";
import type { Output } from "../nbformat/outputs.ts";
import { contents, type Received } from "./messages.ts";
import { type Entry, isStream } from "./output_pages.ts";

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
  /** Why output before the last message may be missing. */
  missed: z.array(z.string()),
  /** The kernel's date of the last message in it. */
  last: z.string().nullable(),
  /** Milliseconds since it began. */
  elapsed: z.number().exactOptional(),
  /** How it ended, and what ended it from outside; null while it runs. */
  end: z.object({
    status: z.enum(["ok", "error", "timeout", "interrupted", "kernel_died"]),
    cause: z.string().exactOptional(),
  }).nullable(),
});

export type RunSnapshot = z.infer<typeof runSnapshot>;

/** The messages that would reproduce the outputs. */
export function outputMessages(entries: readonly Entry[]): OutputMessage[] {
  return entries.flatMap((entry): OutputMessage[] => {
    if (isStream(entry)) return [{ type: "stream", content: { name: entry.name, text: entry.text.from() } }];
    if (entry.isShownElsewhere) return [];
    const { output_type: type, ...content } = entry.output;
    return [{ type, content: { ...content, transient: { display_id: entry.displayId ?? null } } }];
  });
}

/** The run in the process that continues it. */
interface Successor {
  readonly outputs: { outputs(): readonly Output[] };
  take(message: Received): void;
  sent(): void;
  beganBefore(milliseconds: number): void;
  end(status: NonNullable<RunSnapshot["end"]>["status"], cause?: string): void;
}

const gapMarker =
  "[… Jupyter did not answer while this run was handed over to another process: output may be missing here …]\n";

/**
 * Restores the state of a run.
 *
 * What may be missing of its output is said in it: nobody else will ask for the notes of this run.
 *
 * @param isComplete Whether all of its output since then will be taken.
 */
export function restoreRun(
  execution: Successor,
  { hasBegun, executionCount, outputs, elapsed, missed, end }: RunSnapshot,
  isComplete = true,
): void {
  execution.sent();
  if (hasBegun) execution.take(syntheticMessage("status", { execution_state: "busy" }));
  if (elapsed !== undefined) execution.beganBefore(elapsed);
  if (executionCount !== null) {
    execution.take(syntheticMessage("execute_input", { execution_count: executionCount }));
  }
  for (const { type, content } of outputs) execution.take(syntheticMessage(type, content));
  const mark = (text: string) => execution.take(syntheticMessage("stream", { name: "stderr", text }));
  // What ended it from outside is said at its end.
  for (const reason of missed) if (reason !== end?.cause) mark(`[… ${reason} …]\n`);
  if (end !== null) execution.end(end.status, end.cause);
  else if (!isComplete && hasBegun) mark(gapMarker);
}

/**
 * Takes the new messages of a run that another client sent. Its reply goes to that client alone: here the run is over
 * when the kernel reports that it is idle again.
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

/** When the kernel sent a message, by its own clock and in its own format. */
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
