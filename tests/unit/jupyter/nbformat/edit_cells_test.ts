import assert from "node:assert/strict";
import { AppError } from "../../../../src/base/errors.ts";
import {
  type CellEditRequest,
  deleteCells,
  editCell,
  insertCell,
  moveCell,
} from "../../../../src/jupyter/nbformat/edit_cells.ts";
import { newNotebook } from "../../../../src/jupyter/nbformat/new_notebook.ts";
import type { Edit, Notebook } from "../../../../src/jupyter/nbformat/notebook.ts";

const code = {
  id: "c",
  cell_type: "code",
  source: "a = 1\r\nb = 1\r\n",
  metadata: { tags: ["keep"] },
  outputs: [{ output_type: "stream", name: "stdout", text: "1" }],
  execution_count: 4,
  odd: true,
};
const text = { id: "m", cell_type: "markdown", source: "# T", metadata: {}, attachments: { "a.png": {} } };
const notebook = { nbformat: 4, nbformat_minor: 5, metadata: {}, cells: [code, text] };

function refusal(change: CellEditRequest): AppError {
  try {
    editCell("c", change)(notebook);
  } catch (error) {
    if (error instanceof AppError) return error;
  }
  throw new Error("it was edited");
}

Deno.test("editCell replaces a source, keeps line ends and everything else, and shares what it leaves", () => {
  const { cells } = editCell("c", { source: "x\ny" })(notebook);
  assert.deepEqual(cells[0], { ...code, source: "x\r\ny" });
  assert.equal(cells[0]?.outputs, code.outputs);
  assert.equal(cells[1], text);
});

Deno.test("editCell returns the same notebook when nothing changes", () => {
  assert.equal(editCell("c", { source: "a = 1\nb = 1\n" })(notebook), notebook);
  assert.equal(editCell("c", {})(notebook), notebook);
});

Deno.test("editCell finds and replaces across line ends, taking the replacement literally", () => {
  const { cells } = editCell(0, { find: "1\nb", replace: "$& 2\nc" })(notebook);
  assert.equal(cells[0]?.source, "a = $& 2\r\nc = 1\r\n");
});

Deno.test("editCell wants the text to find exactly once, or replace_all", () => {
  const error = refusal({ find: " = 1", replace: " = 2" });
  assert.equal(error.code, "invalid_argument");
  assert.match(error.message, /occurs 2 times/);
  assert.deepEqual(error.details["lines"], [1, 2]);
  const all = editCell("c", { find: " = 1", replace: " = 2", replaceAll: true })(notebook);
  assert.equal(all.cells[0]?.source, "a = 2\r\nb = 2\r\n");
});

Deno.test("editCell says what the source is when the text to find is not there", () => {
  for (const find of ["zzz", ""]) {
    const error = refusal({ find, replace: "" });
    assert.equal(error.code, "invalid_argument");
    assert.equal(error.details["actual_source"], code.source);
  }
});

Deno.test("editCell refuses when the source is not the expected one", () => {
  const error = refusal({ source: "new", expectedSource: "old" });
  assert.equal(error.code, "conflict");
  assert.equal(error.details["actual_source"], code.source);
  editCell("c", { source: "new", expectedSource: "a = 1\nb = 1\n" })(notebook);
});

Deno.test("editCell bounds the source that an error shows", () => {
  const long = { ...notebook, cells: [{ ...code, source: "😀".repeat(100_000) }] };
  assert.throws(
    () => editCell(0, { source: "", expectedSource: "x" })(long),
    (error) => error instanceof AppError && JSON.stringify(error.details).length < 10_000,
  );
});

Deno.test("editCell drops outputs of code that becomes text, and adds them the other way", () => {
  const toText = editCell("c", { type: "markdown" })(notebook).cells[0];
  assert.deepEqual(toText, {
    id: "c",
    cell_type: "markdown",
    source: code.source,
    metadata: code.metadata,
    odd: true,
  });
  const toRaw = editCell("m", { type: "raw" })(notebook).cells[1];
  assert.deepEqual(toRaw, { ...text, cell_type: "raw" });
  const coded = editCell("m", { type: "code" })(notebook);
  const { attachments: _, cell_type: __, metadata: ___, ...rest } = text;
  assert.partialDeepStrictEqual(coded.cells[1], {
    ...rest,
    cell_type: "code",
    execution_count: null,
  });
  assert.deepEqual(coded.cells[1]?.["outputs"], []);
  assert.equal(coded.cells[1]?.["attachments"], undefined, "the format has no place for them in a code cell");
  assert.deepEqual(
    editCell("m", { type: "markdown" })(coded).cells[1],
    text,
    "nothing is lost on the way back",
  );
});

Deno.test("editCell mends half a surrogate pair, which no file can hold", () => {
  assert.equal(editCell("c", { source: "a\ud800b" })(notebook).cells[0]?.source, "a\ufffdb");
});

const fourCells: Notebook = {
  nbformat: 4,
  nbformat_minor: 5,
  metadata: {},
  cells: ["a", "b", "c", "d"].map((id) => ({ id, cell_type: "markdown", source: id, metadata: {} })),
};

const after = (edit: Edit) => edit(fourCells).cells.map((cell) => cell.id).join("");
const isBad = (error: unknown) => error instanceof AppError && error.code === "invalid_argument";

Deno.test("insertCell puts a cell where splice would", () => {
  const cell = { id: "N", type: "code" as const, source: "1" };
  assert.equal(after(insertCell(cell)), "abcdN");
  assert.equal(after(insertCell(cell, 0)), "Nabcd");
  assert.equal(after(insertCell(cell, 4)), "abcdN");
  assert.equal(after(insertCell(cell, -1)), "abcNd");
  assert.equal(after(insertCell(cell, -4)), "Nabcd");
  for (const position of [5, -5, 0.5]) assert.throws(() => insertCell(cell, position)(fourCells), isBad);
});

Deno.test("insertCell gives code cells outputs and a count, text cells none", () => {
  const code = insertCell({ id: "N", type: "code", source: "1" })(fourCells).cells.at(-1);
  assert.deepEqual(code, {
    id: "N",
    cell_type: "code",
    source: "1",
    metadata: {},
    outputs: [],
    execution_count: null,
  });
  const raw = insertCell({ id: "N", type: "raw", source: "1" })(fourCells).cells.at(-1);
  assert.deepEqual(raw, { id: "N", cell_type: "raw", source: "1", metadata: {} });
});

Deno.test("deleteCells looks all cells up before the first goes", () => {
  assert.equal(after(deleteCells([0, 1, "d"])), "c");
  assert.equal(after(deleteCells([-1, "d", 3])), "abc");
  assert.equal(deleteCells([])(fourCells), fourCells);
});

Deno.test("moveCell gives a cell its new index and shares all cells", () => {
  assert.equal(after(moveCell("a", 2)), "bcad");
  assert.equal(after(moveCell("d", 0)), "dabc");
  assert.equal(after(moveCell(0, -1)), "bcda");
  assert.equal(moveCell("b", 1)(fourCells), fourCells);
  assert.equal(moveCell("a", 3)(fourCells).cells[3], fourCells.cells[0]);
  for (const to of [4, -5, 1.5]) assert.throws(() => moveCell("a", to)(fourCells), isBad);
});

Deno.test("newNotebook starts with the cells it is given", () => {
  const kernel = { name: "python3", displayName: "Python 3", language: "python" };
  const { cells } = newNotebook(kernel, [{ type: "markdown", source: "# T" }, { type: "code", source: "1" }]);
  assert.deepEqual(cells.map((cell) => cell.source), ["# T", "1"]);
  assert.notEqual(cells[0]?.id, cells[1]?.id);
});
