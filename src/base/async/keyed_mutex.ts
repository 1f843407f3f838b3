/** Lines by name: of the works of one name one is done at a time, in the order in which they came. */

import { Gate } from "./semaphore.ts";

interface Line {
  readonly gate: Gate;
  /** Those at work or waiting. */
  users: number;
}

export class Lines {
  readonly #lines = new Map<string, Line>();

  /** Does the work when its turn comes; rejects at once where the caller goes while it waits. */
  async pass<T>(name: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const line = this.#lines.get(name) ?? { gate: new Gate(1), users: 0 };
    this.#lines.set(name, line);
    line.users++;
    try {
      return await line.gate.pass(work, signal);
    } finally {
      line.users--;
      if (line.users === 0) this.#lines.delete(name);
    }
  }
}
