/**
 * Puts code that was run outside of a notebook's cells at the end of the notebook, so that the person sees it.
 *
 * 1. A file that a browser has open is never written: JupyterLab would ask the person which version to keep.
 * 2. A run is never lost to a recording that fails; the answer says why there is none.
 */

import { AppError } from "../../base/errors.ts";
import { all, CellWriter, notWritten } from "./cell_writer.ts";
import { notebookLimits, type OutputLimits } from "../kernel/outputs.ts";
import type { Execution } from "../kernel/execution.ts";
import { mayWriteRuns, openUnshared } from "./may_write.ts";
import { MovingHome, type PathNow, whereTo } from "./moving_home.ts";
import { deleteCells } from "../nbformat/arrange_cells.ts";
import { newCellId } from "../nbformat/cell_ids.ts";
import { insertCell } from "../nbformat/insert_cell.ts";
import type { Edit } from "../nbformat/notebook.ts";
import { startRun } from "../nbformat/run_cell.ts";
import { traced } from "../nbformat/traced_edit.ts";
import type { NotebookHome } from "./notebook_home.ts";
import type { Notebooks } from "./notebooks.ts";
import type { Standing } from "./unattended.ts";

export type RecordMode = "auto" | boolean;

export type Recording =
  | { readonly recorded: true; readonly cell_id: string }
  | { readonly recorded: false; readonly reason: string };

export interface RecordOptions {
  readonly path: string | null;
  /** Looks where the session's notebook is now: a person may have renamed it. */
  readonly pathNow: PathNow;
  readonly mode: RecordMode;
  readonly code: string;
  readonly signal: AbortSignal;
  /** Starts the run; called exactly once, recorded or not. */
  readonly start: (limits?: OutputLimits) => Execution;
}

export interface RecordedRun {
  /** The notebook that the run belongs into. */
  readonly path: string | null;
  readonly execution: Execution;
  readonly recording: Recording;
  /** How it stands, for another process of ours that goes on with it; undefined where it is not recorded. */
  readonly standing?: () => Standing;
  /** Resolves when an ended run is wholly in the notebook, or with why it is not, or not yet. Never rejects. */
  readonly written: Promise<Recording>;
  /** Resolves when nothing is written any more. Never rejects. */
  readonly done: Promise<unknown>;
}

/** Starts a run and records it where it belongs into a notebook. */
export async function recordRun(notebooks: Notebooks, options: RecordOptions): Promise<RecordedRun> {
  const { path, mode } = options;
  if (path === null && mode === true) throw noNotebook();
  if (path === null) return unrecorded("the session belongs to no notebook", options);
  if (mode === false) return unrecorded("record is false", options);
  if (options.code.trim() === "") return unrecorded("the code is empty", options);
  const begun = Promise.withResolvers<RecordedRun>();
  let isDecided = false;
  const decide = (run: RecordedRun) => {
    isDecided = true;
    begun.resolve(run);
  };
  const work = notebooks.use(path, async (home) => {
    const reason = await obstacle(notebooks, home, options);
    if (reason !== undefined) return decide(unrecorded(reason, options));
    await home.ensureThere(options.signal);
    const { cellId, made } = await addCell(home, options.code);
    if (made !== undefined) {
      notebooks.seen.changed(path, cellId, { ...made, now: made.after, isWhole: true });
    }
    const run = begin(notebooks, { home, path, cellId, options });
    decide(run);
    await run.done;
  }, options.signal);
  // Once the run has begun there is nothing left to decide.
  work.catch((error) => isDecided ? undefined : begun.resolve(elsewhere(notebooks, error, options)));
  return await begun.promise;
}

interface AddedCell {
  readonly home: NotebookHome;
  readonly path: string;
  readonly cellId: string;
  readonly options: RecordOptions;
}

/** Starts the run of a cell that is in the notebook. */
function begin(notebooks: Notebooks, { home, path, cellId, options }: AddedCell): RecordedRun {
  const { code, pathNow } = options;
  const execution = options.start(notebookLimits);
  const moving = new MovingHome(home, { notebooks, path, pathNow });
  const isOver = notebooks.ownRuns.begin(path, cellId, execution);
  const recording: Recording = { recorded: true, cell_id: cellId };
  const writer = startWriting(notebooks, { home: moving, cellId, execution });
  const notRecorded = (error: unknown): Recording => {
    const reason = notWritten(error);
    execution.note(reason);
    return { recorded: false, reason };
  };
  const done = finish(writer.written, { notebooks, home: moving, cellId, execution })
    .then((): Recording => {
      notebooks.ownRuns.remember(moving.path, cellId, { source: code, count: execution.executionCount });
      return recording;
    }, notRecorded)
    .finally(isOver)
    .then(async (recorded) => {
      // A home that cannot be left well has been written all the same.
      await moving.close().catch((error) => execution.note(notLeft(error)));
      return recorded;
    });
  const written = writer.told.then(() => done, notRecorded);
  const standing = () => ({
    path: moving.path,
    cellId,
    execution,
    left: [],
    stopOnError: true,
    force: false,
    unsaved: [],
  });
  return { path, execution, recording, standing, written, done };
}

function noNotebook(): AppError {
  return new AppError("invalid_argument", "Cannot record the run: the session belongs to no notebook", {
    hint: "Leave record out, or make a session of a notebook with session_create and notebook_path",
  });
}

function unrecorded(reason: string, { path, start }: RecordOptions): RecordedRun {
  const execution = start();
  const recording: Recording = { recorded: false, reason };
  const written = execution.ended.then(() => execution.displaysWritten()).then(() => recording);
  return { path, execution, recording, written, done: written };
}

/** Why the run cannot be recorded; undefined where it can. */
async function obstacle(notebooks: Notebooks, home: NotebookHome, options: RecordOptions) {
  const { path, mode, signal } = options;
  if (path === null || home.kind === "shared") return undefined;
  if (await notebooks.visibility(path, home, signal) === "no_browser") return undefined;
  if (mode === "auto") return openUnshared;
  throw new AppError("conflict", `Cannot record the run in "${path}": ${openUnshared}`, {
    hint:
      'Call again with record "auto" to run it unrecorded, or have the person save and close the notebook; ' +
      "notebook_add_cell with execute and force writes the file all the same",
  });
}

/** Where the notebook has gone to another name, the run is recorded there. */
async function elsewhere(
  notebooks: Notebooks,
  error: unknown,
  options: RecordOptions,
): Promise<RecordedRun> {
  const { path, pathNow, signal } = options;
  const now = path === null ? undefined : await whereTo(error, { path, pathNow }, signal);
  if (now === undefined) return await withoutNotebook(error, options);
  return await recordRun(notebooks, { ...options, path: now });
}

function notLeft(error: unknown): string {
  const state = error instanceof AppError ? error.message : "an unexpected failure";
  return `The notebook could not be closed: ${state}`;
}

/** The run goes on without its cell, unless the caller insisted or has gone. */
function withoutNotebook(error: unknown, options: RecordOptions): RecordedRun | Promise<never> {
  if (options.mode === true || options.signal.aborted || !(error instanceof AppError)) {
    return Promise.reject(error);
  }
  return unrecorded(error.message, options);
}

async function addCell(home: NotebookHome, source: string) {
  const cellId = newCellId();
  const insert = insertCell({ id: cellId, type: "code", source });
  // In a shared document the cell is there, marked as running, before its code runs.
  const { edit, made } = traced(home.kind === "shared" ? all(insert, startRun(cellId)) : insert);
  if (home.kind === "shared") await home.write(edit);
  else await home.update(edit, { isBrief: true });
  return { cellId, made: made() };
}

interface RecordedCell {
  readonly home: NotebookHome;
  readonly cellId: string;
  readonly execution: Execution;
}

function startWriting(notebooks: Notebooks, { home, cellId, execution }: RecordedCell): CellWriter {
  const mayWrite = mayWriteRuns({ notebooks, home, force: false });
  const editLater = async (edit: Edit) => {
    if (await mayWrite()) await notebooks.editLater(home.path, edit);
  };
  return new CellWriter({ home, cellId, execution, mayWrite, editLater });
}

/** A run that was dropped from the line before it began leaves no cell behind. */
async function finish(
  written: Promise<void>,
  { notebooks, home, cellId, execution }: RecordedCell & { readonly notebooks: Notebooks },
): Promise<void> {
  await written;
  if (execution.hasBegun) return await home.ensureSaved();
  const mayWrite = mayWriteRuns({ notebooks, home, force: false });
  if (await mayWrite()) await home.update(deleteCells([cellId]));
}
