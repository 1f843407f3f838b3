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
import { openFollowingRenames } from "./rename_following.ts";
import type { Notebooks } from "./notebooks.ts";
import { AppError } from "../../base/errors.ts";
import { notWrittenReason } from "./cell_writer.ts";
import type { Notebook } from "../nbformat/notebook.ts";
import type { RunBackend } from "./notebook_backend.ts";
import { delay } from "../../base/async.ts";
import type { Kernel } from "../kernel/kernel.ts";
import type { WaitOptions } from "../rest/http.ts";
import { isKernelGone } from "../rest/kernels.ts";
import type { SessionModel } from "../rest/sessions.ts";
import type { Sessions } from "../sessions/sessions.ts";

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
  const findCurrentPath = (signal?: AbortSignal) => sessions.notebookOf(session.id, signal);
  const backend = await openFollowingRenames({ notebooks, path, findCurrentPath }, signal);
  const batch = new CellBatch({ ...services, ...options, backend, kernel, sessionId: session.id });
  const done = Promise.withResolvers<void>();
  const work = notebooks.work.track(done.promise, { kernelId: kernel.id, handOver: () => batch.handOver() });
  change?.beginRuns(backend.path);
  try {
    const outcome = await batch.run();
    const continues = outcome.isInBackground || batch.running !== undefined;
    const unwritten = continues ? await batch.flush() : batch.unwritten;
    const { saved, notes, notebook } = await saveRuns(backend, unwritten);
    const last = outcome.runs.at(-1)?.execution;
    for (const note of notes) {
      // Notes about one run are reported with that run.
      if (!unwritten.includes(note)) last?.note(note);
    }
    const visibility = await notebooks.visibility(backend, signal).catch(() => "no_browser" as const);
    const visible = saved || visibility !== "after_reload" || !backend.mayBeUnshared ? visibility : undefined;
    // What could not be written is tried again.
    work.detach();
    const following = outcome.isInBackground && outcome.notRun.length > 0 ? batch : undefined;
    if (continues && last !== undefined) services.runs.leaveInBackground(last, following);
    const reported = { path: backend.path, runs: outcome.runs };
    const indexOf = cellIndices(notebooks, { ...reported, notebook });
    const hints = visible === undefined ? [outputsNotWritten] : [];
    const converted = saved && outcome.runs.length > 0 ? batch.formatNotes({ continues, notebook }) : [];
    const all = [...batch.notes, ...converted, ...notes, ...hints];
    return { ...outcome, ...reported, indexOf, visible, saved, kernel: fresh, notes: all };
  } catch (error) {
    // The caller is told that the cell may continue.
    if (!signal.aborted) {
      work.detach();
      if (batch.running !== undefined) services.runs.leaveInBackground(batch.running);
    }
    throw error;
  } finally {
    // The backend must stay open until the last output is written, even if nobody waits.
    const release = () => {
      change?.endRuns(backend.path);
      backend.release();
      done.resolve();
    };
    batch.finish().then(release, release);
  }
}

interface NotebookSession {
  readonly session: SessionModel;
  readonly kernel: Kernel;
  /** Whether it was started for this. */
  readonly isNew: boolean;
}

/** Milliseconds between checks whether a session has ended, and how many checks there are. */
const pollInterval = 200;
const maxPolls = 40;

/**
 * Connects to the notebook's kernel, starting one if it has none. A kernel that someone is shutting down is listed for a
 * moment longer: its end is awaited, and a new one is started.
 */
async function connectNotebookKernel(
  sessions: Sessions,
  path: string,
  options: WaitOptions,
): Promise<NotebookSession> {
  for (let attempt = 1;; attempt++) {
    const { session, isNew } = await sessions.start({ notebookPath: path, mustExist: true, ...options });
    try {
      return { session, kernel: await sessions.connect(session, options), isNew };
    } catch (error) {
      if (!isKernelGone(error) || attempt === maxPolls) throw error;
    }
    await delay(pollInterval, options.signal);
  }
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
    const { saved, notes, notebook } = await backend.editAndSave((notebook) => notebook);
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
