/**
 * What this process runs and has run, by notebook and cell, and what it has seen others run; sources are bounded, the
 * oldest forgotten first.
 */

import { type CellState, cellState, type CellStateOptions, type KnownRun } from "./cell_state.ts";
import type { Cell } from "./notebook.ts";

/** What the notebook's kernel tells of a cell. */
export type KernelReport = Pick<CellStateOptions, "isBusy" | "verdict">;

const mostRuns = 5_000;
const mostCharacters = 8_000_000;

/** A run of ours that is not over. */
export interface ActiveRun {
  /** Whether the kernel has executed anything of it: it may be at work for somebody else first. */
  readonly hasBegun: boolean;
}

/** A cell of a notebook, which may get another name meanwhile. */
interface Place {
  path: string;
  readonly cellId: string;
  readonly run?: ActiveRun;
}

export class RunHistory {
  readonly #runs = new Map<string, KnownRun>();
  readonly #running = new Set<Place>();
  readonly #waiting = new Set<Place>();
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

  /** Notes that a cell is to run when those before it are through; ends that when called, wherever the notebook is then. */
  wait(path: string, cellId: string): () => void {
    return enter(this.#waiting, { path, cellId });
  }

  /** Notes that a cell is with its kernel now; ends that when called, wherever the notebook is then. */
  begin(path: string, cellId: string, run: ActiveRun): () => void {
    return enter(this.#running, { path, cellId, run });
  }

  /** Takes along what is known of a notebook that has another name now. */
  move(from: string, to: string): void {
    const moved = (key: string) => keyOf(to, key.slice(keyOf(from, "").length));
    const isMoving = (key: string) => key.startsWith(keyOf(from, ""));
    for (const [key, run] of [...this.#runs].filter(([key]) => isMoving(key))) {
      this.#runs.delete(key);
      this.#runs.set(moved(key), run);
    }
    for (const place of [...this.#running, ...this.#waiting]) if (place.path === from) place.path = to;
  }

  /** Whether a cell is as it was when it ran last. */
  isUnchanged(path: string, { id = "", execution_count, source }: Cell): boolean {
    const known = this.find(path, id);
    return known !== undefined && known.count === execution_count && known.source === source;
  }

  /** The state of a cell, as far as this process knows more than the notebook. */
  stateOf(path: string, cell: Cell, { isBusy, verdict }: KernelReport = {}): CellState | null {
    const id = cell.id ?? "";
    const place = findIn(this.#running, path, id);
    const isRunning = place?.run?.hasBegun === true;
    const isWaiting = place !== undefined || findIn(this.#waiting, path, id) !== undefined;
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

function enter(places: Set<Place>, place: Place): () => void {
  places.add(place);
  return () => void places.delete(place);
}

function findIn(places: ReadonlySet<Place>, path: string, cellId: string): Place | undefined {
  return places.values().find((place) => place.path === path && place.cellId === cellId);
}
