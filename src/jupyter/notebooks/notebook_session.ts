/** From a caller's arguments to a notebook, and from a notebook to its session and kernel. */

import { delay } from "../../base/async.ts";
import { AppError } from "../../base/errors.ts";
import { notebookPath, notebookPathOf } from "../sessions/session_reference.ts";
import type { EnsureNotebookOptions, Sessions } from "../sessions/sessions.ts";
import { isKernelGone } from "../rest/kernels.ts";
import type { Kernel } from "../kernel/kernel.ts";
import type { SessionModel } from "../rest/sessions.ts";
import { statByListing } from "../rest/stat.ts";
import { newNotebook } from "../nbformat/new_notebook.ts";
import { folderMissing } from "./notebook_errors.ts";
import { loadExisting } from "./load_notebook.ts";
import type { Notebooks } from "./notebooks.ts";
import type { JournalEntry } from "../review/journal_entry.ts";
import { type ContentsModel, createNotebook, notebookBody } from "../rest/contents.ts";
import { type JupyterHttp, StatusError, type WaitOptions } from "../rest/http.ts";

interface NotebookArguments {
  readonly notebook_path?: string | undefined;
  readonly notebook_name?: string | undefined;
  readonly session_id?: string | undefined;
}

/** The notebook's path relative to the Jupyter root, with `.ipynb`. */
export async function resolveNotebookPath(
  sessions: Sessions,
  { notebook_path, notebook_name, session_id }: NotebookArguments,
  signal?: AbortSignal,
): Promise<string> {
  if (notebook_path !== undefined && notebook_name !== undefined) {
    if (notebookPath(notebook_path) !== notebookPath(notebook_name)) {
      throw new AppError(
        "invalid_argument",
        `Cannot tell which notebook is meant: notebook_path is "${notebook_path}", notebook_name "${notebook_name}"`,
        { hint: "They are the same thing: give one" },
      );
    }
  }
  const given = notebook_path ?? notebook_name;
  if (given !== undefined) {
    // The path says which notebook; the session may be any, but must be one.
    if (session_id !== undefined) await sessions.find(session_id, signal);
    return notebookPath(given);
  }
  if (session_id === undefined) {
    throw new AppError("invalid_argument", 'Cannot find the notebook: argument "notebook_path" is missing', {
      hint: "Call notebook_list to see what there is",
    });
  }
  const path = notebookPathOf(await sessions.find(session_id, signal));
  if (path !== null) return path;
  throw new AppError(
    "invalid_argument",
    `Cannot find the notebook: session "${session_id}" belongs to none`,
    {
      hint: "Give notebook_path",
    },
  );
}

interface JournalServices {
  readonly notebooks: Notebooks;
  readonly sessions: Sessions;
}

/** What our tools changed in a notebook, oldest first, also under the name that it had before a person renamed it. */
export async function notebookEntries(
  { notebooks, sessions }: JournalServices,
  path: string,
  signal: AbortSignal,
): Promise<readonly JournalEntry[]> {
  const entries = notebooks.journal.entries(path);
  if (entries.length > 0) return entries;
  // The sessions say what was renamed.
  await sessions.list({ signal });
  await notebooks.noteRenames();
  return notebooks.journal.entries(path);
}

interface NotebookSession {
  readonly session: SessionModel;
  readonly kernel: Kernel;
  /** Whether it was started for this. */
  readonly isNew: boolean;
}

/** Milliseconds between checks whether a session has ended, and how many checks there are. */
const nextLook = 200;
const mostLooks = 40;

/**
 * Connects to the notebook's kernel, starting one if it has none. A kernel that someone is shutting down is listed for a
 * moment longer: its end is awaited, and a new one is started.
 */
export async function connectNotebookKernel(
  sessions: Sessions,
  path: string,
  options: WaitOptions,
): Promise<NotebookSession> {
  for (let look = 1;; look++) {
    const { session, isNew } = await sessions.start({ notebookPath: path, mustExist: true, ...options });
    try {
      return { session, kernel: await sessions.connect(session, options), isNew };
    } catch (error) {
      if (!isKernelGone(error) || look === mostLooks) throw error;
    }
    await delay(nextLook, options.signal);
  }
}

/** Bytes; a notebook over this was not written by a program of ten years ago. */
const largestChecked = 5_000_000;

/**
 * Creates the notebook that a session is to be started for, if it does not exist. An existing file is never overwritten; it is
 * an error if that is something else, or cannot be read.
 */
export async function ensureNotebook(
  http: JupyterHttp,
  path: string,
  { kernel, signal }: EnsureNotebookOptions,
): Promise<void> {
  const there = await statByListing(http, path, { signal, folderMissing: () => folderMissing(path) });
  if (there?.type === "notebook") return await checkNotebook(http, there, signal);
  if (there !== null) {
    throw new AppError("not_a_notebook", `Cannot start a session for "${path}": it is a ${there.type}`, {
      hint: "Give the path of a notebook (.ipynb), or none; file_list shows what there is",
    });
  }
  const notebook = newNotebook(await kernel());
  try {
    await createNotebook(http, path, notebookBody(notebook));
  } catch (error) {
    if (!(error instanceof StatusError)) throw error;
    if (error.status === 409) return void await loadExisting(http, path, { signal });
    throw new AppError("file_not_found", `Cannot create notebook "${path}": the server could not write it`, {
      hint: "Use a folder of file_list that can be written, or make one: execute_code with os.makedirs",
      cause: error,
    });
  }
}

/** Throws if the file cannot be read as a notebook. */
async function checkNotebook(
  http: JupyterHttp,
  { path, size }: ContentsModel,
  signal: AbortSignal | undefined,
): Promise<void> {
  if ((size ?? 0) <= largestChecked) await loadExisting(http, path, { signal });
}
