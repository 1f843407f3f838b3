/**
 * Runs cells of a notebook one after the other, each with its outputs written to the notebook as they come. A notebook
 * that is renamed meanwhile is followed to its new name.
 */

import { CellBatch } from "./cell_batch.ts";
import type { Execution, RunStatus } from "../kernel/execution.ts";
import type { RunRegistry } from "../kernel/runs.ts";
import type { KernelPool } from "../kernel/pool.ts";
import { runUnwritten } from "./may_write.ts";
import { useMoving } from "./moving_home.ts";
import { notebookKernel } from "./notebook_kernel.ts";
import type { Notebooks, Visibility } from "./notebooks.ts";
import { saveRuns } from "./save_runs.ts";
import type { Sessions } from "../sessions/sessions.ts";
import { tellIndices } from "./tell_indices.ts";

export interface RunServices {
  readonly kernels: KernelPool;
  readonly notebooks: Notebooks;
  readonly sessions: Sessions;
  readonly executions: RunRegistry;
}

export interface RunCellsOptions {
  readonly path: string;
  /** Ids of the cells, in order. */
  readonly cells: readonly string[];
  readonly stopOnError: boolean;
  /** Whether outputs are written to a file that a browser has open; otherwise the cells are run and the file left alone. */
  readonly force?: boolean;
  /** Seconds for all cells together. */
  readonly timeout: number;
  readonly onTimeout: "interrupt" | "continue";
  readonly signal: AbortSignal;
  /** Called when a cell's run begins; what it returns, at the end. */
  readonly onCell?: (execution: Execution, turn: CellTurn) => () => void;
}

/** The cell whose turn it is. */
export interface CellTurn {
  readonly cellId: string;
  /** Where it is in the notebook. */
  readonly index: number;
  /** Its place among the cells of the call, from one. */
  readonly number: number;
}

export interface CellRun {
  readonly cellId: string;
  readonly execution: Execution;
  /** How it stands for the caller, who may have stopped waiting. */
  readonly status: RunStatus;
}

export interface CellRuns {
  /** Where the notebook is by now. */
  readonly path: string;
  readonly runs: readonly CellRun[];
  /** Cells that were not run, or go on by themselves after a hand-over. */
  readonly notRun: readonly string[];
  readonly isHandedOver: boolean;
  /** Where a cell of the notebook is now; null where it is gone, or the notebook cannot be read any more. */
  readonly indexOf: (cellId: string) => number | null;
  /** Undefined if a browser has the file open and the outputs are not in it. */
  readonly visible: Visibility | undefined;
  readonly saved: boolean;
  /** What became of the notebook meanwhile. */
  readonly notes: readonly string[];
}

/** Runs cells; a call that was cancelled before any of them ran leaves a word of that behind. */
export async function runCells(services: RunServices, options: RunCellsOptions): Promise<CellRuns> {
  let hasBegun = false;
  const onCell = (execution: Execution, turn: CellTurn) => {
    hasBegun = true;
    return options.onCell?.(execution, turn) ?? (() => {});
  };
  return await runThem(services, { ...options, onCell }).catch((error) => {
    // Of a cell that has begun, its own run tells.
    const { path, cells, signal } = options;
    if (signal.aborted && !hasBegun) services.executions.noteUnrun(path, cells);
    throw error;
  });
}

async function runThem(services: RunServices, options: RunCellsOptions): Promise<CellRuns> {
  const { path, signal } = options;
  const { notebooks, sessions } = services;
  const { session, kernel } = await notebookKernel(sessions, path, signal);
  const answer = Promise.withResolvers<CellRuns>();
  const pathNow = (signal?: AbortSignal) => sessions.notebookOf(session.id, signal);
  const work = useMoving({ notebooks, path, pathNow }, async (home) => {
    const batch = new CellBatch({ ...services, ...options, home, kernel, sessionId: session.id });
    const outcome = await batch.run().catch(async (error) => {
      answer.reject(error);
      await batch.finish();
      throw error;
    });
    const goesOn = outcome.isHandedOver || batch.goesOn;
    const unwritten = goesOn ? await batch.flush() : batch.unwritten;
    const { saved, notes, notebook } = await saveRuns(home, unwritten);
    for (const note of notes) {
      // What became of one run is told with that one.
      if (!unwritten.includes(note)) outcome.runs.at(-1)?.execution.note(note);
    }
    const seen = await notebooks.visibility(home.path, home, signal).catch(() => "no_browser" as const);
    const visible = saved || seen !== "after_reload" || home.kind === "shared" ? seen : undefined;
    // What could not be written is tried again; the cells that were not run stay so.
    const give = () => goesOn ? batch.give() : { ...batch.give(), left: [] };
    if (goesOn || batch.unwritten.length > 0) notebooks.unattended.add(work, { kernelId: kernel.id, give });
    const told = { path: home.path, runs: outcome.runs };
    const indexOf = tellIndices(notebooks, { ...told, notebook });
    const hints = visible === undefined ? [runUnwritten] : [];
    const all = [...batch.notes, ...notes, ...hints];
    answer.resolve({ ...outcome, ...told, indexOf, visible, saved, notes: all });
    // The home must stay open until the last output is written, whoever waits.
    await batch.finish();
  }, signal);
  work.catch(answer.reject);
  return await answer.promise;
}
