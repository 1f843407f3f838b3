import { untilAborted } from "../../base/async.ts";
import { AppError } from "../../base/errors.ts";
import type { Execution, StopReason } from "./execution.ts";

/** The end cause of a run that was dropped. */
export const notStartedNote =
  "The run was dropped from the queue before it began: nothing of it was executed";

/**
 * What became of a request that was to be interrupted from inside the kernel: `interrupted` while its code ran;
 * `dropped` before any of it ran; at the `edge` of its code, before or after it; `absent` if it has ended, or waits and
 * will be dropped when it comes up; `unsupported` if this kernel cannot do it.
 */
export type InterruptOutcome = "interrupted" | "dropped" | "edge" | "absent" | "unsupported";

/** A kernel that can interrupt one of its requests by itself. */
export interface InKernelInterrupt {
  /** Within a limit in milliseconds. */
  interrupt(messageId: string, limit: number): Promise<InterruptOutcome>;
  outputsDelivered(): Promise<void>;
}

export interface InKernelOptions {
  readonly reason: StopReason;
  /** Milliseconds: code that holds the interpreter for longer is interrupted through the server. */
  readonly limit?: number;
}

const inKernelLimit = 1_000;
/** Milliseconds for messages that the kernel has already sent to arrive. */
const deliveryTime = 2_000;
/** The edges of a request take less than a millisecond; each attempt takes a few. */
const maxAttempts = 20;

/**
 * Interrupts one of our runs from inside the kernel; resolves with whether it was stopped or ends by itself. False if the
 * kernel cannot do it or does not answer.
 *
 * An interrupt through the server takes milliseconds: it may arrive when our run has ended, and stop a person's cell that
 * was queued behind it. A request that is queued in the kernel can only be dropped there.
 */
export async function interruptInKernel(
  kernel: InKernelInterrupt,
  execution: Execution,
  { reason, limit = inKernelLimit }: InKernelOptions,
): Promise<boolean> {
  try {
    for (let attempt = 1; attempt <= maxAttempts && !execution.isEnding; attempt++) {
      const outcome = await kernel.interrupt(execution.messageId, limit);
      if (outcome === "unsupported") return false;
      if (outcome === "interrupted") return true;
      if (outcome === "edge") continue;
      // If it has ended by itself, the messages that say so are on their way.
      if (outcome === "absent") {
        await untilAborted(kernel.outputsDelivered(), AbortSignal.timeout(deliveryTime));
      }
      if (execution.state === "sent" || outcome === "dropped") execution.end(reason, notStartedNote);
    }
    // An interrupt through the server would come too late, and hit what follows.
    return execution.isEnding;
  } catch (error) {
    if (error instanceof AppError || (error instanceof DOMException && error.name === "TimeoutError")) {
      return false;
    }
    throw error;
  }
}
