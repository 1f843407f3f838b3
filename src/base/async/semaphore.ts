/** Lets only so many pass at once; the others wait in line, first come first served. */

export class Semaphore {
  #free: number;
  readonly #line = new Set<() => void>();

  constructor(places: number) {
    this.#free = places;
  }

  /** Does the work when there is a place for it; rejects at once where the caller goes while it waits. */
  async run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    await this.#enter(signal);
    try {
      return await work();
    } finally {
      this.#leave();
    }
  }

  #enter(signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    if (this.#free > 0) {
      this.#free--;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const go = () => {
        signal?.removeEventListener("abort", abort);
        resolve();
      };
      const abort = () => {
        this.#line.delete(go);
        reject(signal?.reason);
      };
      this.#line.add(go);
      signal?.addEventListener("abort", abort, { once: true });
    });
  }

  #leave(): void {
    const [next] = this.#line;
    if (next === undefined) {
      this.#free++;
      return;
    }
    this.#line.delete(next);
    next();
  }
}
