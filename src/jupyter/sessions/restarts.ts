/** Restarts that were asked for: what is sent after one waits for it, also before its kernel has been looked up. */

export class Restarts {
  readonly #underWay = new Map<string, Promise<void>>();

  /** Notes a restart of this session, which must have been asked for just now. */
  add(sessionId: string, restart: Promise<unknown>): void {
    const over: Promise<void> = restart.then(() => undefined, () => undefined).finally(() => {
      if (this.#underWay.get(sessionId) === over) this.#underWay.delete(sessionId);
    });
    this.#underWay.set(sessionId, over);
  }

  /** Resolves when the last restart of this session is over, however it ended; undefined where none is under way. */
  over(sessionId: string): Promise<void> | undefined {
    return this.#underWay.get(sessionId);
  }
}
