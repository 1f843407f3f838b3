/** What ended a run from outside, in the form of an exception. */

import type { Execution } from "./execution.ts";

export interface ExternalEnd {
  readonly ename: "KernelDied" | "ConnectionLost";
  readonly evalue: string;
}

/** Undefined where the run came to its own end, goes on, or was stopped by somebody. */
export function externalEndOf(
  { endCause, status }: Pick<Execution, "endCause" | "status">,
): ExternalEnd | undefined {
  if (endCause === undefined) return undefined;
  if (status === "kernel_died") return { ename: "KernelDied", evalue: endCause };
  // The code's own errors are no fate: only a run whose end was not heard of ends so from outside.
  return status === "error" ? { ename: "ConnectionLost", evalue: endCause } : undefined;
}
