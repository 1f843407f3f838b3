import assert from "node:assert/strict";
import { AppError } from "../../../../src/base/errors.ts";
import {
  type CellPick,
  type CellReference,
  findCell,
  pickCells,
} from "../../../../src/jupyter/nbformat/find_cells.ts";
const notebook = {
  nbformat: 4,
  nbformat_minor: 5,
  metadata: {},
  cells: Array.from({ length: 12 }, (_, i) => ({
    id: i === 11 ? "12" : `cell-${i}`,
    cell_type: "code",
    source: `\n  x = ${i}\n`,
    metadata: {},
  })),
};

function refusal(reference: CellReference): AppError {
  try {
    findCell(notebook, reference);
  } catch (error) {
    if (error instanceof AppError) return error;
  }
  throw new Error("it was found");
}

Deno.test("findCell takes an id, an index, an index from the end, and a number as text", () => {
  const places: [CellReference, number][] = [["cell-3", 3], [0, 0], [-1, 11], ["2", 2], ["-12", 0], [
    "12",
    11,
  ]];
  for (const [reference, index] of places) {
    assert.equal(findCell(notebook, reference).index, index, String(reference));
  }
});

Deno.test("findCell lists at most ten near misses", () => {
  for (const reference of [12, -13, 1.5, "nope", "", NaN]) {
    const error = refusal(reference);
    assert.equal(error.code, "cell_not_found");
    const { available } = error.details;
    assert.ok(Array.isArray(available) && available.length === 10, String(reference));
  }
  assert.deepEqual(
    refusal(99).details["available"],
    notebook.cells.slice(2).map((cell, i) => ({
      index: i + 2,
      id: cell.id,
      first_line: `x = ${i + 2}`,
    })),
  );
});

Deno.test("findCell names the cells with the most similar ids first", () => {
  const cells = ["intro", "load-data", "plot", "load-date", "model"].map((id) => ({
    ...notebook.cells[0],
    id,
    cell_type: "code",
    source: "",
    metadata: {},
  }));
  const error = (() => {
    try {
      findCell({ ...notebook, cells }, "load-dat");
    } catch (error) {
      return error;
    }
  })();
  assert.ok(error instanceof AppError);
  assert.partialDeepStrictEqual(error.details["available"], [{ id: "load-data" }, { id: "load-date" }]);
});

const fiveCells = {
  nbformat: 4,
  nbformat_minor: 5,
  metadata: {},
  cells: ["code a", "markdown b", "code c", "raw d", "code e"].map((text) => {
    const [cell_type = "", id = ""] = text.split(" ");
    return { id, cell_type, source: id, metadata: {} };
  }),
};

function pickRefusal(pick: CellPick): AppError {
  try {
    pickCells(fiveCells, pick);
  } catch (error) {
    if (error instanceof AppError) return error;
  }
  throw new Error("it was picked");
}

Deno.test("pickCells takes one cell, by id, index, index from the end or a number as text", () => {
  for (const cell of ["c", 2, -3, "2"]) assert.deepEqual(pickCells(fiveCells, { cell }), ["c"], String(cell));
});

Deno.test("pickCells keeps the order of a list and the cells named twice", () => {
  assert.deepEqual(pickCells(fiveCells, { cell: ["e", 0, -1] }), ["e", "a", "e"]);
});

Deno.test("pickCells takes a range with both ends, and open ranges", () => {
  const ranges: [CellPick, string[]][] = [
    [{ from: "b", to: "d" }, ["c"]],
    [{ from: 2, to: -1 }, ["c", "e"]],
    [{ from: "c", to: "c" }, ["c"]],
    [{ from: -1 }, ["e"]],
    [{ to: 2 }, ["a", "c"]],
  ];
  for (const [pick, ids] of ranges) assert.deepEqual(pickCells(fiveCells, pick), ids, JSON.stringify(pick));
});

Deno.test("pickCells takes all code cells, and none of an empty notebook", () => {
  assert.deepEqual(pickCells(fiveCells, { cell: "all" }), ["a", "c", "e"]);
  assert.deepEqual(pickCells({ ...fiveCells, cells: [] }, { cell: "all" }), []);
});

Deno.test("pickCells passes over text cells", () => {
  assert.deepEqual(pickCells(fiveCells, { cell: ["b", "d"] }), []);
});

Deno.test("pickCells refuses what says nothing, too much, the wrong way round, or names no cell", () => {
  assert.equal(pickRefusal({}).code, "invalid_argument");
  assert.equal(pickRefusal({ cell: 0, to: 1 }).code, "invalid_argument");
  assert.match(pickRefusal({ from: "c", to: "a" }).message, /from is cell 2, to is cell 0 before it/);
  assert.equal(pickRefusal({ cell: ["a", "nope"] }).code, "cell_not_found");
  assert.equal(pickRefusal({ from: 9 }).code, "cell_not_found");
});
