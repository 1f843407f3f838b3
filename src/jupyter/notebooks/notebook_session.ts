/** From a caller's arguments to the path of a notebook, and to what our tools changed in it. */

import { AppError } from "../../base/errors.ts";
import { notebookPath, notebookPathOf } from "../sessions/session_reference.ts";
import type { Sessions } from "../sessions/sessions.ts";
import type { Notebooks } from "./notebooks.ts";
import type { JournalEntry } from "../review/journal_entry.ts";

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
