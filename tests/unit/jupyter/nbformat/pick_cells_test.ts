import assert from "node:assert/strict";
import { AppError } from "../../../../src/base/errors.ts";
import { type CellPick, pickCells } from "../../../../src/jupyter/nbformat/find_cells.ts";

const notebook = {
  nbformat: 4,
  nbformat_minor: 5,
  metadata: {},
  cells: ["code a", "markdown b", "code c", "raw d", "code e"].map((text) => {
    const [cell_type = "", id = ""] = text.split(" ");
    return { id, cell_type, source: id, metadata: {} };
  }),
};

function refusal(pick: CellPick): AppError {
  try {
    pickCells(notebook, pick);
  } catch (error) {
    if (error instanceof AppError) return error;
  }
  throw new Error("it was picked");
}

Deno.test("pickCells takes one cell, by id, index, index from the end or a number as text", () => {
  for (const cell of ["c", 2, -3, "2"]) assert.deepEqual(pickCells(notebook, { cell }), ["c"], String(cell));
});

Deno.test("pickCells keeps the order of a list and the cells named twice", () => {
  assert.deepEqual(pickCells(notebook, { cell: ["e", 0, -1] }), ["e", "a", "e"]);
});

Deno.test("pickCells takes a range with both ends, and open ranges", () => {
  const ranges: [CellPick, string[]][] = [
    [{ from: "b", to: "d" }, ["c"]],
    [{ from: 2, to: -1 }, ["c", "e"]],
    [{ from: "c", to: "c" }, ["c"]],
    [{ from: -1 }, ["e"]],
    [{ to: 2 }, ["a", "c"]],
  ];
  for (const [pick, ids] of ranges) assert.deepEqual(pickCells(notebook, pick), ids, JSON.stringify(pick));
});

Deno.test("pickCells takes all code cells, and none of an empty notebook", () => {
  assert.deepEqual(pickCells(notebook, { cell: "all" }), ["a", "c", "e"]);
  assert.deepEqual(pickCells({ ...notebook, cells: [] }, { cell: "all" }), []);
});

Deno.test("pickCells passes over text cells", () => {
  assert.deepEqual(pickCells(notebook, { cell: ["b", "d"] }), []);
});

Deno.test("pickCells refuses what says nothing, too much, the wrong way round, or names no cell", () => {
  assert.equal(refusal({}).code, "invalid_argument");
  assert.equal(refusal({ cell: 0, to: 1 }).code, "invalid_argument");
  assert.match(refusal({ from: "c", to: "a" }).message, /from is cell 2, to is cell 0 before it/);
  assert.equal(refusal({ cell: ["a", "nope"] }).code, "cell_not_found");
  assert.equal(refusal({ from: 9 }).code, "cell_not_found");
});
