/**
 * A run and its cell: the outputs are written into the notebook as they come, whoever waits for the run.
 */

import type { Execution } from "./kernel/execution.ts";
import type { Edit } from "./nbformat/notebook.ts";
import { dropRun, finishRun, setOutputs, startRun } from "./nbformat/run_cell.ts";
import type { NotebookHome } from "./notebook_home.ts";

/** Often enough to look live, seldom enough that a chatty run does not flood the document. */
const sharedInterval = 50;
/** A file is written whole every time; nobody sees it before the end. */
const fileInterval = 10_000;

/**
 * Marks the cell as running and follows the run to its end: then its outputs and count are in the notebook. The cell of
 * a run that was dropped before it began is left as it was.
 */
export async function writeRun(home: NotebookHome, cellId: string, execution: Execution): Promise<void> {
  const before = home.kind === "shared"
    ? (await home.read()).cells.find(({ id }) => id === cellId)
    : undefined;
  if (before !== undefined) await home.write(startRun(cellId));
  const stop = follow(home, cellId, execution);
  await execution.ended;
  await stop();
  const { outputs, executionCount, hasBegun } = execution;
  if (!hasBegun && outputs.count === 0) {
    return before === undefined ? undefined : await home.write(dropRun(before));
  }
  await home.write(all(setOutputs(cellId, outputs.outputs()), finishRun(cellId, executionCount)));
}

/** Writes the outputs so far every now and then; the returned function stops that. */
function follow(home: NotebookHome, cellId: string, execution: Execution): () => Promise<void> {
  let changed = false;
  let writing: Promise<void> | undefined;
  const off = execution.subscribe(() => changed = true);
  const timer = setInterval(() => {
    if (!changed || writing !== undefined) return;
    changed = false;
    // What fails here is written by the last update, or fails there for all to see.
    writing = home.write(setOutputs(cellId, execution.outputs.outputs()))
      .catch(() => undefined)
      .finally(() => writing = undefined);
  }, home.kind === "shared" ? sharedInterval : fileInterval);
  return async () => {
    off();
    clearInterval(timer);
    await writing;
  };
}

/** Edits one after the other as one. */
export function all(...edits: readonly Edit[]): Edit {
  return (notebook) => edits.reduce((changed, edit) => edit(changed), notebook);
}
