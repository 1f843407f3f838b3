/**
 * Stops a run of ours by the kernel's own hand.
 *
 * An interrupt by way of the server takes milliseconds: it may come when our run has ended, and stop a person's cell
 * that was queued behind it. A request that is queued in the kernel can only be dropped there.
 */

import { AppError } from "../../errors.ts";
import { LookRefused } from "../introspect/look.ts";
import { stopRequest } from "../introspect/stop_request.ts";
import type { Execution, StopReason } from "./execution.ts";
import type { Kernel } from "./kernel.ts";
import { notBegun } from "./run_line.ts";

/** The edges of a request take less than a millisecond; each look takes some. */
const mostLooks = 20;

/** Whether the run was stopped, or has ended; false where the kernel has no way to do it or does not answer. */
export async function stopInside(
  kernel: Kernel,
  execution: Execution,
  reason: StopReason,
): Promise<boolean> {
  try {
    for (let look = 1; look <= mostLooks && execution.status === "running"; look++) {
      const stopped = await stopRequest(kernel, execution.messageId);
      if (stopped === "interrupted") return true;
      if (stopped === "edge") continue;
      // Where it has ended by itself, the messages that say so are on their way.
      if (stopped === "absent") await kernel.inspector.outputsIn();
      if (execution.state === "sent" || stopped === "dropped") execution.end(reason, notBegun);
    }
    return execution.status !== "running";
  } catch (error) {
    if (error instanceof AppError || error instanceof LookRefused) return false;
    throw error;
  }
}
