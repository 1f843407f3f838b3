/** Time that passes only when told to: timers and `performance.now()` follow it until it is disposed of. */

interface Timer {
  readonly at: number;
  readonly run: () => void;
}

export class Clock implements Disposable {
  readonly #real = { setTimeout: globalThis.setTimeout, clearTimeout: globalThis.clearTimeout };
  readonly #realNow = performance.now;
  readonly #timers = new Map<number, Timer>();
  #now = 0;
  #lastId = 0;

  constructor() {
    Reflect.set(globalThis, "setTimeout", (run: () => void, delay = 0) => {
      this.#timers.set(++this.#lastId, { at: this.#now + delay, run });
      return this.#lastId;
    });
    Reflect.set(globalThis, "clearTimeout", (id: number) => this.#timers.delete(id));
    Reflect.set(performance, "now", () => this.#now);
  }

  /** How many timers are set. */
  get size(): number {
    return this.#timers.size;
  }

  /** Lets time pass and runs what is due, in order. */
  advance(milliseconds: number): void {
    const end = this.#now + milliseconds;
    for (let due = this.#due(end); due !== undefined; due = this.#due(end)) this.#run(due);
    this.#now = end;
  }

  /** The same, and whatever awaits a timer goes on before the next one is due. */
  async pass(milliseconds: number): Promise<void> {
    const end = this.#now + milliseconds;
    await this.settle();
    for (let due = this.#due(end); due !== undefined; due = this.#due(end)) {
      this.#run(due);
      await this.settle();
    }
    this.#now = end;
  }

  /** Lets all that waits for no timer go on. */
  settle(): Promise<void> {
    return new Promise((resolve) => this.#real.setTimeout(resolve));
  }

  [Symbol.dispose](): void {
    Object.assign(globalThis, this.#real);
    Reflect.set(performance, "now", this.#realNow);
  }

  #due(end: number): number | undefined {
    const due = [...this.#timers].filter(([, { at }]) => at <= end).sort(([, a], [, b]) => a.at - b.at);
    return due[0]?.[0];
  }

  #run(id: number): void {
    const timer = this.#timers.get(id);
    this.#timers.delete(id);
    this.#now = timer?.at ?? this.#now;
    timer?.run();
  }
}
