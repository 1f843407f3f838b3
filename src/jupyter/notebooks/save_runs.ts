/** Has saved what runs have written into their notebook, and tells what the answer must say of it. */

import { AppError } from "../../base/errors.ts";
import { notWrittenReason } from "./cell_writer.ts";
import type { Notebook } from "../nbformat/notebook.ts";
import type { NotebookBackend } from "./notebook_backend.ts";

export interface SavedRuns {
  /** Whether all that ran is in the file. */
  readonly saved: boolean;
  /** Why it is not, and what else the person should know about the file. */
  readonly notes: readonly string[];
  /** Undefined where it cannot be read any more. */
  readonly notebook?: Notebook;
}

/** @param unwritten Why some of the runs are not in the notebook; what the others wrote is saved nevertheless. */
export async function saveRuns(backend: NotebookBackend, unwritten: readonly string[]): Promise<SavedRuns> {
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
