/** Lines by name: of the works of one name one is done at a time, in the order in which they came. */

import { Semaphore } from "./semaphore.ts";

interface Queue {
  readonly gate: Semaphore;
  /** Those at work or waiting. */
  users: number;
}

export class KeyedMutex {
  readonly #lines = new Map<string, Queue>();

  /** Does the work when its turn comes; rejects at once where the caller goes while it waits. */
  async run<T>(name: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const line = this.#lines.get(name) ?? { gate: new Semaphore(1), users: 0 };
    this.#lines.set(name, line);
    line.users++;
    try {
      return await line.gate.run(work, signal);
    } finally {
      line.users--;
      if (line.users === 0) this.#lines.delete(name);
    }
  }
}
