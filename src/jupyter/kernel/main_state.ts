/**
 * Whether a kernel is idle or busy. The server takes the end of a look in a subshell for the end of the cell in the main
 * shell; we have seen that cell begin.
 */

import { untilAborted } from "../../base/async/until_aborted.ts";
import type { Kernel } from "./kernel.ts";

/** Milliseconds in which a main shell that is idle answers. */
const answerTime = 250;

export type WatchedKernel = Pick<Kernel, "isConnected" | "isBusy"> & {
  readonly inspector: Pick<Kernel["inspector"], "mainAnswers">;
};

/** Questions under way: the next one waits for the same answer. */
const asked = new WeakMap<WatchedKernel, Promise<unknown>>();

/** The state, given what the server says; `kernel` where we are connected to it. */
export async function mainShellState(kernel: WatchedKernel | undefined, said = "unknown"): Promise<string> {
  if (said !== "idle" || !kernel?.isConnected || !kernel.isBusy) return said;
  // The news of an end may have been lost in a cut: the main shell itself knows.
  const answered = asked.get(kernel) ??
    kernel.inspector.mainAnswers().catch(() => undefined).finally(() => asked.delete(kernel));
  asked.set(kernel, answered);
  const isIdle = await untilAborted(answered.then(() => true), AbortSignal.timeout(answerTime))
    .catch(() => false);
  return isIdle ? said : "busy";
}
