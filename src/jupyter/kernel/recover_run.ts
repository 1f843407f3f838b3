/**
 * Comes back to a run after its kernel's socket was cut.
 *
 * 1. The run goes on in the kernel; Jupyter replays what we missed where nobody else was connected.
 * 2. Whoever waits for the run is told after {@linkcode callersPatience} that Jupyter is out of reach; the run itself
 *    is given up only after {@linkcode patience}.
 * 3. What cannot be known is said: whether output is missing, whether the run succeeded, whether it ran at all.
 */

import { AppError } from "../../errors.ts";
import { delay } from "../delay.ts";
import type { KernelModel } from "../rest/kernels.ts";
import type { Execution } from "./execution.ts";
import { callersPatience, patience, reconnectDelay } from "./reconnect.ts";

export const missedNote =
  "The connection was cut for a moment: output of that time may be missing in the middle";

/** After a reconnection, replayed messages have come within this time. */
const replayTime = 1_000;

export interface RecoverOptions {
  readonly connect: () => Promise<void>;
  readonly state: () => Promise<KernelModel>;
}

export async function recoverRun(execution: Execution, options: RecoverOptions): Promise<void> {
  const begun = performance.now();
  let failure: AppError | undefined;
  for (let attempt = 0; execution.status === "running"; attempt++) {
    const gone = performance.now() - begun;
    if (gone > patience) break;
    if (gone > callersPatience && failure !== undefined) execution.loseContact(failure);
    await delay(reconnectDelay(attempt));
    try {
      await options.connect();
      execution.regainContact();
      return await settleAfterGap(execution, options);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== "jupyter_unreachable") break;
      failure = error;
    }
  }
  execution.end("kernel_died", "The connection to Jupyter was lost and could not be restored");
}

/** A run that its kernel no longer executes will not say how it ended. */
async function settleAfterGap(execution: Execution, { state }: RecoverOptions): Promise<void> {
  await delay(replayTime);
  if (execution.status !== "running") return;
  const { execution_state, connections } = await state();
  if (execution_state === "idle") {
    execution.missOutput(gapNote(execution));
    execution.end("interrupted");
  } else if ((connections ?? 0) > 1) execution.missOutput(missedNote);
}

function gapNote({ state }: Execution): string {
  return state === "executing"
    ? "The connection was cut, and the run ended before it was restored: the output after the cut, and whether the " +
      "run succeeded, are not known. Look at its variables before running it again"
    : "The connection was cut before the kernel confirmed the run: it is not known whether the code ran. " +
      "Look at its variables before running it again";
}
