/**
 * Continues a run that another of our processes has sent. Both listen to the kernel for a moment, so that nothing is lost
 * between them; messages that reached both are recognised by their date.
 */

import type { BusyState } from "./busy_state.ts";
import type { KernelConnection } from "./connection.ts";
import type { Execution } from "./execution.ts";
import type { Received } from "./messages.ts";
import type { RunQueue } from "./run_queue.ts";
import { receiveAsSuccessor, restoreRun, type RunSnapshot } from "./run_snapshot.ts";

interface TakeoverOptions {
  readonly connection: Pick<KernelConnection, "claim">;
  readonly busy: Pick<BusyState, "take">;
  readonly queue: Pick<RunQueue, "adopt">;
}

interface AdoptedRun {
  readonly run: RunSnapshot;
  /** Whether everything that the kernel has sent was heard by us or by the other process. */
  readonly hasHeardAll: boolean;
}

export class Takeover {
  readonly #options: TakeoverOptions;
  #heard: Received[] | undefined;

  constructor(options: TakeoverOptions) {
    this.#options = options;
  }

  /** Keeps messages for other clients' runs, until one of them is taken over. */
  listen(): void {
    this.#heard = [];
  }

  hear(message: Received): void {
    this.#heard?.push(message);
  }

  stop(): void {
    this.#heard = undefined;
  }

  /** Has a new execution continue the run, with its output since it was handed over. */
  adopt(execution: Execution, { run, hasHeardAll }: AdoptedRun): void {
    const { connection, busy, queue } = this.#options;
    const { messageId } = run;
    const takeNew = receiveAsSuccessor(execution, run);
    const route = (message: Received) => {
      if (message.header.msg_type === "status") busy.take(message, "ours");
      takeNew(message);
    };
    connection.claim(messageId, route);
    queue.adopt(execution);
    restoreRun(execution, run, hasHeardAll);
    for (const message of this.#heard ?? []) if (message.parent.msg_id === messageId) route(message);
    this.stop();
  }
}
