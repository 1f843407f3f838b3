/** Notices the end of a process that is not a child of ours. */

import { processIsAlive } from "./processes.ts";

export interface WaitForExitOptions {
  readonly isAlive?: (pid: number) => boolean;
  readonly intervalMs?: number;
}

/** Settles when the process has gone; never where none is named. */
export function waitForExit(
  pid: number | undefined,
  { isAlive = processIsAlive, intervalMs = 2_000 }: WaitForExitOptions = {},
): Promise<{ readonly kind: "process_gone" }> {
  return new Promise((resolve) => {
    if (pid === undefined) return;
    const timer = setInterval(() => {
      if (isAlive(pid)) return;
      clearInterval(timer);
      resolve({ kind: "process_gone" });
    }, intervalMs);
  });
}
