/**
 * Finds out whether the message that a run still lacks at its end was lost.
 *
 * A run ends with its reply and its idle status, in either order. Right after a restart iopub messages get lost, and an
 * interrupt at the very end of the code costs the reply, in Python's kernels.
 */

import type { Inspector } from "./inspector.ts";

/** With nothing new for this long after one of the two, the other is asked about. */
const silenceLimit = 2_000;

export type CompletionProber = Pick<Inspector, "outputsDelivered" | "mainAnswers">;

export class CompletionWatchdog {
  readonly #prober: CompletionProber | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Without a prober, what has not come in time counts as lost. */
  constructor(prober: CompletionProber | undefined) {
    this.#prober = prober;
  }

  /** Calls back where the idle status is not among all that the kernel has put on iopub. */
  awaitIdle(onLost: () => void): void {
    // A frame of many megabytes takes its time while the small reply has overtaken it: late is not lost.
    this.#await(() => this.#prober?.outputsDelivered(), onLost);
  }

  /** Calls back where the main shell has answered something later: replies keep their order. */
  awaitReply(onLost: () => void): void {
    this.#await(() => this.#prober?.mainAnswers(), onLost);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #await(ask: () => Promise<void> | undefined, onLost: () => void): void {
    this.stop();
    this.#timer = setTimeout(() => {
      const answered = ask();
      if (answered === undefined) return onLost();
      // Where the connection is cut, whoever recovers the run asks again.
      answered.then(onLost, () => undefined);
    }, silenceLimit);
  }
}
