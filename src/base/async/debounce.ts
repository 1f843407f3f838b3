/**
 * Many changes as one piece of news: it goes out when nothing has changed for a moment, and at the latest a while after
 * the first change, so that it is not kept back by somebody who never stops typing.
 */

import { type Schedule, schedule } from "./timer.ts";

export interface DebounceOptions {
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
