/**
 * Work that runs cells and writes them into a notebook. While some of it continues without a caller, the process must not
 * end by itself; if it has to end, that work is handed over to a successor. Work that a caller waits for is handed over only
 * to be stopped, if it could not be stopped and written here.
 */

import { z } from "zod";
import type { Execution } from "../kernel/execution.ts";
import { runSnapshot } from "../kernel/takeover.ts";
import { knownCell, type KnownIds } from "../nbformat/cell_ids.ts";
import { cell } from "../nbformat/notebook.ts";

const runChange = z.object({
  id: z.string(),
  tool: z.string(),
  /** The running cell as it was before its run, if that has changed it already. */
  original: cell.optional(),
});

const workState = z.object({
  path: z.string(),
  /** The cell that is running. */
  cellId: z.string(),
  /** The cells after it, which are still to be run. */
  remaining: z.array(z.string()).readonly(),
  /** The counts that cells had which are marked as queued. */
  counts: z.array(z.tuple([z.string(), z.number().nullable()])).readonly().optional(),
  stopOnError: z.boolean(),
  /** Whether outputs are written to a file that a browser has open. */
  force: z.boolean(),
  /** Cells with outputs that their notebook does not have yet. */
  unsaved: z.array(cell).readonly(),
  /** Whether the running cell was added for the run: if it was lost with what its document had not saved, it is added again. */
  isNewCell: z.boolean().optional(),
  /** The change in the journal that it is part of; undefined if it is not recorded there. */
  change: runChange.optional(),
});

/** What remains to be done. */
export interface WorkState extends z.infer<typeof workState> {
  /** The run of its cell; undefined if it has none yet. */
  readonly execution: Execution | undefined;
}

interface Work {
  readonly kernelId: string;
  /** Returns the current state; nothing new is started from then on. */
  readonly handOver: () => WorkState;
}

interface TrackedWork {
  /** The caller no longer waits: the work continues without one. */
  readonly detach: () => void;
}

export const handedOverRun = workState.extend({
  kernelId: z.string(),
  /** When it was handed over, in milliseconds of this machine's clock. */
  at: z.number(),
  /** Whether we had heard everything that the kernel had sent by then. */
  hasHeardAll: z.boolean(),
  /** The run of its cell, unless the kernel has not received it. */
  soFar: runSnapshot.nullable(),
  /** How to recognise the cells of a notebook whose file stores no ids. */
  knownCells: z.array(knownCell).readonly().optional(),
  /** Whether it is to be stopped, and no cell to be run any more: its caller has gone. */
  isAbandoned: z.boolean(),
});

export type HandedOverRun = z.infer<typeof handedOverRun>;

export class NotebookWork {
  readonly #work = new Map<Promise<unknown>, Work & { isAwaited: boolean }>();
  readonly #cellIds: Pick<KnownIds, "handOver"> | undefined;

  constructor(cellIds?: Pick<KnownIds, "handOver">) {
    this.#cellIds = cellIds;
  }

  /** Tracks work until `done` has settled. */
  track(done: Promise<unknown>, work: Work): TrackedWork {
    const tracked = { ...work, isAwaited: true };
    this.#work.set(done, tracked);
    const end = () => this.#work.delete(done);
    done.then(end, end);
    return { detach: () => tracked.isAwaited = false };
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
   * Snapshots of all work for another process; this one no longer collects or writes their output.
   *
   * @param hasHeardAll Whether everything that a kernel has sent has arrived here.
   */
  handOver(hasHeardAll: (kernelId: string) => boolean): HandedOverRun[] {
    return [...this.#work].map(([done, { kernelId, handOver, isAwaited }]) => {
      const { execution, ...state } = handOver();
      const soFar = execution?.handOver();
      this.#work.delete(done);
      const isSent = soFar !== undefined && execution?.state !== "queued";
      return {
        ...state,
        kernelId,
        at: Date.now(),
        hasHeardAll: hasHeardAll(kernelId),
        soFar: isSent ? soFar : null,
        remaining: isSent ? state.remaining : [state.cellId, ...state.remaining],
        knownCells: this.#cellIds?.handOver(state.path),
        isAbandoned: isAwaited,
      };
    });
  }
}
