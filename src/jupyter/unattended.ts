/** Runs that go on without a caller and write into a notebook: while there are any, the process must not end by itself. */

export class Unattended {
  readonly #work = new Set<Promise<unknown>>();

  /** Counts the work until it has settled. */
  add(work: Promise<unknown>): void {
    this.#work.add(work);
    const done = () => this.#work.delete(work);
    work.then(done, done);
  }

  /** Resolves when there is none. */
  async settled(): Promise<void> {
    while (this.#work.size > 0) await Promise.allSettled(this.#work);
  }
}
