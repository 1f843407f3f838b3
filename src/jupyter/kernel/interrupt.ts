/** Interrupts code and waits a moment for its end: code may catch its interrupt, and native code defers it. */

import { delay } from "../../base/async/delay.ts";
import { endsWithin } from "./await_run.ts";
import type { Execution, RunStatus } from "./execution.ts";
import type { Kernel } from "./kernel.ts";

/** What became of it: it was not running, it has ended, or it still runs. */
export type Interruption = "idle" | "ended" | "running";

export interface InterruptOptions {
  /** Whether the kernel is `idle` or `busy`, as far as anyone knows. */
  readonly state: () => Promise<string>;
  readonly signal: AbortSignal;
  /** Milliseconds to wait for the end. */
  readonly limit?: number;
}

const interruptLimit = 2_000;
const pollInterval = 50;

/** Interrupts one of our runs, and drops one that waits for the kernel; resolves with its status then. */
export async function interruptRun(
  kernel: Pick<Kernel, "stop">,
  execution: Execution,
  limit = interruptLimit,
): Promise<RunStatus> {
  await kernel.stop(execution, "interrupted");
  await endsWithin(execution, limit);
  return execution.status;
}

/** Interrupts whatever a kernel executes, whoever started it. */
export async function interruptAll(
  kernel: Pick<Kernel, "interrupt" | "current">,
  { state, signal, limit = interruptLimit }: InterruptOptions,
): Promise<Interruption> {
  const deadline = performance.now() + limit;
  const run = kernel.current;
  const wasBusy = run !== undefined || await state() === "busy";
  await kernel.interrupt(signal);
  if (!wasBusy) return "idle";
  while (await state() === "busy") {
    if (performance.now() >= deadline) return "running";
    await delay(pollInterval);
  }
  // Whoever asks for our run next must find it ended.
  return run === undefined || await endsWithin(run, deadline - performance.now()) ? "ended" : "running";
}
