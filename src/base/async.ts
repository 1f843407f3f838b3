export function delay(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Calls back after so many milliseconds; the returned function takes that back. */
export type Schedule = (milliseconds: number, callback: () => void) => () => void;

export const schedule: Schedule = (milliseconds, callback) => {
  const id = setTimeout(callback, milliseconds);
  return () => clearTimeout(id);
};

/** Waits for work that goes on for others; rejects with the reason where this caller goes. Owns the work either way. */
export function untilAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason);
  if (signal.aborted) abort();
  else signal.addEventListener("abort", abort, { once: true });
  // The one that comes first is taken: work that is done by now is not given to a caller who has gone.
  return Promise.race([aborted.promise, work]).finally(() => signal.removeEventListener("abort", abort));
}

/** Whether a promise settles in time. */
export async function settlesWithin(promise: Promise<unknown>, limitMs: number): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<boolean>((resolve) => timer = setTimeout(() => resolve(false), limitMs));
  try {
    return await Promise.race([promise.then(() => true, () => true), limit]);
  } finally {
    clearTimeout(timer);
  }
}

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

/** Lines by name: of the works of one name one is done at a time, in the order in which they came. */

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

/**
 * Many changes as one piece of news: it goes out when nothing has changed for a moment, and at the latest a while after
 * the first change, so that it is not kept back by somebody who never stops typing.
 */

interface DebounceOptions {
  /** Milliseconds of a steady clock. */
  readonly now?: () => number;
  readonly after?: Schedule;
}

const quiet = 250;
const longest = 2_000;

export class Debounce {
  readonly #tell: () => void;
  readonly #now: () => number;
  readonly #after: Schedule;
  #deadline: number | undefined;
  #takeBack: () => void = () => {};

  constructor(tell: () => void, { now = () => performance.now(), after = schedule }: DebounceOptions = {}) {
    this.#tell = tell;
    this.#now = now;
    this.#after = after;
  }

  /** Something has changed. */
  trigger(): void {
    const now = this.#now();
    this.#deadline ??= now + longest;
    this.#takeBack();
    this.#takeBack = this.#after(Math.max(0, Math.min(quiet, this.#deadline - now)), () => {
      this.#deadline = undefined;
      this.#tell();
    });
  }

  /** Tells of nothing any more. */
  cancel(): void {
    this.#takeBack();
  }
}

/**
 * Lets long work give way: between two of its steps whatever else is due goes first, other sessions' answers among it.
 */

/** Milliseconds of work between two pauses. */
const workTime = 10;
/** A request of somebody else takes several turns of the event loop; one a pause would make it wait for every step. */
const turnsForOthers = 4;

export class EventLoopYielder {
  #pausedAt = performance.now();

  /** Pauses if it is time to. Only a new task lets others in; a resolved promise would not. */
  async yieldIfDue(): Promise<void> {
    if (performance.now() - this.#pausedAt < workTime) return;
    for (let turn = 0; turn < turnsForOthers; turn++) await new Promise((resolve) => setTimeout(resolve));
    this.#pausedAt = performance.now();
  }

  /** Takes all steps of a work, with pauses between them; returns its result. */
  async runSteps<T>(steps: Generator<void, T>): Promise<T> {
    for (;;) {
      const step = steps.next();
      if (step.done === true) return step.value;
      await this.yieldIfDue();
    }
  }
}

/** Takes all steps of a work without a pause; returns its result. */
export function runStepsSync<T>(steps: Generator<void, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
