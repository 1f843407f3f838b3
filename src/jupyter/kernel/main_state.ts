/**
 * Whether a kernel is idle or busy. The server takes the end of a look in a subshell for the end of the cell in the main
 * shell; we have seen that cell begin.
 */

import { delay } from "../delay.ts";
import type { Kernel } from "./kernel.ts";

/** Milliseconds in which a main shell that is idle answers. */
const answerTime = 250;

export type WatchedKernel = Pick<Kernel, "isConnected" | "isBusy"> & {
  readonly inspector: Pick<Kernel["inspector"], "mainAnswers">;
};

/** The state, given what the server says; `kernel` where we are connected to it. */
export async function mainState(kernel: WatchedKernel | undefined, said = "unknown"): Promise<string> {
  if (said !== "idle" || !kernel?.isConnected || !kernel.isBusy) return said;
  // The news of an end may have been lost in a cut: the main shell itself knows.
  const answered = kernel.inspector.mainAnswers().then(() => true, () => true);
  const isIdle = await Promise.race([answered, delay(answerTime).then(() => false)]);
  return isIdle ? said : "busy";
}
