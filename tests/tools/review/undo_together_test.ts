/** Undo while a person works in the same shared document: on a real server, through two clients of its room. */

import assert from "node:assert/strict";
import { AppError } from "../../../src/base/errors.ts";
import { traceEdit } from "../../../src/jupyter/nbformat/edit_cells.ts";
import type { Notebook } from "../../../src/jupyter/nbformat/notebook.ts";
import { changesBetween, type RecordedChange } from "../../../src/jupyter/review/cell_changes.ts";
import { undoChanges } from "../../../src/jupyter/review/undo.ts";
import type { NotebookRoom } from "../../../src/jupyter/rtc/notebook_room.ts";
import { eventually } from "../../harness/eventually.ts";
import { code, openRoom, putCells } from "../../harness/notebook.ts";
import { randomEdit, wordsOf } from "../../harness/random_edits.ts";
import { repeatableDice } from "../../harness/repeatable_random.ts";
import { sharedJupyter } from "../../harness/servers.ts";

const rounds = 200;
/** Cells that a round begins with at most. */
const mostCells = 6;

function contentOf({ cells }: Notebook) {
  return cells.map(({ id, cell_type, source }) => ({ id, cell_type, source }));
}

/** Returns when both clients show the same. */
async function agree(one: NotebookRoom, other: NotebookRoom): Promise<void> {
  await Promise.all([one.flush(), other.flush()]);
  const shown = (room: NotebookRoom) => JSON.stringify(contentOf(room.read()));
  await eventually(() => shown(one) === shown(other), { what: "both show the same" });
}

function undo(room: NotebookRoom, changes: readonly RecordedChange[]): boolean {
  try {
    room.update(undoChanges([{ changes }]).edit);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === "conflict") return false;
    throw error;
  }
}

Deno.test(`nothing a person did is lost in ${rounds} interleavings of edits and undos in a shared document`, async () => {
  const jupyter = sharedJupyter("collaboration");
  const path = await putCells(jupyter, [code("a", "x = 1\ny = 2\n"), code("b", "print(x)"), code("c", "")]);
  await using ours = await openRoom(jupyter, path);
  await using person = await openRoom(jupyter, path);
  let undone = 0;
  for (let seed = 1; seed <= rounds; seed++) {
    const dice = repeatableDice(seed);
    const isAlone = dice(4) === 0;
    const original = contentOf(ours.read());
    const changes = [];
    for (let step = 0; step < 2 + dice(6); step++) {
      const isPerson = !isAlone && dice(2) === 0;
      const room = isPerson ? person : ours;
      const by = isPerson ? "person" : "ai";
      const { edit, made } = traceEdit(randomEdit(room.read(), { by, step: seed * 100 + step, dice }));
      room.update(edit);
      const trace = made();
      if (!isPerson && trace !== undefined) changes.push(...changesBetween(trace.before, trace.after));
    }
    await agree(ours, person);
    const before = wordsOf(person.read(), "person");
    const isUndone = undo(ours, changes);
    await agree(ours, person);
    assert.deepEqual(before.difference(wordsOf(person.read(), "person")), new Set(), `seed ${seed}`);
    if (isAlone) assert.deepEqual(contentOf(person.read()), original, `seed ${seed}`);
    if (isUndone) undone++;
    person.update((notebook) => ({ ...notebook, cells: notebook.cells.slice(0, mostCells) }));
    await agree(ours, person);
  }
  // The property would hold as well if every undo were a conflict.
  assert.ok(undone > rounds / 4, `${undone} of ${rounds} were undone`);
});
