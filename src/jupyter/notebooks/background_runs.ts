/**
 * Background runs: runs that continue without a caller and write into a notebook. While there are any, the process must not
 * end by itself; if it has to end, they are handed over to a successor. A run that a caller waits for is handed over only to
 * be stopped, if it could not be stopped and written here.
 */

import { z } from "zod";
import type { Execution } from "../kernel/execution.ts";
import { runSnapshot } from "../kernel/takeover.ts";
import type { KnownIds } from "../nbformat/cell_ids.ts";
import { type Cell, cell } from "../nbformat/notebook.ts";

/** The current state of a background run. */
export interface BackgroundRunState {
  readonly path: string;
  /** The cell that is running. */
  readonly cellId: string;
  /** Its run; undefined if it has none yet. */
  readonly execution: Execution | undefined;
  /** The cells after it. */
  readonly left: readonly string[];
  readonly stopOnError: boolean;
  /** Whether its outputs are written to a file that a browser has open. */
  readonly force: boolean;
  /** Cells with outputs that their notebook does not have yet. */
  readonly unsaved: readonly Cell[];
  /** Whether the running cell was added for the run: if it was lost with what its document had not saved, it is added again. */
  readonly isNewCell?: boolean;
  /** The change in the journal that it is part of; undefined if it is not recorded there. */
  readonly change?: RunChange | undefined;
}

const runChange = z.object({
  id: z.string(),
  tool: z.string(),
  /** The running cell as it was before its run, if that has changed it already. */
  original: cell.optional(),
});

export type RunChange = z.infer<typeof runChange>;

export interface BackgroundRun {
  readonly kernelId: string;
  /** Returns the current state; nothing new is started from then on. */
  readonly handOver: () => BackgroundRunState;
  /** Whether a caller waits for it: it does not continue without one. */
  readonly isAwaited?: boolean;
}

export const handedOverRun = z.object({
  path: z.string(),
  kernel_id: z.string(),
  /** The cell that was running. */
  cell_id: z.string(),
  /** When it was handed over, in milliseconds of this machine's clock. */
  at: z.number(),
  /** Whether we had heard everything that the kernel had sent by then. */
  has_heard_all: z.boolean(),
  /** Its run, unless the kernel has not received it. */
  so_far: runSnapshot.nullable(),
  /** The cells that are still to be run. */
  left: z.array(z.string()),
  stop_on_error: z.boolean(),
  /** Whether outputs are written to a file that a browser has open. */
  force: z.boolean(),
  /** How to recognise the cells of a notebook whose file stores no ids. */
  known_cells: z.array(z.object({ id: z.string(), key: z.string() })).readonly().optional(),
  /** Cells with outputs that were not in the file yet. */
  unsaved: z.array(cell),
  /** Whether the cell that was running is added again if the notebook lacks it. */
  is_new_cell: z.boolean(),
  /** Whether it is to be stopped, and no cell to be run any more: its caller has gone. */
  is_abandoned: z.boolean(),
  change: runChange.optional(),
});

export type HandedOverRun = z.infer<typeof handedOverRun>;

export class BackgroundRuns {
  readonly #work = new Map<Promise<unknown>, BackgroundRun>();
  readonly #cellIds: Pick<KnownIds, "handOver"> | undefined;

  constructor(cellIds?: Pick<KnownIds, "handOver">) {
    this.#cellIds = cellIds;
  }

  /** Counts the work until it has settled; if it is counted already, as what it is now. */
  add(work: Promise<unknown>, run: BackgroundRun): void {
    this.#work.set(work, run);
    const done = () => this.#work.delete(work);
    work.then(done, done);
  }

  get isEmpty(): boolean {
    return this.#work.size === 0;
  }

  /** Whether callers wait, or waited until they went, for all of them. */
  get areAwaited(): boolean {
    return [...this.#work.values()].every(({ isAwaited }) => isAwaited);
  }

  /** The kernels at work. */
  get kernels(): string[] {
    return [...new Set([...this.#work.values()].map(({ kernelId }) => kernelId))];
  }

  /** Resolves when there is none. */
  async settled(): Promise<void> {
    while (this.#work.size > 0) await Promise.allSettled(this.#work.keys());
  }

  /**
   * Snapshots of all runs for another process; this one no longer collects or writes their output.
   *
   * @param hasHeardAll Whether everything that a kernel has sent has arrived here.
   */
  handOver(hasHeardAll: (kernelId: string) => boolean): HandedOverRun[] {
    return [...this.#work].map(([work, { kernelId, handOver, isAwaited = false }]) => {
      const { path, cellId, execution, left, stopOnError, force, unsaved, isNewCell = false, change } =
        handOver();
      const soFar = execution?.handOver();
      this.#work.delete(work);
      const isSent = soFar !== undefined && execution?.state !== "queued";
      return {
        path,
        kernel_id: kernelId,
        cell_id: cellId,
        at: Date.now(),
        has_heard_all: hasHeardAll(kernelId),
        so_far: isSent ? soFar : null,
        left: isSent ? [...left] : [cellId, ...left],
        stop_on_error: stopOnError,
        force,
        known_cells: this.#cellIds?.handOver(path),
        unsaved: [...unsaved],
        is_new_cell: isNewCell,
        is_abandoned: isAwaited,
        change,
      };
    });
  }
}
