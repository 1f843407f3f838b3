/** Counts the callers who wait for something. */
export class Waiters {
  #count = 0;

  get areWaiting(): boolean {
    return this.#count > 0;
  }

  /** One more waits; the returned function ends that. */
  wait(): () => void {
    this.#count++;
    return () => void this.#count--;
  }
}
