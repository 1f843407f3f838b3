/**
 * Our runs, by id. Bounded by number and by the size of their outputs: the oldest ended runs lose their outputs first,
 * then they are dropped. Running ones stay whole. The last calls that were cancelled before they ran anything are
 * remembered.
 */

import { BoundedMap } from "../../base/bounded_map.ts";
import { AppError } from "../../base/errors.ts";
import type { Execution } from "./execution.ts";

interface RegistryLimits {
  /** Maximum number of ended runs. */
  readonly runs: number;
  /** Maximum characters of outputs over all ended runs. */
  readonly output: number;
}

const defaultLimits: RegistryLimits = { runs: 500, output: 16_000_000 };

/** Maximum number of remembered ids of dropped runs. */
const rememberedIds = 10_000;

/** Maximum number of remembered calls that ran nothing, and of their cells that are named. */
const rememberedCalls = 20;
const maxNamed = 10;

/** A call that was cancelled before any cell of it ran. */
interface CancelledCall {
  /** The notebook of its cells. */
  readonly path: string;
  readonly note: string;
}

/** The cells that follow a background run, in the same call. */
export interface FollowingCells {
  /** Those that have begun, in order. */
  readonly begun: readonly { readonly cellId: string; readonly execution: Execution }[];
  /** Those that have not. */
  readonly remaining: readonly string[];
  readonly isOver: boolean;
  /** Resolves when no more cells follow. */
  readonly ended: Promise<void>;
}

/** A run whose caller no longer waits, with the cells that follow it. */
export interface BackgroundRun {
  readonly execution: Execution;
  readonly following?: FollowingCells | undefined;
}

/** The status of a run with all cells that follow it. */
export function backgroundStatus({ execution, following }: BackgroundRun): Execution["status"] {
  const runs = [execution, ...following?.begun.map((one) => one.execution) ?? []];
  if (following?.isOver === false) return "running";
  return runs.find(({ status }) => status !== "ok")?.status ?? "ok";
}

export class RunRegistry {
  readonly #runs = new Map<string, Execution>();
  /** Ids of dropped runs, to distinguish them from ids that never existed. */
  readonly #dropped = new BoundedMap<true>({ most: rememberedIds });
  readonly #cancelled: CancelledCall[] = [];
  /** Runs that were left in the background, as long as they are kept. */
  readonly #background = new Map<string, BackgroundRun>();
  /** Ids of those whose caller does not know of their end. */
  readonly #unreported = new Set<string>();
  readonly #backgroundListeners = new Set<(run: BackgroundRun) => void>();
  readonly #endListeners = new Set<(execution: Execution) => void>();
  readonly #limits: RegistryLimits;

  constructor(limits: RegistryLimits = defaultLimits) {
    this.#limits = limits;
  }

  add(execution: Execution): void {
    this.#runs.set(execution.id, execution);
    this.#dropOldest();
    void execution.ended.then(() => {
      this.#dropOutputs();
      for (const listener of this.#endListeners) listener(execution);
    });
  }

  /** Remembers a call that was cancelled before any cell of it ran. */
  noteUnrun(path: string, cells: readonly string[]): void {
    const named = [...cells.slice(0, maxNamed), ...(cells.length > maxNamed ? ["…"] : [])].join(", ");
    const note =
      `A call to run cells of "${path}" was cancelled at ${new Date().toISOString()}, before any ran; ` +
      `cells that were not run: ${named}`;
    this.#cancelled.push({ path, note });
    this.#cancelled.splice(0, this.#cancelled.length - rememberedCalls);
  }

  /** The last calls that ran nothing, oldest first. */
  get unrun(): readonly CancelledCall[] {
    return this.#cancelled;
  }

  /** Notes that a run, and the cells that follow it, continue after their call has returned. */
  leaveInBackground(execution: Execution, following?: FollowingCells): void {
    const run = { execution, following };
    this.#background.set(execution.id, run);
    this.#unreported.add(execution.id);
    void (following?.ended ?? execution.ended).then(() => {
      for (const listener of this.#backgroundListeners) listener(run);
    });
  }

  /** The cells that follow a background run. */
  following({ id }: Execution): FollowingCells | undefined {
    return this.#background.get(id)?.following;
  }

  /** The run itself or, if it has ended and cells follow it, the run of the cell that is executing now. */
  current(execution: Execution): Execution {
    const begun = this.following(execution)?.begun ?? [];
    const runs = [execution, ...begun.map((one) => one.execution)];
    return runs.find(({ status }) => status === "running") ?? execution;
  }

  /** Notes that a reply is about this run: if it has ended, its end need not be reported again. */
  showsEnd({ id }: Execution): void {
    const run = this.#background.get(id);
    if (run !== undefined && backgroundStatus(run) !== "running") this.#unreported.delete(id);
  }

  /** Whether the end of this run is still to be reported. */
  isUnreported({ execution: { id } }: BackgroundRun): boolean {
    return this.#unreported.has(id);
  }

  /** Background runs that have ended since; each is returned once. */
  takeEnded(): readonly BackgroundRun[] {
    const ended = [...this.#unreported].flatMap((id) => this.#background.get(id) ?? [])
      .filter((run) => backgroundStatus(run) !== "running");
    for (const { execution: { id } } of ended) this.#unreported.delete(id);
    return ended;
  }

  /** Calls back at the end of every background run, with all cells that follow it. */
  onBackgroundEnd(listener: (run: BackgroundRun) => void): void {
    this.#backgroundListeners.add(listener);
  }

  /** Calls back at the end of every run. */
  onEnd(listener: (execution: Execution) => void): void {
    this.#endListeners.add(listener);
  }

  /** All runs kept, oldest first. */
  list(): Execution[] {
    return [...this.#runs.values()];
  }

  get(id: string): Execution {
    const execution = this.#runs.get(id);
    if (execution !== undefined) return execution;
    const state = this.#dropped.get(id)
      ? `it was dropped to free space (the last ${this.#limits.runs} runs are kept)`
      : "no run has this id";
    throw new AppError("execution_not_found", `Cannot find execution "${id}": ${state}`, {
      hint: "Call execution_list to see the runs that are kept",
      details: { available: this.list().slice(-10).map((run) => run.id) },
    });
  }

  /** Drops outputs of the runs that ended first until the rest is within the limit; the last keeps its own. */
  #dropOutputs(): void {
    const ended = this.list().filter((run) => run.status !== "running");
    let total = ended.reduce((sum, run) => sum + run.outputs.size, 0);
    // Called before every result: there is no need to sort within the limit.
    if (total <= this.#limits.output) return;
    ended.sort((a, b) => a.endedAt - b.endedAt);
    for (const run of ended.slice(0, -1)) {
      if (total <= this.#limits.output) return;
      total -= run.outputs.size;
      run.outputs.discard();
    }
  }

  #dropOldest(): void {
    let surplus = this.#runs.size - this.#limits.runs;
    for (const [id, run] of this.#runs) {
      if (surplus <= 0) return;
      if (run.status === "running") continue;
      this.#runs.delete(id);
      this.#background.delete(id);
      this.#unreported.delete(id);
      this.#dropped.set(id, true);
      surplus--;
    }
  }
}
