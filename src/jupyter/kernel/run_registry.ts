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

const defaultLimits: RegistryLimits = { runs: 500, output: 64_000_000 };

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

export class RunRegistry {
  readonly #runs = new Map<string, Execution>();
  /** Ids of dropped runs, to distinguish them from ids that never existed. */
  readonly #dropped = new BoundedMap<true>({ most: rememberedIds });
  readonly #cancelled: CancelledCall[] = [];
  /** Runs whose caller no longer waits and does not know of their end. */
  readonly #inBackground = new Map<string, Execution>();
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

  /** Notes that a run continues after its call has returned. */
  leaveInBackground(execution: Execution): void {
    this.#inBackground.set(execution.id, execution);
  }

  /** Notes that a reply is about this run: if it has ended, its end need not be reported again. */
  showsEnd({ id, status }: Execution): void {
    if (status !== "running") this.#inBackground.delete(id);
  }

  /** Whether the end of this run is still to be reported. */
  isUnreported({ id }: Execution): boolean {
    return this.#inBackground.has(id);
  }

  /** Background runs that have ended since; each is returned once. */
  takeEnded(): readonly Execution[] {
    const ended = [...this.#inBackground.values()].filter(({ status }) => status !== "running");
    for (const { id } of ended) this.#inBackground.delete(id);
    return ended;
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
      ? `it was dropped to make room (the last ${this.#limits.runs} runs are kept)`
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
      this.#dropped.set(id, true);
      surplus--;
    }
  }
}
