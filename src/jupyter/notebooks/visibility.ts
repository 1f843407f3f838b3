/**
 * Whether a person sees a change, and whether a notebook may be changed as a file. A browser that has it open without sharing
 * it would not see the change: the person's next save asks which version to keep, and either choice loses something.
 */

import { AppError } from "../../base/errors.ts";
import type { NotebookBackend } from "./notebook_backend.ts";

/** Whether a person sees a change: at once, after reloading the page, or nobody has the notebook open. */
export type Visibility = "live" | "after_reload" | "no_browser";

export interface WriteCheckOptions {
  readonly notebooks: {
    readonly visibility: (path: string, backend: NotebookBackend) => Promise<Visibility>;
  };
  readonly backend: NotebookBackend;
  /** Whether the caller wants the file written although a browser has it open. */
  readonly force: boolean;
  /** Milliseconds for which an answer is good. */
  readonly answerLife?: number;
}

/** What keeps a file from being written. */
export const openWithoutSharing =
  "a browser has the notebook open without sharing it (that takes jupyter-collaboration)";

/** What is to be known of cells that were run without their outputs being written. */
export const outputsNotWritten =
  "The cells were run as they are saved, without what the person has typed since; with force their outputs are written";

/** A question for a run to ask before each write; a shared document may always be written. */
export function outputWriteCheck(options: WriteCheckOptions): () => Promise<boolean> {
  const { notebooks, backend, force, answerLife = 0 } = options;
  let answer: Promise<boolean> | undefined;
  let askedAt = -Infinity;
  return async () => {
    if (backend.kind === "shared" || force) return true;
    if (answer === undefined || performance.now() - askedAt >= answerLife) {
      askedAt = performance.now();
      answer = notebooks.visibility(backend.path, backend).then((visible) => visible === "no_browser");
      // A question that failed is asked again.
      answer.catch(() => answer = undefined);
    }
    return await answer;
  };
}

/** The error for an edit that would be made under an open page. */
export function openInBrowserError(path: string): AppError {
  return new AppError("conflict", `Cannot change notebook "${path}": ${openWithoutSharing}`, {
    hint:
      "Its page would not show the change, and the person's next save would ask which version to keep. Ask the " +
      "person to save and close the notebook, then call again; with force the file is written now. execute_code " +
      "runs code without writing",
  });
}
