/**
 * What ran in the cells of notebooks, so that cells which have changed since can be marked: what this process ran itself, and
 * what a kernel remembers that others ran.
 *
 * 1. Asking a kernel only ever adds to what is known: a kernel that does not answer soon is left alone, and none is started.
 * 2. A cell found equal to what ran under its count is remembered: any later difference is a change.
 * 3. A count that the kernel had not reached when it was first asked is from an earlier kernel process if a cell had it by
 *    then, and from the current one if a cell has it only since.
 */

import { pastInputs } from "../inspect/past_inputs.ts";
import type { KernelPool } from "../kernel/pool.ts";
import {
  type CellState,
  cellState,
  type CellStateOptions,
  compareWithHistory,
  type KnownRun,
  type Verdict,
} from "../nbformat/cell_state.ts";
import type { Cell } from "../nbformat/notebook.ts";
import type { SessionModel } from "../rest/sessions.ts";

interface JudgeOptions {
  /** The notebook's kernel, as the server lists it. */
  readonly kernel: SessionModel["kernel"];
  readonly signal?: AbortSignal | undefined;
}

interface FirstInspection {
  /** The kernel's process; counts begin anew in the next one. */
  readonly process: string | undefined;
  /** The first count that no run had had. */
  readonly next: number;
  readonly counts: ReadonlyMap<string, number>;
}

/** Milliseconds to wait for a kernel: an idle one answers in a few, a busy one may not answer at all. */
const patience = { idle: 2_000, busy: 400 } as const;
const mostNotebooks = 100;
const mostCounts = 5_000;

export class KernelHistory {
  readonly #kernels: KernelPool;
  readonly #known: RunHistory;
  readonly #firstLooks = new Map<string, FirstInspection>();

  constructor(kernels: KernelPool, known: RunHistory) {
    this.#kernels = kernels;
    this.#known = known;
  }

  /** Which cells are as they were when they ran and which are not, as far as the kernel can tell. */
  async judge(
    path: string,
    cells: readonly Cell[],
    { kernel, signal }: JudgeOptions,
  ): Promise<ReadonlyMap<Cell, Verdict>> {
    // A kernel that is starting has no history.
    if (kernel.execution_state !== "idle" && kernel.execution_state !== "busy") return new Map();
    const limit = patience[kernel.execution_state];
    const either = AbortSignal.any([AbortSignal.timeout(limit), ...(signal === undefined ? [] : [signal])]);
    try {
      return await this.#look(path, cells, { id: kernel.id, limit, signal: either });
    } catch {
      // The notebook is read anyway, without the marks that only the kernel can provide.
      signal?.throwIfAborted();
      return new Map();
    }
  }

  async #look(
    path: string,
    cells: readonly Cell[],
    { id, limit, signal }: { readonly id: string; readonly limit: number; readonly signal: AbortSignal },
  ): Promise<ReadonlyMap<Cell, Verdict>> {
    const kernel = this.#kernels.get(id);
    await kernel.connect({ signal });
    const { process } = kernel.inspector;
    const before = this.#firstLooks.get(path);
    const first = before?.process === process ? before : undefined;
    const counts = cells.flatMap((cell) => this.#known.isUnchanged(path, cell) ? [] : countOf(cell) ?? []);
    if (first !== undefined && counts.length === 0) return new Map();
    const wanted = [...new Set(counts)].slice(0, mostCounts);
    const seen = await pastInputs(kernel, { counts: wanted, limit, signal });
    if (seen === undefined) return new Map();
    if (first === undefined) this.#rememberFirst(path, cells, { process, next: seen.count });
    const verdicts = compareWithHistory(cells, {
      inputs: seen.inputs,
      lifeOf: (cell) => first && lifeOf(cell, first),
    });
    this.#learn(path, verdicts);
    return verdicts;
  }

  #rememberFirst(
    path: string,
    cells: readonly Cell[],
    look: Pick<FirstInspection, "process" | "next">,
  ): void {
    const counts = cells.flatMap((cell) => {
      const count = countOf(cell);
      return count === undefined ? [] : [[cell.id ?? "", count] as const];
    });
    this.#firstLooks.delete(path);
    this.#firstLooks.set(path, { ...look, counts: new Map(counts) });
    for (const oldest of this.#firstLooks.keys()) {
      if (this.#firstLooks.size <= mostNotebooks) return;
      this.#firstLooks.delete(oldest);
    }
  }

  #learn(path: string, verdicts: ReadonlyMap<Cell, Verdict>): void {
    for (const [{ id = "", source, execution_count = null }, verdict] of verdicts) {
      if (verdict === "same") this.#known.remember(path, id, { source, count: execution_count });
    }
  }
}

function countOf({ cell_type, execution_count }: Cell): number | undefined {
  return cell_type === "code" && typeof execution_count === "number" ? execution_count : undefined;
}

function lifeOf(
  { id = "", execution_count }: Cell,
  { next, counts }: FirstInspection,
): "present" | "past" | undefined {
  if (typeof execution_count !== "number" || execution_count < next) return undefined;
  return counts.get(id) === execution_count ? "past" : "present";
}

/** What the notebook's kernel says about a cell. */
type KernelReport = Pick<CellStateOptions, "isBusy" | "verdict">;

const mostRuns = 5_000;
const mostCharacters = 8_000_000;

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
