/** The kernels in use, one connection each, kept warm and shared by all callers. */

import type { Logger } from "../../base/log.ts";
import type { JupyterHttp } from "../rest/http.ts";
import type { KernelModel } from "../rest/kernels.ts";
import { Kernel } from "./kernel.ts";
import { mainShellState } from "./main_state.ts";

export class KernelPool {
  readonly #http: JupyterHttp;
  readonly #log: Logger;
  readonly #kernels = new Map<string, Kernel>();

  constructor(http: JupyterHttp, log: Logger) {
    this.#http = http;
    this.#log = log;
  }

  /** The kernel of this id, not necessarily connected. */
  get(id: string): Kernel {
    const known = this.#kernels.get(id);
    if (known !== undefined) return known;
    const kernel = new Kernel({ http: this.#http, id, log: this.#log });
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
