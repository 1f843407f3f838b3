/** An edit that tells what it was made on, and what came of it. It may be made again on a newer state: the last one counts. */

import type { Edit, Notebook } from "./notebook.ts";

export interface EditTrace {
  readonly before: Notebook;
  readonly after: Notebook;
}

export interface TracedEdit {
  readonly edit: Edit;
  /** Undefined as long as it was not made. */
  readonly made: () => EditTrace | undefined;
}

export function traceEdit(edit: Edit): TracedEdit {
  let made: EditTrace | undefined;
  return {
    edit: (before) => {
      const after = edit(before);
      made = { before, after };
      return after;
    },
    made: () => made,
  };
}
