/**
 * Appends code that was run outside of a notebook's cells to the notebook, so that the person sees it: by default in
 * sessions that we started for a notebook, in a person's own notebook only if asked.
 *
 * 1. A file that a browser has open is never written: JupyterLab would ask the person which version to keep.
 * 2. A run is never lost because it could not be recorded; the reply says why it was not.
 */

import { AppError } from "../../base/errors.ts";
import type { Execution } from "../kernel/execution.ts";
import { type OutputLimits, recordedOutputLimits } from "../kernel/output_collector.ts";
import { newCellId } from "../nbformat/cell_ids.ts";
import { deleteCells, insertCell, traceEdit } from "../nbformat/edit_cells.ts";
import { convertedNotes } from "../nbformat/parse_notebook.ts";
import { startRun } from "../nbformat/cell_run_edits.ts";
import { CellWriter, composeEdits, notWrittenReason } from "./cell_writer.ts";
import type { RunBackend } from "./notebook_backend.ts";
import type { Notebooks } from "./notebooks.ts";
import {
  type FindCurrentPath,
  openFollowingRenames,
  type RenameFollowingBackend,
} from "./rename_following.ts";
import { outputWriteCheck, pageInTheWay } from "./visibility.ts";

type RecordMode = "auto" | boolean;

type Recording =
  | { readonly recorded: true; readonly cell_id: string }
  | { readonly recorded: false; readonly reason: string };

interface RecordOptions {
  readonly path: string | null;
  /** Finds out where the session's notebook is now: a person may have renamed it. */
  readonly findCurrentPath: FindCurrentPath;
  readonly mode: RecordMode;
  /** Whether we started the session. */
  readonly isOurs: boolean;
  readonly code: string;
  readonly signal: AbortSignal;
}

/** Follows exactly one run, and writes it into its notebook if it is recorded. */
interface Recorder {
  /** What is kept of the run's outputs; a notebook holds more than a reply. */
  readonly limits: OutputLimits | undefined;
  /** To be called as soon as the run has been started: the notebook stays open for it. */
  readonly follow: (execution: Execution) => RecordedRun;
}

interface RecordedRun {
  /** The notebook that the run belongs to. */
  readonly path: string | null;
  readonly recording: Recording;
  /** Its caller no longer waits: it is written in the background, if it is recorded. */
  readonly leaveInBackground: () => void;
  /** Resolves when an ended run is wholly in the notebook, or with why it is not, or not yet. Never rejects. */
  readonly written: Promise<Recording>;
  /** Resolves when nothing is written any more. Never rejects. */
  readonly done: Promise<unknown>;
}

/** Adds the cell of a run that is about to start to its notebook, if it is to be recorded. */
export async function prepareRecording(notebooks: Notebooks, options: RecordOptions): Promise<Recorder> {
  const { path, mode, findCurrentPath } = options;
  if (path === null && mode === true) throw noNotebook();
  if (path === null) return unrecorded("the session belongs to no notebook", path);
  if (mode === false) return unrecorded("record is false", path);
  if (mode === "auto" && !options.isOurs) return unrecorded(theirNotebook, path);
  if (options.code.trim() === "") return unrecorded("the code is empty", path);
  return await openFollowingRenames({ notebooks, path, findCurrentPath }, options.signal)
    .then((backend) => prepareIn(notebooks, backend, options))
    .catch((error) => recordNothing(error, options));
}

async function prepareIn(
  notebooks: Notebooks,
  backend: RenameFollowingBackend,
  options: RecordOptions,
): Promise<Recorder> {
  try {
    await checkPages(notebooks, backend, options);
    await backend.checkExists(options.signal);
    const { cellId, made } = await addCell(backend, { code: options.code, mark: notebooks.mark });
    if (made !== undefined) {
      // The outputs belong to the cell: undoing its addition takes them with it.
      notebooks.journal.begin("execute_code").record(backend.path, made);
      notebooks.seenCells.changed(backend.path, cellId, { ...made, now: made.after, isWhole: true });
    }
    const follow = (execution: Execution) => {
      for (const note of made === undefined ? [] : convertedNotes(made.before)) execution.note(note);
      return writeRun(notebooks, { backend, cellId, execution });
    };
    return { limits: recordedOutputLimits, follow };
  } catch (error) {
    backend.release();
    throw error;
  }
}

const theirNotebook = "This is a person's notebook: pass record: true to append what you run to it";

interface AddedCell {
  readonly backend: RenameFollowingBackend;
  readonly cellId: string;
  readonly execution: Execution;
}

/** Writes a run into its cell, which is in the notebook. */
function writeRun(notebooks: Notebooks, { backend, cellId, execution }: AddedCell): RecordedRun {
  const { path } = backend;
  const recording: Recording = { recorded: true, cell_id: cellId };
  const refusal = outputWriteCheck({ notebooks, backend, force: false });
  const writer = new CellWriter({ notebooks, backend, cellId, execution, refusal });
  const finish = async () => {
    await writer.written;
    if (execution.hasBegun) {
      for (const note of await backend.checkSaved()) execution.note(note);
    } else if (await refusal() === undefined) {
      // A run that was dropped from the queue before it began leaves no cell behind.
      await backend.editAndSave(deleteCells([cellId]));
    }
  };
  const done = finish().then((): Recording => recording, (error): Recording => {
    const reason = notWrittenReason(error);
    execution.note(reason);
    return { recorded: false, reason };
  }).finally(() => backend.release());
  const { detach: leaveInBackground } = notebooks.work.track(done, {
    kernelId: execution.kernelId,
    handOver: () => ({
      path: backend.path,
      cellId,
      execution,
      remaining: [],
      stopOnError: true,
      force: false,
      unsaved: backend.unsaved,
      isNewCell: true,
    }),
  });
  const written = writer.reported.then((reason) => {
    if (reason === undefined) return done;
    leaveInBackground();
    return { recorded: false as const, reason };
  });
  return { path, recording, leaveInBackground, written, done };
}

function noNotebook(): AppError {
  return new AppError("invalid_argument", "Cannot record the run: the session belongs to no notebook", {
    hint: "Leave record out, or make a session of a notebook with session_create and notebook_path",
  });
}

function unrecorded(reason: string, path: string | null): Recorder {
  return {
    limits: undefined,
    follow: (execution) => {
      const recording: Recording = { recorded: false, reason };
      const written = execution.ended.then(() => execution.displaysWritten()).then(() => recording);
      return { path, recording, leaveInBackground() {}, written, done: written };
    },
  };
}

/** Throws if a page is in the way. */
async function checkPages(
  notebooks: Notebooks,
  backend: RunBackend,
  { mode, signal }: RecordOptions,
): Promise<void> {
  if (!backend.mayBeUnshared) return;
  const reason = pageInTheWay(await notebooks.viewer(backend, signal))?.reason;
  if (reason === undefined) return;
  const state = mode === "auto" ? reason : `Cannot record the run in "${backend.path}": ${reason}`;
  throw new AppError("conflict", state, {
    hint:
      'Call again with record "auto" to run it unrecorded, or have the person save and close the notebook; ' +
      "notebook_add_cell with execute and force writes the file nevertheless",
  });
}

/** The run continues without its cell, unless the caller insisted or has gone. */
function recordNothing(error: unknown, options: RecordOptions): Recorder | Promise<never> {
  if (options.mode === true || options.signal.aborted || !(error instanceof AppError)) {
    return Promise.reject(error);
  }
  return unrecorded(error.message, options.path);
}

async function addCell(
  backend: RunBackend,
  { code, mark }: Pick<RecordOptions, "code"> & Pick<Notebooks, "mark">,
) {
  const cellId = newCellId();
  const insert = mark(insertCell({ id: cellId, type: "code", source: code }));
  // In a shared document the cell is there, marked as running, before its code runs.
  const { edit, made } = traceEdit(
    backend.kind === "shared" ? composeEdits(insert, startRun(cellId)) : insert,
  );
  if (backend.kind === "shared") await backend.editUnsaved(edit);
  else await backend.editAndSave(edit, { skipsSecondCheck: true });
  return { cellId, made: made() };
}
