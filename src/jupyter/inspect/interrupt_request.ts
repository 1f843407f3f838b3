/** Interrupts one request from inside the kernel, so that no other request can be hit. */

import { z } from "zod";
import type { Kernel } from "../kernel/kernel.ts";
import type { InterruptOutcome } from "../kernel/run_queue.ts";
import { byLanguage, InspectionRefused, inspectPython } from "./inspection.ts";
import { pythonPrograms } from "./programs.ts";

const outcomeSchema = z.enum(["interrupted", "dropped", "edge", "absent"]);

/** Throws an AppError if the kernel cannot be asked, or does not answer within `limit` milliseconds. */
export function interruptRequest(
  kernel: Kernel,
  messageId: string,
  limit: number,
): Promise<InterruptOutcome> {
  const inspection = {
    source: pythonPrograms.stopRun,
    args: { request: messageId },
    schema: outcomeSchema,
    limit,
    skipsRetry: true,
  };
  return byLanguage<Promise<InterruptOutcome>>(kernel, {
    python: () =>
      inspectPython(kernel, inspection).catch((error) => {
        if (error instanceof InspectionRefused) return "unsupported";
        throw error;
      }),
    r: () => Promise.resolve("unsupported"),
  });
}
