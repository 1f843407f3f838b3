/**
 * Stops a run of ours by the kernel's own hand.
 *
 * An interrupt by way of the server takes milliseconds: it may come when our run has ended, and stop a person's cell
 * that was queued behind it. A request that is queued in the kernel can only be dropped there.
 */

import { AppError } from "../../base/errors.ts";
import { InspectionRefused } from "../inspect/look.ts";
import { type InterruptOutcome, interruptRequest } from "../inspect/stop_request.ts";
import { untilAborted } from "../../base/async/until_aborted.ts";
import type { Execution, StopReason } from "./execution.ts";
import type { Kernel } from "./kernel.ts";
import { notStartedNote } from "./run_line.ts";

/** A kernel that can stop a request by itself. */
export interface InKernelStop {
  readonly isConnected: boolean;
  stop(request: string, limit: number): Promise<InterruptOutcome>;
  outputsDelivered(): Promise<void>;
}

export interface InKernelStopOptions {
  readonly reason: StopReason;
  /** Milliseconds: code that keeps the interpreter to itself for longer is interrupted from outside. */
  readonly limit?: number;
}

const stopLimit = 1_000;
/** Milliseconds for messages that the kernel has sent to come. */
const deliveryTime = 2_000;
/** The edges of a request take less than a millisecond; each look takes some. */
const maxAttempts = 20;

export function insideOf(kernel: Kernel): InKernelStop {
  return {
    isConnected: kernel.isConnected,
    stop: (request, limit) => interruptRequest(kernel, request, limit),
    outputsDelivered: () => kernel.inspector.outputsDelivered(),
  };
}

/** Whether the run was stopped, or ends by itself; false where the kernel has no way to do it or does not answer. */
export async function interruptInKernel(
  kernel: InKernelStop,
  execution: Execution,
  { reason, limit = stopLimit }: InKernelStopOptions,
): Promise<boolean> {
  if (!kernel.isConnected) return false;
  try {
    for (let look = 1; look <= maxAttempts && !execution.isEnding; look++) {
      const stopped = await kernel.stop(execution.messageId, limit);
      if (stopped === "interrupted") return true;
      if (stopped === "edge") continue;
      // Where it has ended by itself, the messages that say so are on their way.
      if (stopped === "absent") {
        await untilAborted(kernel.outputsDelivered(), AbortSignal.timeout(deliveryTime));
      }
      if (execution.state === "sent" || stopped === "dropped") execution.end(reason, notStartedNote);
    }
    // An interrupt from outside would come too late, and hit what follows.
    return execution.isEnding;
  } catch (error) {
    const isUnable = error instanceof AppError || error instanceof InspectionRefused;
    if (isUnable || (error instanceof DOMException && error.name === "TimeoutError")) return false;
    throw error;
  }
}
