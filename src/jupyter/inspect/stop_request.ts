/** Stops one request in a kernel from the inside, where nothing else can be hit. */

import { z } from "zod";
import type { Kernel } from "../kernel/kernel.ts";
import { byLanguage } from "./language.ts";
import { inspectPython } from "./look.ts";
import { pythonPrograms } from "./python/programs.ts";

const outcome = z.enum(["interrupted", "dropped", "edge", "absent"]);

/**
 * `interrupted` while its code ran, or `dropped` without any of it having run; at the `edge` of its code, before or
 * behind it; or `absent`: it has ended, or waits and will be dropped when it comes up.
 */
export type InterruptOutcome = z.infer<typeof outcome>;

/**
 * Throws an AppError, or what a look is refused with, where the kernel cannot be asked or does not answer within so many
 * milliseconds.
 */
export function interruptRequest(kernel: Kernel, request: string, limit: number): Promise<InterruptOutcome> {
  const look = {
    source: pythonPrograms.stopRun,
    args: { request },
    schema: outcome,
    limit,
    isPassing: true,
  };
  return byLanguage(kernel, {
    python: () => inspectPython(kernel, look),
    r: () => Promise.reject(kernel.inspector.busyError()),
  });
}
