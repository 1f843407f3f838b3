/**
 * Our runs, by id. Bounded: the oldest ended ones go first, running ones stay.
 */

import { AppError } from "../../errors.ts";
import type { Execution } from "./execution.ts";

/** Ended runs kept at most. */
const keptRuns = 500;

export class Executions {
  readonly #runs = new Map<string, Execution>();
  /** Ids of runs that were dropped, so that an answer can tell them from ids that never were. */
  readonly #dropped = new Set<string>();

  add(execution: Execution): void {
    this.#runs.set(execution.id, execution);
    this.#dropOldest();
  }

  /** All runs kept, oldest first. */
  list(): Execution[] {
    return [...this.#runs.values()];
  }

  get(id: string): Execution {
    const execution = this.#runs.get(id);
    if (execution !== undefined) return execution;
    const state = this.#dropped.has(id)
      ? `it was dropped to make room (the last ${keptRuns} runs are kept)`
      : "no run has this id";
    throw new AppError("execution_not_found", `Cannot find execution "${id}": ${state}`, {
      hint: "Call execution_list to see the runs that are kept",
      details: { available: this.list().slice(-10).map((run) => run.id) },
    });
  }

  #dropOldest(): void {
    let surplus = this.#runs.size - keptRuns;
    for (const [id, run] of this.#runs) {
      if (surplus <= 0) return;
      if (run.status === "running") continue;
      this.#runs.delete(id);
      this.#dropped.add(id);
      surplus--;
    }
  }
}
