/**
 * Lets long work give way: between two of its steps whatever else is due goes first, other sessions' answers among it.
 */

/** Milliseconds of work between two pauses. */
const workTime = 10;
/** A request of another client takes several turns of the event loop; one a pause would make it wait for every step. */
const turnsForOthers = 4;
/** After a long step others have waited long: a whole request is served before the next one. */
const mostTurns = 40;

export class Breather {
  readonly #now: () => number;
  #pausedAt: number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#pausedAt = now();
  }

  /** Pauses if it is time to, for longer after a long step. Only a new task lets others in; a resolved promise would not. */
  async breathe(): Promise<void> {
    const worked = this.#now() - this.#pausedAt;
    if (worked < workTime) return;
    const turns = Math.min(mostTurns, turnsForOthers * Math.floor(worked / workTime));
    for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setTimeout(resolve));
    this.#pausedAt = this.#now();
  }

  /** Takes all steps of a work, with pauses between them; returns its result. */
  async through<T>(steps: Generator<void, T>): Promise<T> {
    for (;;) {
      const step = steps.next();
      if (step.done === true) return step.value;
      await this.breathe();
    }
  }
}

/** Takes all steps of a work without a pause; returns its result. */
export function atOnce<T>(steps: Generator<void, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
