/**
 * Continues a background run that another of our processes has handed over because it had to end: writes the run into its
 * notebook until it ends, then runs the cells after it. A run whose caller has gone is stopped instead, and written.
 */

import { AppError } from "../../base/errors.ts";
import { interruptRun } from "../kernel/interrupt_run.ts";
import type { Execution } from "../kernel/execution.ts";
import type { Kernel } from "../kernel/kernel.ts";
import { processStoppedNote } from "../kernel/run_queue.ts";
import { traceEdit } from "../nbformat/edit_cells.ts";
import { dropRun, expectsError, restoreRuns, unmarkQueued } from "../nbformat/cell_run_edits.ts";
import type { Edit } from "../nbformat/notebook.ts";
import { retryUntilReachable } from "../rest/retry_until_reachable.ts";
import type { ChangeRecorder } from "../review/journal.ts";
import type { HandedOverRun } from "./notebook_work.ts";
import type { RunServices } from "./cell_batch.ts";
import { CellWriter } from "./cell_writer.ts";
import type { NotebookBackend } from "./notebook_backend.ts";
import { runCells } from "./run_cells.ts";
import { outputWriteCheck } from "./visibility.ts";

/** Seconds; practically no limit. */
const patience = 1_000_000;

/**
 * Continues a run; resolves when it is in its notebook, and all cells after it.
 *
 * @param listeningSince When we were connected to its kernel, by this machine's clock; undefined if we are not.
 */
export async function resumeRun(
  services: RunServices,
  run: HandedOverRun,
  listeningSince: number | undefined,
): Promise<void> {
  const { path } = run;
  const { notebooks } = services;
  if (run.knownCells !== undefined) notebooks.cellIds.adopt(path, run.knownCells);
  const change = run.change && notebooks.journal.resume(run.change);
  change?.beginRuns(path);
  await resume(services, { ...run, recorder: change }, listeningSince).finally(() => change?.endRuns(path));
}

async function resume(
  services: RunServices,
  run: ResumedRun,
  listeningSince: number | undefined,
): Promise<void> {
  const { path, remaining, soFar, stopOnError, force, unsaved, recorder: change } = run;
  const { kernels, notebooks } = services;
  const counts = new Map(run.counts);
  if (unsaved.length > 0) {
    const { edit, made } = traceEdit(
      restoreRuns(unsaved, ({ id }) => run.isNewCell === true && id === run.cellId),
    );
    const restore = async (backend: NotebookBackend) => {
      if (await outputWriteCheck({ notebooks, backend, force })() === undefined) {
        await backend.editUnsaved(edit);
      }
    };
    await retryUntilReachable(() => notebooks.use(path, restore));
    const trace = made();
    if (trace !== undefined) change?.record(path, trace);
  }
  const kernel = kernels.get(run.kernelId);
  // Whoever listens first after the other has ended has missed what came between.
  const hasHeardAll = run.hasHeardAll && listeningSince !== undefined && listeningSince <= run.at;
  const execution = soFar === null ? undefined : kernel.adopt(soFar, hasHeardAll);
  if (execution !== undefined) {
    if (run.isAbandoned) await stopAbandoned(kernel, execution);
    await writeRun(services, { ...run, execution });
  } else if (run.change?.original !== undefined) {
    // The kernel has not received it, and it may have waited to be run.
    await restoreCells(services, run, { edit: dropRun(run.change.original), ids: [run.cellId] });
  }
  const status = execution?.status ?? "ok";
  if (remaining.length === 0) return;
  const mayContinue = status === "ok" ||
    (status === "error" && (!stopOnError || await mayFail(services, run)));
  if (mayContinue && !run.isAbandoned) {
    const { signal } = new AbortController();
    await runCells(services, {
      path,
      cells: remaining,
      stopOnError,
      force,
      timeout: patience,
      onTimeout: "interrupt",
      change,
      counts,
      signal,
    });
    return;
  }
  if (counts.size > 0) {
    await restoreCells(services, run, { edit: unmarkQueued(counts), ids: [...counts.keys()] });
  }
}

interface Restoration {
  readonly edit: Edit;
  /** The cells that are as they were again. */
  readonly ids: readonly string[];
}

/** Takes back what cells show of runs that have not begun. */
async function restoreCells(
  { notebooks }: RunServices,
  { path, force, recorder }: ResumedRun,
  { edit, ids }: Restoration,
): Promise<void> {
  const restore = async (backend: NotebookBackend) => {
    if (await outputWriteCheck({ notebooks, backend, force })() === undefined) {
      await backend.editUnsaved(edit);
    }
    const after = await backend.read();
    recorder?.record(path, { before: after, after, ended: ids });
  };
  await retryUntilReachable(() => notebooks.use(path, restore));
}

/** Stops a run, once Jupyter can be reached; if it does not end, its cell says where its record ends. */
async function stopAbandoned(kernel: Kernel, execution: Execution): Promise<void> {
  if (execution.status !== "running") return;
  try {
    await retryUntilReachable(() => kernel.connect());
    await interruptRun(kernel, execution);
  } catch (error) {
    // The kernel may be gone; the cell still gets its end.
    if (!(error instanceof AppError)) throw error;
  }
  execution.end("interrupted", processStoppedNote);
}

async function mayFail({ notebooks }: RunServices, { path, cellId }: HandedOverRun): Promise<boolean> {
  const { cells } = await retryUntilReachable(() => notebooks.use(path, (backend) => backend.read()));
  const cell = cells.find(({ id }) => id === cellId);
  return cell !== undefined && expectsError(cell);
}

interface ResumedRun extends HandedOverRun {
  readonly recorder: ChangeRecorder | undefined;
}

interface AdoptedRun extends ResumedRun {
  readonly execution: Execution;
}

async function writeRun(
  { notebooks }: RunServices,
  { path, cellId, execution, force, change, recorder }: AdoptedRun,
): Promise<void> {
  // A run that is over is written again from the start, to the same effect.
  const write = async (backend: NotebookBackend) => {
    await new CellWriter({
      notebooks,
      backend,
      cellId,
      execution,
      isAdopted: true,
      original: change?.original,
      refusal: outputWriteCheck({ notebooks, backend, force }),
      onBegin: (notebook, before) => recorder?.recordBegin(path, { notebook, cells: [before] }),
      onChanged: (edit) => recorder?.record(path, { ...edit, ended: [cellId] }),
    }).written;
    await backend.save();
  };
  await retryUntilReachable(() => notebooks.use(path, write));
}
