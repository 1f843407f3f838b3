/** The kernels in use, one connection each, kept warm and shared by all callers. */

import type { KernelModel } from "../rest/kernels.ts";
import { Kernel, type KernelOptions } from "./kernel.ts";
import { untilAborted } from "../../base/async/until_aborted.ts";

/** What all kernels of a server share. */
export type KernelPoolOptions = Omit<KernelOptions, "id">;

export class KernelPool {
  readonly #options: KernelPoolOptions;
  readonly #kernels = new Map<string, Kernel>();

  constructor(options: KernelPoolOptions) {
    this.#options = options;
  }

  /** The kernel of this id, not necessarily connected. */
  get(id: string): Kernel {
    const known = this.#kernels.get(id);
    if (known !== undefined) return known;
    const kernel = new Kernel({ ...this.#options, id });
    this.#kernels.set(id, kernel);
    return kernel;
  }

  /** Whether the kernel of this model is idle or busy, by what we know beside what its model says. */
  stateOf({ id, execution_state }: KernelModel): Promise<string> {
    return mainShellState(this.#kernels.get(id), execution_state ?? undefined);
  }

  /** How many are connected. */
  get connected(): number {
    return [...this.#kernels.values()].filter((kernel) => kernel.isConnected).length;
  }

  /** Ends our use of a kernel that is gone. */
  forget(id: string, reason?: string): void {
    this.#kernels.get(id)?.close(reason);
    this.#kernels.delete(id);
  }

  /** Interrupts the runs that somebody waited for who has gone. */
  async abandon(): Promise<void> {
    await Promise.all([...this.#kernels.values()].map((kernel) => kernel.abandon()));
  }

  /** Ends our use of all kernels and leaves none occupied by a run that somebody waited for. */
  async close(): Promise<void> {
    const kernels = [...this.#kernels.values()];
    this.#kernels.clear();
    await Promise.all(kernels.map((kernel) => kernel.leave()));
  }
}

/**
 * Whether a kernel is idle or busy. The server takes the end of a look in a subshell for the end of the cell in the main
 * shell; we have seen that cell begin.
 */

/** Milliseconds in which a main shell that is idle answers. */
const answerTime = 250;

export type WatchedKernel = Pick<Kernel, "isConnected" | "isBusy"> & {
  readonly inspector: Pick<Kernel["inspector"], "mainAnswers">;
};

/** Questions under way: the next one waits for the same answer. */
const asked = new WeakMap<WatchedKernel, Promise<unknown>>();

/** The state, given what the server says; `kernel` where we are connected to it. */
export async function mainShellState(kernel: WatchedKernel | undefined, said = "unknown"): Promise<string> {
  if (said !== "idle" || !kernel?.isConnected || !kernel.isBusy) return said;
  // The news of an end may have been lost in a cut: the main shell itself knows.
  const answered = asked.get(kernel) ??
    kernel.inspector.mainAnswers().catch(() => undefined).finally(() => asked.delete(kernel));
  asked.set(kernel, answered);
  const isIdle = await untilAborted(answered.then(() => true), AbortSignal.timeout(answerTime))
    .catch(() => false);
  return isIdle ? said : "busy";
}
