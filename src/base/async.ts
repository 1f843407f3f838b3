/** Helpers for asynchronous work: delays, deadlines, semaphore, keyed mutex, debounce, yielding to the event loop. */

/** Waits; rejects with the reason as soon as the signal aborts. */
export function delay(milliseconds: number, signal?: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, milliseconds);
  return signal === undefined ? promise : untilAborted(promise, signal).finally(() => clearTimeout(timer));
}

/** Calls back after a delay; the returned function cancels that. */
export type Schedule = (milliseconds: number, callback: () => void) => () => void;

export const schedule: Schedule = (milliseconds, callback) => {
  const id = setTimeout(callback, milliseconds);
  return () => clearTimeout(id);
};

/** Waits for work that continues for others; rejects with the reason when the signal aborts. Handles a rejection of the work either way. */
export function untilAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason);
  if (signal.aborted) abort();
  else signal.addEventListener("abort", abort, { once: true });
  // The first to settle counts, so an aborted caller does not receive work that has finished as well.
  return Promise.race([aborted.promise, work]).finally(() => signal.removeEventListener("abort", abort));
}

/** Whether a promise settles within a time limit, which may be infinite; rejects with the reason as soon as the signal aborts. */
export async function settlesWithin(
  promise: Promise<unknown>,
  limitMs: number,
  signal?: AbortSignal,
): Promise<boolean> {
  const settled = Promise.withResolvers<boolean>();
  promise.then(() => settled.resolve(true), () => settled.resolve(true));
  const timer = limitMs === Infinity ? undefined : setTimeout(() => settled.resolve(false), limitMs);
  return await untilAborted(settled.promise, signal).finally(() => clearTimeout(timer));
}

/** Limits how many tasks run at once; the others wait, first come first served. */
export class Semaphore {
  #free: number;
  readonly #waiting = new Set<() => void>();

  constructor(permits: number) {
    this.#free = permits;
  }

  /** Runs the task as soon as a permit is free; rejects at once if the signal aborts while it waits. */
  async run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    await this.#acquire(signal);
    try {
      return await work();
    } finally {
      this.#release();
    }
  }

  #acquire(signal: AbortSignal | undefined): Promise<void> {
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
        this.#waiting.delete(go);
        reject(signal?.reason);
      };
      this.#waiting.add(go);
      signal?.addEventListener("abort", abort, { once: true });
    });
  }

  #release(): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#free++;
      return;
    }
    this.#waiting.delete(next);
    next();
  }
}

/** Runs tasks with the same key one at a time, in the order in which they came. */
export class KeyedMutex {
  readonly #entries = new Map<string, { readonly mutex: Semaphore; users: number }>();

  /** Runs the task when the key is free; rejects at once if the signal aborts while it waits. */
  async run<T>(key: string, task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const entry = this.#entries.get(key) ?? { mutex: new Semaphore(1), users: 0 };
    this.#entries.set(key, entry);
    entry.users++;
    try {
      return await entry.mutex.run(task, signal);
    } finally {
      entry.users--;
      if (entry.users === 0) this.#entries.delete(key);
    }
  }
}

interface DebounceOptions {
  /** A monotonic clock, in milliseconds. */
  readonly now?: () => number;
  readonly after?: Schedule;
}

const quietMs = 250;
const maxDelayMs = 2_000;

/** Calls back once things have been quiet for a moment, and at the latest a while after the first trigger. */
export class Debounce {
  readonly #callback: () => void;
  readonly #now: () => number;
  readonly #after: Schedule;
  #deadline: number | undefined;
  #cancelTimer: () => void = () => {};

  constructor(
    callback: () => void,
    { now = () => performance.now(), after = schedule }: DebounceOptions = {},
  ) {
    this.#callback = callback;
    this.#now = now;
    this.#after = after;
  }

  trigger(): void {
    const now = this.#now();
    this.#deadline ??= now + maxDelayMs;
    this.#cancelTimer();
    this.#cancelTimer = this.#after(Math.max(0, Math.min(quietMs, this.#deadline - now)), () => {
      this.#deadline = undefined;
      this.#callback();
    });
  }

  cancel(): void {
    this.#cancelTimer();
  }
}

const workMs = 10;
/** Another request takes several iterations of the event loop; with one per pause it would wait for every step. */
const iterations = 4;
/** After a long step others have waited long: a whole request is served before the next one. */
const maxIterations = 40;

/** Lets long work yield to the event loop between its steps, so that other requests are answered meanwhile. */
export class EventLoopYielder {
  readonly #now: () => number;
  #pausedAt: number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#pausedAt = now();
  }

  /** Yields if it has worked for 10 ms, longer after a long step. Only a new task lets others run; a promise does not. */
  async yieldIfDue(): Promise<void> {
    const worked = this.#now() - this.#pausedAt;
    if (worked < workMs) return;
    const count = Math.min(maxIterations, iterations * Math.floor(worked / workMs));
    for (let i = 0; i < count; i++) await delay(0);
    this.#pausedAt = this.#now();
  }

  /** Runs all steps, yielding between them; returns the result. */
  async runSteps<T>(steps: Generator<void, T>): Promise<T> {
    for (;;) {
      const step = steps.next();
      if (step.done === true) return step.value;
      await this.yieldIfDue();
    }
  }
}

/** Runs all steps without yielding; returns the result. */
export function runStepsSync<T>(steps: Generator<void, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
