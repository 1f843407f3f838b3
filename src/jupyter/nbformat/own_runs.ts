/** The sources that this process ran, by notebook and cell; bounded, the oldest forgotten first. */

import type { OwnRun } from "./cell_state.ts";

const mostRuns = 5_000;
const mostCharacters = 8_000_000;

export class OwnRuns {
  readonly #runs = new Map<string, OwnRun>();
  #characters = 0;

  remember(path: string, cellId: string, run: OwnRun): void {
    const key = keyOf(path, cellId);
    this.#forget(key);
    this.#runs.set(key, run);
    this.#characters += run.source.length;
    for (const oldest of this.#runs.keys()) {
      if (this.#runs.size <= mostRuns && this.#characters <= mostCharacters) return;
      this.#forget(oldest);
    }
  }

  find(path: string, cellId: string): OwnRun | undefined {
    return this.#runs.get(keyOf(path, cellId));
  }

  #forget(key: string): void {
    this.#characters -= this.#runs.get(key)?.source.length ?? 0;
    this.#runs.delete(key);
  }
}

function keyOf(path: string, cellId: string): string {
  return `${path}\n${cellId}`;
}
