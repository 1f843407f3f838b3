/** Tells whoever waits that a Jupyter which is being started here is on its way: it says nothing itself before it is up. */

import type { StartProgress } from "./server_start.ts";

type Listener = (progress: StartProgress) => void;

const interval = 1_000;
/** Seconds that a start takes on a slow machine; what takes longer stays just short of done. */
const usualSeconds = 20;
const mostPercent = 95;

export class StartReporter {
  readonly #listeners = new Set<Listener>();
  readonly #ready: () => Promise<void>;
  /** Of the requests that wait, the first one tells for all. */
  #waiting = 0;

  constructor(ready: () => Promise<void> = () => Promise.resolve()) {
    this.#ready = ready;
  }

  /** Calls back while a start goes on; the function returned ends that. */
  watch(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Resolves when Jupyter may be contacted. */
  async over(): Promise<void> {
    const began = performance.now();
    const isFirst = this.#waiting++ === 0;
    const timer = setInterval(() => {
      if (!isFirst) return;
      const seconds = Math.round((performance.now() - began) / 1_000);
      const percent = Math.min(mostPercent, (seconds / usualSeconds) * 100);
      for (const listener of this.#listeners) {
        listener({ percent, message: `Jupyter is starting: ${seconds} s` });
      }
    }, interval);
    try {
      await this.#ready();
    } finally {
      clearInterval(timer);
      this.#waiting--;
    }
  }
}
