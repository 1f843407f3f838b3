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
