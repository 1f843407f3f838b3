/**
 * Recovers a run after its kernel's socket was cut, and notes what was lost.
 *
 * 1. The run continues in the kernel; Jupyter replays what we missed if no one else was connected.
 * 2. Callers who wait for the run learn after {@linkcode reportLostAfter} that Jupyter is out of reach; the run itself is
 *    given up only after {@linkcode reconnectLimit}.
 * 3. Only the kernel itself can tell that a run ended without our hearing of it: its main shell has answered what was
 *    asked after the run, and everything sent before that answer has arrived. The state that the server reports may be
 *    seconds ahead of what it has delivered, or behind.
 * 4. What cannot be known is reported: whether output is missing, whether the run succeeded, whether it ran at all.
 */

import { delay } from "../../base/async.ts";
import { AppError } from "../../base/errors.ts";
import type { KernelModel } from "../rest/kernels.ts";
import { reconnectDelay, reconnectLimit, reportLostAfter } from "../rest/reconnect.ts";
import type { Execution } from "./execution.ts";
import type { Inspector } from "./inspector.ts";
import type { Received } from "./messages.ts";

/** Characters of the last printed line to quote. */
const maxLineLength = 80;

/** Messages were lost; called before the next one is taken. */
export function noteMissed(execution: Execution | undefined): void {
  execution?.missOutput(missedNote(execution));
}

const droppedNote =
  "The kernel dropped part of the output, which came faster than Jupyter took it; show less at once, or write it to a file";

/** The kernel dropped output that it could not send fast enough; called before the next message is taken. */
export function noteDropped(
  execution: Pick<Execution, "messageId" | "outputs" | "missOutput"> | undefined,
  { parent }: Pick<Received, "parent">,
): void {
  const isConcerned = execution !== undefined && execution.messageId === parent.msg_id;
  // If Jupyter's rate limiter has reported a drop, it was the cause.
  if (isConcerned && !execution.outputs.limitedByServer) execution.missOutput(droppedNote);
}

/** Says that output may be missing, and after which line. */
function missedNote({ outputs: { count, ending } }: Execution): string {
  const line = ending.trimEnd().split(/[\r\n]/).at(-1)?.slice(-maxLineLength) ?? "";
  const last = line === "" ? `its output ${count}` : `the line ${JSON.stringify(line)}`;
  const place = count === 0 ? "at its beginning" : `after ${last}`;
  return `The connection was cut for a moment: output may be missing ${place}`;
}

/** By then Jupyter has noticed that the previous socket was cut, and no longer counts it. */
const noticeTime = 1_000;

/** How a kernel is reached again. */
interface RecoveryOptions {
  readonly connect: () => Promise<void>;
  readonly inspector: Pick<Inspector, "mainQueueDrained">;
  /** Tells everyone who waits for this kernel that it is out of reach. */
  readonly loseContact: (reason: AppError) => void;
  /** The state that the server reports. */
  readonly state: () => Promise<KernelModel>;
}

export async function recoverRun(execution: Execution, options: RecoveryOptions): Promise<void> {
  const begun = performance.now();
  const missed = missedNote(execution);
  let failure: AppError | undefined;
  for (let attempt = 0; execution.status === "running"; attempt++) {
    const gone = performance.now() - begun;
    if (gone > reconnectLimit) break;
    if (gone > reportLostAfter && failure !== undefined) options.loseContact(failure);
    await delay(reconnectDelay(attempt));
    try {
      await options.connect();
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== "jupyter_unreachable") break;
      failure = error;
      continue;
    }
    execution.regainContact();
    const settling = [settleAfterGap(execution, options), noteWhatMayBeMissing(execution, missed, options)];
    // If cut again or closed meanwhile, the next recovery takes care of the run.
    return void await Promise.allSettled(settling);
  }
  execution.end("kernel_died", "The connection to Jupyter was lost and could not be restored");
}

/** Ends a run that its kernel no longer executes and whose reply was lost. */
async function settleAfterGap(execution: Execution, { inspector }: RecoveryOptions): Promise<void> {
  if (execution.status !== "running") return;
  if (execution.hasReply) return execution.awaitIdle();
  await inspector.mainQueueDrained();
  if (execution.status !== "running" || execution.hasReply) return;
  execution.endUnknown(gapNote(execution));
}

/**
 * Jupyter buffers messages for a client that leaves only if its count of clients falls to zero, and not every kernel
 * numbers its messages. That count is too low by one for each client that left in the middle of its handshake.
 */
async function noteWhatMayBeMissing(
  execution: Execution,
  missed: string,
  { state }: RecoveryOptions,
): Promise<void> {
  if (await execution.endsWithin(noticeTime)) return;
  const { connections } = await state();
  if (execution.status === "running" && (connections ?? 1) !== 1) execution.missOutput(missed);
}

function gapNote({ state }: Execution): string {
  return state === "executing"
    ? "The connection was cut, and the run ended before it was restored: the output after the cut, and whether the " +
      "run succeeded, are not known. Look at its variables before running it again"
    : "The connection was cut before the kernel confirmed the run: it is not known whether the code ran. " +
      "Look at its variables before running it again";
}
