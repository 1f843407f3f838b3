/**
 * Runs that go on without a caller and write into a notebook: while there are any, the process must not end by itself.
 * Where it must end all the same, they are given away to another one.
 */

import type { Execution } from "../kernel/execution.ts";
import type { KeptRun } from "./kept_run.ts";
import type { KnownIds } from "../nbformat/known_ids.ts";
import type { Cell } from "../nbformat/notebook.ts";

/** A run that goes on, as it stands. */
export interface Standing {
  readonly path: string;
  /** The cell whose turn it is. */
  readonly cellId: string;
  /** Its run; undefined where it has none yet. */
  readonly execution: Execution | undefined;
  /** The cells after it. */
  readonly left: readonly string[];
  readonly stopOnError: boolean;
  /** Whether its outputs are written to a file that a browser has open. */
  readonly force: boolean;
  /** Cells with outputs that their notebook does not have yet. */
  readonly unsaved: readonly Cell[];
}

export interface UnattendedRun {
  readonly kernelId: string;
  /** Tells how it stands, and begins nothing new from then on. */
  readonly give: () => Standing;
}

export class Unattended {
  readonly #work = new Map<Promise<unknown>, UnattendedRun>();
  readonly #cellIds: Pick<KnownIds, "handOver"> | undefined;

  constructor(cellIds?: Pick<KnownIds, "handOver">) {
    this.#cellIds = cellIds;
  }

  /** Counts the work until it has settled. */
  add(work: Promise<unknown>, run: UnattendedRun): void {
    this.#work.set(work, run);
    const done = () => this.#work.delete(work);
    work.then(done, done);
  }

  get isEmpty(): boolean {
    return this.#work.size === 0;
  }

  /** The kernels at work. */
  get kernels(): string[] {
    return [...new Set([...this.#work.values()].map(({ kernelId }) => kernelId))];
  }

  /** Resolves when there is none. */
  async settled(): Promise<void> {
    while (this.#work.size > 0) await Promise.allSettled(this.#work.keys());
  }

  /** All of them for another process; here nothing of them is taken or written any more. */
  giveAway(): KeptRun[] {
    return [...this.#work].map(([work, { kernelId, give }]) => {
      const { path, cellId, execution, left, stopOnError, force, unsaved } = give();
      const isOver = execution !== undefined && execution.status !== "running";
      const soFar = isOver ? undefined : execution?.handOver();
      // The end of a run is still written here.
      if (!isOver) this.#work.delete(work);
      const isSent = soFar !== undefined && execution?.state !== "queued";
      return {
        path,
        kernel_id: kernelId,
        cell_id: cellId,
        so_far: isSent ? soFar : null,
        left: isSent || isOver ? [...left] : [cellId, ...left],
        last_status: isOver ? execution.status : null,
        stop_on_error: stopOnError,
        force,
        known_cells: this.#cellIds?.handOver(path),
        unsaved: [...unsaved],
      };
    });
  }
}
