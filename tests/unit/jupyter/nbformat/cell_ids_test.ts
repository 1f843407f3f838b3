import assert from "node:assert/strict";
import { knownCells, newCellId, withIds } from "../../../../src/jupyter/nbformat/cell_ids.ts";
import type { Notebook } from "../../../../src/jupyter/nbformat/notebook.ts";

function notebookOf(minor: number, ids: readonly (string | undefined)[]): Notebook {
  return {
    nbformat: 4,
    nbformat_minor: minor,
    metadata: {},
    cells: ids.map((id) => ({
      ...(id === undefined ? {} : { id }),
      cell_type: "code",
      source: "x",
      metadata: {},
    })),
  };
}

const idsOf = (notebook: Notebook) => notebook.cells.map((cell) => cell.id);

Deno.test("withIds leaves a notebook with ids alone", () => {
  const notebook = notebookOf(5, ["a", "b"]);
  assert.equal(withIds(notebook), notebook);
});

Deno.test("withIds gives ids to an old notebook and keeps its minor version", () => {
  const { nbformat_minor, cells } = withIds(notebookOf(2, [undefined, undefined]));
  assert.equal(nbformat_minor, 2);
  assert.match(cells[0]?.id ?? "", /^[0-9a-f]{8}$/);
  assert.notEqual(cells[0]?.id, cells[1]?.id);
});

Deno.test("withIds gives the same ids at every reading, also when a cell is put in front", () => {
  const first = withIds(notebookOf(4, [undefined, undefined]));
  assert.deepEqual(idsOf(withIds(notebookOf(4, [undefined, undefined]))), idsOf(first));
  const old = notebookOf(4, [undefined, undefined]);
  const longer = withIds({
    ...old,
    cells: [{ cell_type: "markdown", source: "# new", metadata: {} }, ...old.cells],
  });
  assert.deepEqual(idsOf(longer).slice(1), idsOf(first));
});

Deno.test("withIds lets the first of two equal ids stand", () => {
  const notebook = notebookOf(5, ["same", "same", "other"]);
  const repaired = withIds(notebook);
  assert.equal(repaired.cells[0], notebook.cells[0]);
  assert.equal(repaired.cells[2], notebook.cells[2]);
  assert.equal(new Set(idsOf(repaired)).size, 3);
});

/** Sources before and after; the digits tell which of the old cells each new one must be recognised as. */
const recognised: readonly (readonly [name: string, before: string[], after: string[], expected: string])[] =
  [
    ["an insertion", ["a", "b"], ["a", "new", "b"], "0-1"],
    ["a deletion", ["a", "b", "c"], ["a", "c"], "02"],
    ["an edit", ["a", "b", "c"], ["a", "changed wholly", "c"], "012"],
    ["an edit at the end", ["a", "b"], ["a", "other"], "01"],
    ["a move", ["a", "b", "c"], ["c", "a", "b"], "201"],
    ["a deletion among equal cells", ["a", "", "b", "", "c"], ["a", "b", "", "c"], "0234"],
    ["an edit among equal cells", ["a", "t", "b", "t", "c"], ["a", "t = 1", "b", "t", "c"], "01234"],
    ["a copy elsewhere", ["a", "t", "b", "c"], ["a", "t", "b", "t", "c"], "012-3"],
    ["a deletion among equal cells without others between", ["t", "t", "t"], ["t", "t"], "--"],
    ["a deletion of one of two equal cells", ["a", "t", "t", "c"], ["a", "t", "c"], "0-3"],
    ["a deletion of two equal cells", ["a", "t", "t", "t", "c"], ["a", "t", "c"], "0-4"],
    ["an edit of one of two equal cells", ["a", "t", "t", "c"], ["a", "t", "t = 1", "c"], "0--3"],
    ["an edit of two equal cells", ["a", "t", "t", "c"], ["a", "t = 1", "c"], "0-3"],
    ["a copy", ["a", "t", "c"], ["a", "t", "t", "c"], "0--2"],
    ["a change elsewhere", ["a", "t", "t", "c"], ["t", "t", "new", "c"], "12-3"],
    [
      "an insertion beside an edit",
      ["a", "total = price * count", "c"],
      ["a", "import math", "total = price * count * tax", "c"],
      "0-12",
    ],
    ["a cell that has nothing in common with the two before", ["a", "b", "c", "d"], ["a", "zz", "d"], "0-3"],
    ["several changes at once", ["a", "b", "c", "d", "e"], ["x", "a", "c", "b!", "e"], "-0234"],
  ];

for (const [name, before, after, expected] of recognised) {
  Deno.test(`withIds recognises the cells after ${name}`, () => {
    const cellsOf = (sources: readonly string[]) => ({
      nbformat: 4,
      nbformat_minor: 4,
      metadata: {},
      cells: sources.map((source) => ({ cell_type: "code", source, metadata: {} })),
    });
    const old = withIds(cellsOf(before));
    const ids = idsOf(old);
    const now = idsOf(withIds(cellsOf(after), knownCells(old)));
    assert.equal(now.map((id) => ids.includes(id) ? ids.indexOf(id) : "-").join(""), expected);
    assert.equal(new Set(now).size, after.length);
  });
}

Deno.test("withIds recognises one of two equal cells by outputs that the other does not have", () => {
  const cellsOf = (texts: readonly string[]): Notebook => ({
    nbformat: 4,
    nbformat_minor: 4,
    metadata: {},
    cells: texts.map((text) => ({
      cell_type: "code",
      source: "print(a)",
      metadata: {},
      outputs: [{ output_type: "stream", name: "stdout", text }],
    })),
  });
  const old = withIds(cellsOf(["1", "2", "2"]));
  const [first, second, third] = idsOf(old);
  const now = (...texts: readonly string[]) => idsOf(withIds(cellsOf(texts), knownCells(old)));
  assert.deepEqual(now("2", "2", "1"), [first, second, third]);
  assert.deepEqual(now("1"), [first]);
  for (const id of [...now("2"), ...now("2", "2").slice(1), ...now("3", "2")]) {
    assert.ok(![first, second, third].includes(id));
  }
});

Deno.test("withIds names a great many cells with one id and one source in one pass", () => {
  const many = withIds(notebookOf(5, Array<string>(50_000).fill("same")));
  assert.equal(new Set(idsOf(many)).size, 50_000);
});

Deno.test("newCellId is eight hexadecimal digits", () => {
  assert.match(newCellId(), /^[0-9a-f]{8}$/);
});
