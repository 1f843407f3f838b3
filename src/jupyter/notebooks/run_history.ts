/** What this process runs and has run, by notebook and cell, and what it has seen others run. */

import { BoundedMap } from "../../base/bounded_map.ts";
import { type CellState, cellState, type CellStateOptions, type KnownRun } from "../nbformat/cell_state.ts";
import type { Cell } from "../nbformat/notebook.ts";

/** What the notebook's kernel says about a cell. */
type KernelReport = Pick<CellStateOptions, "isBusy" | "verdict">;

const mostCharacters = 10_000_000;
/** What a run counts besides its source. */
const charactersPerRun = 2_000;

/** One of our runs that is not over. */
interface ActiveRun {
  /** Whether the kernel has executed anything of it: it may be at work for someone else first. */
  readonly hasBegun: boolean;
}

/** A cell of a notebook, which may get another name meanwhile. */
interface Place {
  path: string;
  readonly cellId: string;
  readonly run?: ActiveRun;
}

/**
 * What this process runs and has run, by notebook and cell, and what it has seen others run. Bounded: the oldest sources are
 * forgotten first.
 */
export class RunHistory {
  readonly #runs = new BoundedMap<KnownRun>({
    most: mostCharacters,
    weight: ({ source }) => source.length + charactersPerRun,
  });
  readonly #running = new Set<Place>();
  readonly #waiting = new Set<Place>();

  remember(path: string, cellId: string, run: KnownRun): void {
    this.#runs.set(keyOf(path, cellId), run);
  }

  /** Marks a cell as queued. The returned function removes the mark, even if the notebook has been renamed. */
  wait(path: string, cellId: string): () => void {
    return enter(this.#waiting, { path, cellId });
  }

  /** Marks a cell as sent to its kernel. The returned function removes the mark, even if the notebook has been renamed. */
  begin(path: string, cellId: string, run: ActiveRun): () => void {
    return enter(this.#running, { path, cellId, run });
  }

  /** Moves what is known of a notebook to its new name. */
  move(from: string, to: string): void {
    const prefix = keyOf(from, "");
    for (const key of [...this.#runs.keys()].filter((key) => key.startsWith(prefix))) {
      const run = this.#runs.get(key);
      this.#runs.delete(key);
      if (run !== undefined) this.#runs.set(keyOf(to, key.slice(prefix.length)), run);
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
