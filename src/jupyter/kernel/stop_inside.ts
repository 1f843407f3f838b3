/**
 * Stops a run of ours by the kernel's own hand.
 *
 * An interrupt by way of the server takes milliseconds: it may come when our run has ended, and stop a person's cell
 * that was queued behind it. A request that is queued in the kernel can only be dropped there.
 */

import { AppError } from "../../base/errors.ts";
import { LookRefused } from "../inspect/look.ts";
import { type RequestStop, stopRequest } from "../inspect/stop_request.ts";
import { untilAborted } from "../../base/async.ts";
import type { Execution, StopReason } from "./execution.ts";
import type { Kernel } from "./kernel.ts";
import { notBegun } from "./run_line.ts";

/** A kernel that can stop a request by itself. */
export interface Inside {
  readonly isConnected: boolean;
  stop(request: string, limit: number): Promise<RequestStop>;
  outputsIn(): Promise<void>;
}

export interface StopOptions {
  readonly reason: StopReason;
  /** Milliseconds: code that keeps the interpreter to itself for longer is interrupted from outside. */
  readonly limit?: number;
}

const usualLimit = 1_000;
/** Milliseconds for messages that the kernel has sent to come. */
const passage = 2_000;
/** The edges of a request take less than a millisecond; each look takes some. */
const mostLooks = 20;

export function insideOf(kernel: Kernel): Inside {
  return {
    isConnected: kernel.isConnected,
    stop: (request, limit) => stopRequest(kernel, request, limit),
    outputsIn: () => kernel.inspector.outputsIn(),
  };
}

/** Whether the run was stopped, or ends by itself; false where the kernel has no way to do it or does not answer. */
export async function stopInside(
  kernel: Inside,
  execution: Execution,
  { reason, limit = usualLimit }: StopOptions,
): Promise<boolean> {
  if (!kernel.isConnected) return false;
  try {
    for (let look = 1; look <= mostLooks && !execution.isEnding; look++) {
      const stopped = await kernel.stop(execution.messageId, limit);
      if (stopped === "interrupted") return true;
      if (stopped === "edge") continue;
      // Where it has ended by itself, the messages that say so are on their way.
      if (stopped === "absent") {
        await untilAborted(kernel.outputsIn(), AbortSignal.timeout(passage));
      }
      if (execution.state === "sent" || stopped === "dropped") execution.end(reason, notBegun);
    }
    // An interrupt from outside would come too late, and hit what follows.
    return execution.isEnding;
  } catch (error) {
    const isUnable = error instanceof AppError || error instanceof LookRefused;
    if (isUnable || (error instanceof DOMException && error.name === "TimeoutError")) return false;
    throw error;
  }
}
