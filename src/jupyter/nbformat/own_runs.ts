/** What this process runs and has run, by notebook and cell; sources are bounded, the oldest forgotten first. */

import { type CellState, cellState, type OwnRun } from "./cell_state.ts";
import type { Cell } from "./notebook.ts";

const mostRuns = 5_000;
const mostCharacters = 8_000_000;

export class OwnRuns {
  readonly #runs = new Map<string, OwnRun>();
  readonly #running = new Set<string>();
  readonly #waiting = new Set<string>();
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

  /** Notes that a cell is to run when those before it are through. */
  wait(path: string, cellId: string): void {
    this.#waiting.add(keyOf(path, cellId));
  }

  waitNoLonger(path: string, cellId: string): void {
    this.#waiting.delete(keyOf(path, cellId));
  }

  /** Notes that a cell runs now. */
  begin(path: string, cellId: string): void {
    this.#running.add(keyOf(path, cellId));
  }

  end(path: string, cellId: string): void {
    this.#running.delete(keyOf(path, cellId));
  }

  /** The state of a cell, as far as this process knows more than the notebook. */
  stateOf(path: string, cell: Cell, isBusy = true): CellState | null {
    const id = cell.id ?? "";
    const isRunning = this.#running.has(keyOf(path, id));
    const isWaiting = this.#waiting.has(keyOf(path, id));
    return cellState(cell, { own: this.find(path, id), isRunning, isWaiting, isBusy });
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
