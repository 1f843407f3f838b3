/** Interrupts one request from inside the kernel, so that no other request can be hit. */

import { z } from "zod";
import type { Kernel } from "../kernel/kernel.ts";
import type { InterruptOutcome } from "../kernel/interrupt_in_kernel.ts";
import { inspect, InspectionRefused, languageOf } from "./inspection.ts";

const outcomeSchema = z.enum(["interrupted", "dropped", "edge", "absent"]);

/** Throws an AppError if the kernel cannot be asked, or does not answer within `limit` milliseconds. */
export async function interruptRequest(
  kernel: Kernel,
  messageId: string,
  limit: number,
): Promise<InterruptOutcome> {
  if (languageOf(kernel) === "r") return "unsupported";
  const inspection = { args: { request: messageId }, schema: outcomeSchema, limit, skipsRetry: true };
  return await inspect(kernel, "stopRun", inspection).catch((error) => {
    if (error instanceof InspectionRefused) return "unsupported";
    throw error;
  });
}
