/**
 * Whether a notebook may be changed as a file. A browser that has it open without sharing it would not see the change:
 * the person's next save asks which version to keep, and either answer loses something.
 */

import { AppError } from "../../base/errors.ts";
import type { NotebookHome } from "./notebook_home.ts";
import type { Notebooks } from "./notebooks.ts";

export interface MayWriteOptions {
  readonly notebooks: Pick<Notebooks, "visibility">;
  readonly home: NotebookHome;
  /** Whether the caller wants the file written although a browser has it open. */
  readonly force: boolean;
  /** Milliseconds for which an answer is good. */
  readonly answerLife?: number;
}

/** What keeps a file from being written. */
export const openUnshared =
  "a browser has the notebook open without sharing it (that takes jupyter-collaboration)";

/** What is to be known of cells that were run without their outputs being written. */
export const runUnwritten =
  "The cells were run as they are saved, without what the person has typed since; with force their outputs are written";

/** A question for a run to ask before each write; a shared document may always be written. */
export function mayWriteRuns(options: MayWriteOptions): () => Promise<boolean> {
  const { notebooks, home, force, answerLife = 0 } = options;
  let answer: Promise<boolean> | undefined;
  let askedAt = -Infinity;
  return async () => {
    if (home.kind === "shared" || force) return true;
    if (answer === undefined || performance.now() - askedAt >= answerLife) {
      askedAt = performance.now();
      answer = notebooks.visibility(home.path, home).then((visible) => visible === "no_browser");
      // A question that failed is asked again.
      answer.catch(() => answer = undefined);
    }
    return await answer;
  };
}

/** The error for an edit that would be made under an open page. */
export function editUnderPage(path: string): AppError {
  return new AppError("conflict", `Cannot change notebook "${path}": ${openUnshared}`, {
    hint:
      "Its page would not show the change, and the person's next save would ask which version to keep. Ask the " +
      "person to save and close the notebook, then call again; with force the file is written now. execute_code " +
      "runs code without writing",
  });
}
