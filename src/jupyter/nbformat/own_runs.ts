/**
 * What this process runs and has run, by notebook and cell, and what it has seen others run; sources are bounded, the
 * oldest forgotten first.
 */

import { type CellState, cellState, type CellStateOptions, type KnownRun } from "./cell_state.ts";
import type { Cell } from "./notebook.ts";

/** What the notebook's kernel tells of a cell. */
export type KernelWord = Pick<CellStateOptions, "isBusy" | "verdict">;

/** A run of ours that is not over. */
export interface RunUnderWay {
  /** Whether the kernel has executed anything of it: it may be at work for somebody else first. */
  readonly hasBegun: boolean;
}

const mostRuns = 5_000;
const mostCharacters = 8_000_000;

export class OwnRuns {
  readonly #runs = new Map<string, KnownRun>();
  readonly #running = new Map<string, RunUnderWay>();
  readonly #waiting = new Set<string>();
  #characters = 0;

  remember(path: string, cellId: string, run: KnownRun): void {
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

  /** Notes that a cell is with its kernel now. */
  begin(path: string, cellId: string, run: RunUnderWay): void {
    this.#running.set(keyOf(path, cellId), run);
  }

  end(path: string, cellId: string): void {
    this.#running.delete(keyOf(path, cellId));
  }

  /** Takes along what is known of a notebook that has another name now. */
  move(from: string, to: string): void {
    const moved = (key: string) => keyOf(to, key.slice(keyOf(from, "").length));
    const isMoving = (key: string) => key.startsWith(keyOf(from, ""));
    for (const [key, run] of [...this.#runs].filter(([key]) => isMoving(key))) {
      this.#runs.delete(key);
      this.#runs.set(moved(key), run);
    }
    for (const [key, run] of [...this.#running].filter(([key]) => isMoving(key))) {
      this.#running.delete(key);
      this.#running.set(moved(key), run);
    }
    for (const key of [...this.#waiting].filter(isMoving)) {
      this.#waiting.delete(key);
      this.#waiting.add(moved(key));
    }
  }

  /** Whether a cell is as it was when it ran last. */
  isUnchanged(path: string, { id = "", execution_count, source }: Cell): boolean {
    const known = this.find(path, id);
    return known !== undefined && known.count === execution_count && known.source === source;
  }

  /** The state of a cell, as far as this process knows more than the notebook. */
  stateOf(path: string, cell: Cell, { isBusy, verdict }: KernelWord = {}): CellState | null {
    const id = cell.id ?? "";
    const run = this.#running.get(keyOf(path, id));
    const isRunning = run?.hasBegun === true;
    const isWaiting = run !== undefined || this.#waiting.has(keyOf(path, id));
    return cellState(cell, { known: this.find(path, id), isRunning, isWaiting, isBusy, verdict });
  }

  find(path: string, cellId: string): KnownRun | undefined {
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
