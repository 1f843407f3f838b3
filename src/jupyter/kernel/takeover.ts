/**
 * Continues a run that another of our processes has sent. Both listen to the kernel for a moment, so that nothing is lost
 * between them; messages that reached both are recognised by their date.
 */

import type { BusyState } from "./busy_state.ts";
import type { KernelConnection } from "./connection.ts";
import type { Execution, NewExecution } from "./execution.ts";
import type { Received } from "./messages.ts";
import { notebookLimits } from "./outputs.ts";
import type { RunQueue } from "./run_queue.ts";
import { receiveAsSuccessor, restoreRun, type RunSnapshot } from "./run_snapshot.ts";

export interface TakeoverOptions {
  readonly connection: Pick<KernelConnection, "claim">;
  readonly busy: Pick<BusyState, "take">;
  readonly queue: Pick<RunQueue, "adopt">;
  readonly create: (run: NewExecution) => Execution;
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

  /** The run, with its output since it was handed over. */
  adopt(run: RunSnapshot): Execution {
    const { connection, busy, queue, create } = this.#options;
    const { messageId, sessionId, code } = run;
    const execution = create({ messageId, sessionId, code, limits: notebookLimits });
    const takeNew = receiveAsSuccessor(execution, run);
    const route = (message: Received) => {
      if (message.header.msg_type === "status") busy.take(message, "ours");
      takeNew(message);
    };
    connection.claim(messageId, route);
    queue.adopt(execution);
    restoreRun(execution, run);
    for (const message of this.#heard ?? []) if (message.parent.msg_id === messageId) route(message);
    this.stop();
    return execution;
  }
}
