/** The kernels in use, one connection each, kept warm and shared by all callers. */

import type { KernelModel } from "../rest/kernels.ts";
import { Kernel, type KernelOptions } from "./kernel.ts";

/** What all kernels of a server share. */
type KernelPoolOptions = Omit<KernelOptions, "id">;

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

  /** Whether the kernel of this model is idle or busy, from what we know in addition to its model. */
  async stateOf({ id, execution_state }: KernelModel): Promise<string> {
    const reported = execution_state ?? "unknown";
    return await this.#kernels.get(id)?.mainShellState(reported) ?? reported;
  }

  /** Number of connected kernels. */
  get connected(): number {
    return [...this.#kernels.values()].filter((kernel) => kernel.isConnected).length;
  }

  /** Ends our use of a kernel that is gone. */
  forget(id: string, reason?: string): void {
    this.#kernels.get(id)?.disconnect(reason);
    this.#kernels.delete(id);
  }

  /** Connects these kernels again that were cut off; resolves when they are connected, or cannot be. */
  async reconnect(ids: readonly string[]): Promise<void> {
    await Promise.allSettled(ids.map((id) => this.get(id).connect()));
  }

  /** Interrupts the runs that callers still wait for. */
  async interruptAwaited(): Promise<void> {
    await Promise.all([...this.#kernels.values()].map((kernel) => kernel.interruptAwaited()));
  }

  /** Ends our use of all kernels and leaves none occupied by a run that a caller waited for. */
  async close(): Promise<void> {
    const kernels = [...this.#kernels.values()];
    this.#kernels.clear();
    await Promise.all(kernels.map((kernel) => kernel.leave()));
  }
}
