import assert from "node:assert/strict";
import { AppError } from "../../../../src/base/errors.ts";
import { knownCells } from "../../../../src/jupyter/nbformat/cell_ids.ts";
import { clearOutputs } from "../../../../src/jupyter/nbformat/cell_run_edits.ts";
import { deleteCells, editCell, insertCell, moveCell } from "../../../../src/jupyter/nbformat/edit_cells.ts";
import type { Cell, Edit, Notebook } from "../../../../src/jupyter/nbformat/notebook.ts";
import { changesBetween, type RecordedChange } from "../../../../src/jupyter/review/cell_changes.ts";
import { undoChanges } from "../../../../src/jupyter/review/undo.ts";
import { randomEdit, wordsOf } from "../../../harness/random_edits.ts";
import { repeatableDice } from "../../../harness/repeatable_random.ts";

function codeCell(id: string, source: string): Cell {
  return { id, cell_type: "code", source, metadata: {}, outputs: [], execution_count: null };
}

function notebookOf(...cells: readonly Cell[]): Notebook {
  return { nbformat: 4, nbformat_minor: 5, metadata: {}, cells: [...cells] };
}

const original = notebookOf(
  codeCell("a", "import pandas as pd\n"),
  { ...codeCell("b", "x = 1\ny = 2\n"), outputs: [{ output_type: "stream", name: "stdout", text: "1\n" }] },
  {
    id: "c",
    cell_type: "markdown",
    source: "# Title",
    metadata: { tags: ["kept"] },
    attachments: { "p.png": {} },
  },
  codeCell("d", "print(x)\n"),
);

function undo(changes: readonly RecordedChange[]): Edit {
  return undoChanges([{ changes }]).edit;
}

/** Makes an edit and returns its result with the edit that takes it back. */
function made(before: Notebook, edit: Edit): { after: Notebook; undo: Edit } {
  const after = edit(before);
  return { after, undo: undo(changesBetween(before, after)) };
}

function idsOf({ cells }: Notebook): (string | undefined)[] {
  return cells.map(({ id }) => id);
}

function conflictOf(run: () => unknown): AppError {
  try {
    run();
  } catch (error) {
    if (error instanceof AppError && error.code === "conflict") return error;
    throw error;
  }
  throw new assert.AssertionError({ message: "no conflict" });
}

const edits: Readonly<Record<string, Edit>> = {
  "an edited source": editCell("b", { source: "x = 10\ny = 20\n" }),
  "a changed type": editCell("b", { type: "markdown" }),
  "a type with attachments": editCell("c", { type: "code" }),
  "a deleted cell": deleteCells(["b"]),
  "all cells deleted": deleteCells(["a", "b", "c", "d"]),
  "an added cell": insertCell({ id: "n", type: "code", source: "new" }, 2),
  "a cell moved down": moveCell("a", 3),
  "a cell moved up": moveCell("d", 0),
};

for (const [name, edit] of Object.entries(edits)) {
  Deno.test(`undo gives back the notebook before ${name}`, () => {
    const { after, undo } = made(original, edit);
    assert.notDeepEqual(after, original);
    assert.deepEqual(undo(after), original);
  });
}

Deno.test("undo keeps what a person typed elsewhere in the same cell", () => {
  const { after, undo } = made(original, editCell("b", { find: "x = 1", replace: "x = 100" }));
  const typed = editCell("b", { find: "y = 2", replace: "y = 2 + z" })(after);
  assert.equal(undo(typed).cells[1]?.source, "x = 1\ny = 2 + z\n");
});

Deno.test("undo of a text that a person has changed since is a conflict with both texts", () => {
  const { after, undo } = made(original, editCell("b", { find: "x = 1", replace: "x = 100" }));
  const typed = editCell("b", { find: "x = 100", replace: "x = 100_000" })(after);
  const { details } = conflictOf(() => undo(typed));
  assert.deepEqual(details, { before_source: "x = 1\ny = 2\n", now_source: "x = 100_000\ny = 2\n" });
});

Deno.test("undo of an added cell that a person has written into is a conflict", () => {
  const { after, undo } = made(original, insertCell({ id: "n", type: "code", source: "new" }));
  conflictOf(() => undo(editCell("n", { source: "new, and more" })(after)));
});

Deno.test("undo of an edit in a cell that a person has deleted is a conflict", () => {
  const { after, undo } = made(original, editCell("b", { source: "z" }));
  conflictOf(() => undo(deleteCells(["b"])(after)));
});

Deno.test("undo leaves a cell where a person has moved it since", () => {
  const { after, undo } = made(original, moveCell("a", 3));
  conflictOf(() => undo(moveCell("a", 1)(after)));
});

Deno.test("undo puts a deleted cell back beside its neighbours although others came and went", () => {
  const { after, undo } = made(original, deleteCells(["c"]));
  const grown = insertCell({ id: "p", type: "code", source: "person" }, 0)(deleteCells(["b"])(after));
  assert.deepEqual(idsOf(undo(grown)), ["p", "a", "c", "d"]);
});

Deno.test("undo keeps newer outputs", () => {
  const run = (text: string): Edit => (notebook) => ({
    ...notebook,
    cells: notebook.cells.map((cell) =>
      cell.id === "b" ? { ...cell, outputs: [{ output_type: "stream", name: "stdout", text }] } : cell
    ),
  });
  const { after, undo } = made(original, run("ours"));
  assert.deepEqual(undo(after), original);
  const newer = run("the person's")(after);
  assert.deepEqual(undo(newer), newer);
});

Deno.test("undoing everything gives back the original after 5,000 random series of edits", () => {
  for (let seed = 1; seed <= 5_000; seed++) {
    const dice = repeatableDice(seed);
    let present = original;
    const journal = Array.from({ length: 1 + dice(8) }, (_, step) => {
      const before = present;
      present = randomEdit(before, { by: "ai", step, dice })(before);
      return changesBetween(before, present);
    });
    const undone = undo(journal.flat())(present);
    assert.deepEqual(undone, original, `seed ${seed}`);
    const redone = undo(changesBetween(present, undone))(undone);
    assert.deepEqual(redone, present, `undo of the undo, seed ${seed}`);
  }
});

Deno.test("nothing a person did is lost in 5,000 random interleavings of edits and undos", () => {
  let undone = 0;
  for (let seed = 1; seed <= 5_000; seed++) {
    const dice = repeatableDice(seed);
    let present = original;
    const ours = [];
    for (let step = 0; step < 2 + dice(8); step++) {
      const isPerson = dice(2) === 0;
      const edited = randomEdit(present, { by: isPerson ? "person" : "ai", step, dice })(present);
      if (!isPerson) ours.push(...changesBetween(present, edited));
      present = edited;
    }
    const result = undoneOrSame(present, undo(ours));
    if (result !== present) undone++;
    const before = wordsOf(present, "person");
    assert.deepEqual(before.difference(wordsOf(result, "person")), new Set(), `seed ${seed}`);
    if (result !== present) assert.deepEqual(wordsOf(result, "ai"), new Set(), `seed ${seed}`);
  }
  // The property would hold as well if every undo were a conflict.
  assert.ok(undone > 1_000, `${undone} of 5,000 were undone`);
});

/** Edits of a notebook whose file stores no ids and which has equal cells, by the place of the cell. */
const twinEdits: Readonly<Record<string, (ids: readonly string[]) => Edit>> = {
  "an edit of the first of two": ([, id = ""]) => editCell(id, { source: "t = 1" }),
  "an edit of the second of two": ([, , , id = ""]) => editCell(id, { source: "t = 1" }),
  "a deletion of the first of two": ([, id = ""]) => deleteCells([id]),
  "a deletion of the second of two": ([, , , id = ""]) => deleteCells([id]),
  "a deletion of one beside its twin": ([, , , , id = ""]) => deleteCells([id]),
  "a move of the second of two": ([, , , id = ""]) => moveCell(id, 0),
  "a clearing of the second of two": ([, , , id = ""]) => clearOutputs([id]),
};

/** As another process reads it, which gives ids of its own. */
function readAgain(notebook: Notebook, name: string): Notebook {
  return { ...notebook, cells: notebook.cells.map((cell, index) => ({ ...cell, id: `${name}-${index}` })) };
}

const twins: Notebook = {
  ...notebookOf(...["a", "t", "b", "t", "t", "c"].map((source, index) => ({
    ...codeCell(`first-${index}`, source),
    execution_count: 1,
  }))),
  nbformat_minor: 4,
};

for (const [name, edit] of Object.entries(twinEdits)) {
  Deno.test(`undo finds the right one of equal cells without ids after ${name}`, () => {
    const withoutIds = ({ cells }: Notebook) => cells.map(({ id: _, ...cell }) => cell);
    const change = (before: Notebook, edit: Edit) => {
      const after = edit(before);
      return { after, change: { changes: changesBetween(before, after), ids: knownCells(after) } };
    };
    const first = change(twins, edit(twins.cells.map(({ id = "" }) => id)));
    // Another process changes it again, under ids of its own.
    const second = change(
      readAgain(first.after, "second"),
      insertCell({ id: "n", type: "code", source: "t" }, 2),
    );
    const present = readAgain(second.after, "third");
    const both = undoChanges([first.change, second.change]).edit(present);
    assert.deepEqual(withoutIds(both), withoutIds(twins));
    assert.deepEqual(
      both.cells.filter(({ id }) => id?.startsWith("third")).length,
      Math.min(twins.cells.length, first.after.cells.length),
    );
    const one = undoChanges([first.change, { ...second.change, changes: [] }]).edit(present);
    const expected = insertCell({ id: "n", type: "code", source: "t" }, 2)(twins);
    if (!name.includes("move") && !name.includes("deletion of the first")) {
      assert.deepEqual(withoutIds(one), withoutIds(expected));
    }
  });
}

function undoneOrSame(notebook: Notebook, undo: Edit): Notebook {
  try {
    return undo(notebook);
  } catch (error) {
    if (error instanceof AppError && error.code === "conflict") return notebook;
    throw error;
  }
}
