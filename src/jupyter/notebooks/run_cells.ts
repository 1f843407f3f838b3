/**
 * Runs cells for a call: connects the notebook's kernel, opens the notebook and follows its renames, saves it, and
 * registers what continues in the background. The cells themselves are run by {@linkcode CellBatch}.
 */

import {
  CellBatch,
  type CellRuns,
  type CurrentCell,
  type RunCellsOptions,
  type RunServices,
} from "./cell_batch.ts";
import type { Execution } from "../kernel/execution.ts";
import { outputsNotWritten } from "./visibility.ts";
import { useFollowingRenames } from "./rename_following.ts";
import { connectNotebookKernel } from "./notebook_session.ts";
import type { Notebooks } from "./notebooks.ts";
import { AppError } from "../../base/errors.ts";
import { notWrittenReason } from "./cell_writer.ts";
import type { Notebook } from "../nbformat/notebook.ts";
import type { RunBackend } from "./notebook_backend.ts";

/** Runs cells; if the call is cancelled before any of them ran, that is noted with the executions. */
export async function runCells(services: RunServices, options: RunCellsOptions): Promise<CellRuns> {
  let hasBegun = false;
  const onCell = (execution: Execution, current: CurrentCell) => {
    hasBegun = true;
    return options.onCell?.(execution, current) ?? (() => {});
  };
  return await runBatch(services, { ...options, onCell }).catch((error) => {
    // A cell that has begun is reported by its own run.
    const { path, cells, signal } = options;
    if (signal.aborted && !hasBegun) services.runs.noteUnrun(path, cells);
    throw error;
  });
}

async function runBatch(services: RunServices, options: RunCellsOptions): Promise<CellRuns> {
  const { path, timeout, signal, change } = options;
  const { notebooks, sessions } = services;
  const callLimit = timeout * 1_000;
  const isRunning = options.restart === true && (await sessions.byNotebook(signal)).has(path);
  if (isRunning) await sessions.restart(path, signal);
  const { session, kernel, isNew } = await connectNotebookKernel(sessions, path, { callLimit, signal });
  const fresh = isNew ? "started" as const : isRunning ? "restarted" as const : undefined;
  const answer = Promise.withResolvers<CellRuns>();
  const findCurrentPath = (signal?: AbortSignal) => sessions.notebookOf(session.id, signal);
  const run = async (batch: CellBatch, backend: RunBackend) => {
    const kernelId = kernel.id;
    const lastState = () => ({ ...batch.handOver(), left: [] });
    notebooks.backgroundRuns.add(work, {
      kernelId,
      handOver: () => batch.handOver(),
      isAwaited: true,
    });
    const outcome = await batch.run().catch(async (error) => {
      answer.reject(error);
      // The caller has been told that the cell may go on, and that the others are not run.
      if (!signal.aborted) notebooks.backgroundRuns.add(work, { kernelId, handOver: lastState });
      await batch.finish();
      throw error;
    });
    const goesOn = outcome.isInBackground || batch.goesOn;
    const unwritten = goesOn ? await batch.flush() : batch.unwritten;
    const { saved, notes, notebook } = await saveRuns(backend, unwritten);
    for (const note of notes) {
      // Notes about one run are reported with that run.
      if (!unwritten.includes(note)) outcome.runs.at(-1)?.execution.note(note);
    }
    const visibility = await notebooks.visibility(backend, signal).catch(() => "no_browser" as const);
    const visible = saved || visibility !== "after_reload" || !backend.mayBeUnshared ? visibility : undefined;
    // What could not be written is tried again; the cells that were not run stay so.
    const handOver = goesOn ? () => batch.handOver() : lastState;
    if (goesOn || batch.unwritten.length > 0) {
      notebooks.backgroundRuns.add(work, { kernelId, handOver });
    }
    const reported = { path: backend.path, runs: outcome.runs };
    const indexOf = cellIndices(notebooks, { ...reported, notebook });
    const hints = visible === undefined ? [outputsNotWritten] : [];
    const converted = saved && outcome.runs.length > 0 ? batch.formatNotes({ goesOn, notebook }) : [];
    const all = [...batch.notes, ...converted, ...notes, ...hints];
    answer.resolve({
      ...{ ...outcome, ...reported, indexOf, visible, saved, kernel: fresh, notes: all },
      following: outcome.isInBackground && outcome.notRun.length > 0 ? batch : undefined,
    });
    // The backend must stay open until the last output is written, even if nobody waits.
    await batch.finish();
  };
  const work = useFollowingRenames({ notebooks, path, findCurrentPath }, async (backend) => {
    const batch = new CellBatch({ ...services, ...options, backend, kernel, sessionId: session.id });
    change?.beginRuns(backend.path);
    await run(batch, backend).finally(() => change?.endRuns(backend.path));
  }, signal);
  work.catch(answer.reject);
  return await answer.promise;
}

interface SavedRuns {
  /** Whether all that ran is in the file. */
  readonly saved: boolean;
  /** Why it is not, and what else the person should know about the file. */
  readonly notes: readonly string[];
  /** Undefined if it cannot be read any more. */
  readonly notebook?: Notebook;
}

/**
 * Saves what runs have written into their notebook.
 *
 * @param unwritten Why some of the runs are not in the notebook; what the others wrote is saved nevertheless.
 */
async function saveRuns(backend: RunBackend, unwritten: readonly string[]): Promise<SavedRuns> {
  // Even a save without changes would write the file under a page that does not share the document.
  if (unwritten.length > 0 && backend.kind === "shared" && backend.mayBeUnshared) {
    return { saved: false, notes: distinct(unwritten) };
  }
  try {
    const { saved, notes, notebook } = await backend.update((notebook) => notebook);
    return { saved: saved && unwritten.length === 0, notes: distinct([...unwritten, ...notes]), notebook };
  } catch (error) {
    // A notebook that was moved or deleted meanwhile does not take the results away.
    if (!(error instanceof AppError)) throw error;
    return { saved: false, notes: distinct([...unwritten, notWrittenReason(error)]) };
  }
}

function distinct(notes: readonly string[]): string[] {
  return [...new Set(notes)];
}

interface ReportedRuns {
  readonly path: string;
  readonly runs: readonly { readonly cellId: string }[];
  /** Undefined if it cannot be read any more. */
  readonly notebook: Notebook | undefined;
}

/** The indices of cells; those that have run count as shown to the caller. */
function cellIndices(
  { seenCells }: Pick<Notebooks, "seenCells">,
  { path, notebook, runs }: ReportedRuns,
): (cellId: string) => number | null {
  const indices = new Map(notebook?.cells.map(({ id }, index) => [id, index]));
  for (const { cellId } of runs) {
    const start = indices.get(cellId);
    if (notebook === undefined || start === undefined) continue;
    seenCells.shown(path, notebook, { start, end: start + 1, isWhole: () => undefined });
  }
  return (cellId) => indices.get(cellId) ?? null;
}
