/** Interrupts runs on request, waiting a moment for their end: code may catch an interrupt, and native code defers it. */

import { delay } from "../../base/async.ts";
import type { Execution, RunStatus } from "./execution.ts";
import type { Kernel } from "./kernel.ts";

/** The outcome: it was not running, it has ended, or it is still running. */
export type Interruption = "idle" | "ended" | "running";

interface InterruptOptions {
  /** Whether the kernel is `idle` or `busy`, as far as is known. */
  readonly state: () => Promise<string>;
  readonly signal: AbortSignal;
}

/** Milliseconds to wait for the end. */
const interruptLimit = 2_000;
const pollInterval = 50;

/** Interrupts one of our runs, or drops it if it is still queued; resolves with its status. */
export async function interruptRun(
  kernel: Pick<Kernel, "stop">,
  execution: Execution,
): Promise<RunStatus> {
  await kernel.stop(execution, "interrupted");
  await execution.endsWithin(interruptLimit);
  return execution.status;
}

/**
 * Interrupts whatever a kernel is executing, no matter who started it.
 *
 * @returns What became of it, and our run if it was ours. Runs that were queued behind it may be executing by then.
 */
export async function interruptAll(
  kernel: Pick<Kernel, "interrupt" | "current" | "busyWithOthers">,
  { state, signal }: InterruptOptions,
): Promise<{ readonly outcome: Interruption; readonly run?: Execution }> {
  const deadline = performance.now() + interruptLimit;
  const run = kernel.busyWithOthers === undefined ? kernel.current : undefined;
  const wasBusy = run !== undefined || await state() === "busy";
  await kernel.interrupt(signal);
  if (!wasBusy) return { outcome: "idle" };
  if (run !== undefined) {
    // The next query for our run must find it ended.
    const hasEnded = await run.endsWithin(deadline - performance.now());
    return { outcome: hasEnded ? "ended" : "running", run };
  }
  while (kernel.current?.state !== "executing" && await state() === "busy") {
    if (performance.now() >= deadline) return { outcome: "running" };
    await delay(pollInterval);
  }
  return { outcome: "ended" };
}
