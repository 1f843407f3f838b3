import assert from "node:assert/strict";
import { AppError } from "../../../../src/base/errors.ts";
import type { Edit, Notebook } from "../../../../src/jupyter/nbformat/notebook.ts";
import { untilCellsExist } from "../../../../src/jupyter/notebooks/shared_backend.ts";
import type { ChangeListener } from "../../../../src/jupyter/rtc/notebook_room.ts";
import { Clock } from "../../clock.ts";

const empty: Notebook = { nbformat: 4, nbformat_minor: 5, metadata: {}, cells: [] };
const whole: Notebook = {
  ...empty,
  cells: [{ id: "moved", cell_type: "raw", source: "", metadata: {} }],
};
const gone = new AppError("cell_not_found", "Cannot find cell");

const edit: Edit = (notebook) => {
  if (notebook.cells.length === 0) throw gone;
  return notebook;
};

/** A document that goes through these states, one at each change. */
function documentOf(...states: readonly Notebook[]) {
  const listeners = new Set<ChangeListener>();
  const second = Promise.withResolvers<void>();
  let [now, watched] = [0, 0];
  return {
    read: () => states[now] ?? empty,
    onChange(listener: ChangeListener) {
      listeners.add(listener);
      if (++watched === 2) second.resolve();
      return () => listeners.delete(listener);
    },
    get isWatched() {
      return listeners.size > 0;
    },
    /** Resolves when it is watched for the second time. */
    watchedAgain: second.promise,
    change() {
      now++;
      for (const listener of listeners) listener("others");
    },
  };
}

Deno.test("untilCellsExist waits for the second half of a move, over changes of others", async () => {
  using _clock = new Clock();
  const document = documentOf(empty, empty, whole);
  const there = untilCellsExist(document, edit);
  document.change();
  await Promise.race([document.watchedAgain, there]);
  assert.equal(document.isWatched, true);
  document.change();
  await there;
  assert.equal(document.isWatched, false);
});

Deno.test("untilCellsExist says that a cell is gone where it stays away, and all else at once", async () => {
  await assert.rejects(untilCellsExist(documentOf(empty), edit), gone);
  const refused = new AppError("conflict", "Cannot edit");
  const refusing: Edit = () => {
    throw refused;
  };
  await assert.rejects(untilCellsExist(documentOf(whole), refusing), refused);
});

Deno.test("untilCellsExist ends with its caller", async () => {
  const caller = new AbortController();
  const there = untilCellsExist(documentOf(empty), edit, caller.signal);
  caller.abort(new Error("gone backend"));
  await assert.rejects(there, /gone backend/);
});
