import assert from "node:assert/strict";
import { AppError } from "../../../../src/base/errors.ts";
import { deleteCells, insertCell, moveCell } from "../../../../src/jupyter/nbformat/edit_cells.ts";
import { newNotebook } from "../../../../src/jupyter/nbformat/new_notebook.ts";
import type { Edit, Notebook } from "../../../../src/jupyter/nbformat/notebook.ts";

const notebook: Notebook = {
  nbformat: 4,
  nbformat_minor: 5,
  metadata: {},
  cells: ["a", "b", "c", "d"].map((id) => ({ id, cell_type: "markdown", source: id, metadata: {} })),
};

const after = (edit: Edit) => edit(notebook).cells.map((cell) => cell.id).join("");
const isBad = (error: unknown) => error instanceof AppError && error.code === "invalid_argument";

Deno.test("insertCell puts a cell where splice would", () => {
  const cell = { id: "N", type: "code" as const, source: "1" };
  assert.equal(after(insertCell(cell)), "abcdN");
  assert.equal(after(insertCell(cell, 0)), "Nabcd");
  assert.equal(after(insertCell(cell, 4)), "abcdN");
  assert.equal(after(insertCell(cell, -1)), "abcNd");
  assert.equal(after(insertCell(cell, -4)), "Nabcd");
  for (const position of [5, -5, 0.5]) assert.throws(() => insertCell(cell, position)(notebook), isBad);
});

Deno.test("insertCell gives code cells outputs and a count, text cells none", () => {
  const code = insertCell({ id: "N", type: "code", source: "1" })(notebook).cells.at(-1);
  assert.deepEqual(code, {
    id: "N",
    cell_type: "code",
    source: "1",
    metadata: {},
    outputs: [],
    execution_count: null,
  });
  const raw = insertCell({ id: "N", type: "raw", source: "1" })(notebook).cells.at(-1);
  assert.deepEqual(raw, { id: "N", cell_type: "raw", source: "1", metadata: {} });
});

Deno.test("deleteCells looks all cells up before the first goes", () => {
  assert.equal(after(deleteCells([0, 1, "d"])), "c");
  assert.equal(after(deleteCells([-1, "d", 3])), "abc");
  assert.equal(deleteCells([])(notebook), notebook);
});

Deno.test("moveCell gives a cell its new index and shares all cells", () => {
  assert.equal(after(moveCell("a", 2)), "bcad");
  assert.equal(after(moveCell("d", 0)), "dabc");
  assert.equal(after(moveCell(0, -1)), "bcda");
  assert.equal(moveCell("b", 1)(notebook), notebook);
  assert.equal(moveCell("a", 3)(notebook).cells[3], notebook.cells[0]);
  for (const to of [4, -5, 1.5]) assert.throws(() => moveCell("a", to)(notebook), isBad);
});

Deno.test("newNotebook starts with the cells it is given", () => {
  const kernel = { name: "python3", displayName: "Python 3", language: "python" };
  const { cells } = newNotebook(kernel, [{ type: "markdown", source: "# T" }, { type: "code", source: "1" }]);
  assert.deepEqual(cells.map((cell) => cell.source), ["# T", "1"]);
  assert.notEqual(cells[0]?.id, cells[1]?.id);
});
