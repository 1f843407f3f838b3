/**
 * Comes back to a run after its kernel's socket was cut.
 *
 * 1. The run goes on in the kernel; Jupyter replays what we missed where nobody else was connected.
 * 2. Whoever waits for the run is told after {@linkcode reportLostAfter} that Jupyter is out of reach; the run itself
 *    is given up only after {@linkcode reconnectLimit}.
 * 3. A run counts as ended without a word only by the kernel's own: its main shell has answered what was asked behind
 *    the run, and all that was sent before that answer has come. The server's word for it may be seconds ahead of what
 *    it has delivered, or behind.
 * 4. What cannot be known is said: whether output is missing, whether the run succeeded, whether it ran at all.
 */

import { AppError } from "../../base/errors.ts";
import { delay } from "../../base/async/delay.ts";
import type { KernelModel } from "../rest/kernels.ts";
import { endsWithin } from "./await_run.ts";
import type { Execution } from "./execution.ts";
import type { Inspector } from "./inspector.ts";
import { reconnectDelay, reconnectLimit, reportLostAfter } from "../rest/retry.ts";

/** Characters of the line that was printed last. */
const longestLine = 80;

/** Messages were lost, and the next one has not been taken yet. */
export function noteMissed(execution: Execution | undefined): void {
  execution?.missOutput(missedNote(execution));
}

/** That output may be missing behind what has come of a run, and after which line that is. */
function missedNote({ outputs: { count, ending } }: Execution): string {
  const line = ending.trimEnd().split(/[\r\n]/).at(-1)?.slice(-longestLine) ?? "";
  const last = line === "" ? `its output ${count}` : `the line ${JSON.stringify(line)}`;
  const place = count === 0 ? "at its beginning" : `after ${last}`;
  return `The connection was cut for a moment: output may be missing ${place}`;
}

/** Jupyter has noticed by then that the socket before was cut, and no longer counts it. */
const noticeTime = 1_000;

export interface RecoverOptions {
  readonly kernel: {
    connect(): Promise<void>;
    readonly inspector: Pick<Inspector, "mainIsThrough">;
  };
  /** Tells everybody who waits for this kernel that it is out of reach. */
  readonly loseContact: (reason: AppError) => void;
  /** As the server tells it. */
  readonly state: () => Promise<KernelModel>;
}

export async function recoverRun(execution: Execution, options: RecoverOptions): Promise<void> {
  const begun = performance.now();
  const missed = missedNote(execution);
  let failure: AppError | undefined;
  for (let attempt = 0; execution.status === "running"; attempt++) {
    const gone = performance.now() - begun;
    if (gone > reconnectLimit) break;
    if (gone > reportLostAfter && failure !== undefined) options.loseContact(failure);
    await delay(reconnectDelay(attempt));
    try {
      await options.kernel.connect();
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== "jupyter_unreachable") break;
      failure = error;
      continue;
    }
    execution.regainContact();
    const settling = [settleAfterGap(execution, options), sayWhatMayBeMissing(execution, missed, options)];
    // Cut again or closed meanwhile: whoever is told of that takes care of the run.
    return void await Promise.allSettled(settling);
  }
  execution.end("kernel_died", "The connection to Jupyter was lost and could not be restored");
}

/** A run that its kernel no longer executes, and whose reply has not come, will not say how it ended. */
async function settleAfterGap(execution: Execution, { kernel }: RecoverOptions): Promise<void> {
  if (execution.status !== "running") return;
  if (execution.hasReply) return execution.awaitIdle();
  await kernel.inspector.mainIsThrough();
  if (execution.status !== "running" || execution.hasReply) return;
  execution.endUnknown(gapNote(execution));
}

/**
 * Jupyter keeps what comes for a client that leaves only where its count of clients falls to zero, and not every kernel
 * counts its messages. That count is too low by one for each client that left in the middle of its handshake.
 */
async function sayWhatMayBeMissing(
  execution: Execution,
  missed: string,
  { state }: RecoverOptions,
): Promise<void> {
  if (await endsWithin(execution, noticeTime)) return;
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
