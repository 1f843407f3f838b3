import assert from "node:assert/strict";
import {
  type AppliedEdit,
  canReapply,
  changedCells,
  isEditLost,
} from "../../../../src/jupyter/nbformat/compare_notebooks.ts";
import type { Notebook } from "../../../../src/jupyter/nbformat/notebook.ts";

/** Cells as `id: source`. */
function notebook(...cells: string[]): Notebook {
  return {
    nbformat: 4,
    nbformat_minor: 5,
    metadata: {},
    cells: cells.map((cell) => {
      const [id = "", source = ""] = cell.split(": ");
      return { id, cell_type: "code", source, metadata: {} };
    }),
  };
}

function plan(before: Notebook, after: Notebook): AppliedEdit {
  return { before, after, touched: changedCells(before, after), isMove: false };
}

const before = notebook("a: 1", "b: 2");

Deno.test("isEditLost is false for an edit that is there, also with others' typing in it", () => {
  const edited = plan(before, { ...before, cells: notebook("a: 10").cells.concat(before.cells.slice(1)) });
  assert.equal(isEditLost(edited, notebook("a: 10", "b: typed"), true), false);
  assert.equal(isEditLost(edited, notebook("a: 10 and typed", "b: 2"), false), false);
});

Deno.test("isEditLost is true if the cell is as it was, or gone, or came from the file", () => {
  const edited = plan(before, { ...before, cells: notebook("a: 10").cells.concat(before.cells.slice(1)) });
  assert.equal(isEditLost(edited, notebook("a: 1", "b: 2"), false), true);
  assert.equal(isEditLost(edited, notebook("b: 2"), false), true);
  assert.equal(isEditLost(edited, notebook("a: from the file", "b: 2"), true), true);
});

Deno.test("isEditLost finds cells again that were deleted, and misses added ones after a reload alone", () => {
  const deleted = plan(before, { ...before, cells: before.cells.slice(1) });
  assert.equal(isEditLost(deleted, notebook("b: 2", "a: 1"), false), true);
  assert.equal(isEditLost(deleted, notebook("b: 2"), true), false);
  const added = plan(before, { ...before, cells: before.cells.concat(notebook("c: 3").cells) });
  assert.equal(isEditLost(added, before, true), true);
  assert.equal(isEditLost(added, before, false), false, "a person may delete it");
});

Deno.test("isEditLost looks at the order of a move after a reload", () => {
  const moved = { before, after: notebook("b: 2", "a: 1"), touched: ["a"], isMove: true };
  assert.equal(isEditLost(moved, before, true), true);
  assert.equal(isEditLost(moved, notebook("b: 2", "new: 0", "a: 1"), true), false);
  assert.equal(isEditLost(moved, notebook("b: 2", "a: 1 typed on"), true), false);
  assert.equal(isEditLost(moved, notebook("b: 2"), false), true, "somebody has taken it away");
});

Deno.test("canReapply lets a cell be moved in which someone types, and no other edit be made there", () => {
  const typed = notebook("a: 1 typed on", "b: 2");
  const moved = { before, after: notebook("b: 2", "a: 1"), touched: ["a"], isMove: true };
  assert.equal(canReapply(moved, typed), true);
  assert.equal(canReapply(plan(before, notebook("a: 10", "b: 2")), typed), false);
});
