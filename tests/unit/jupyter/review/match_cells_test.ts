import assert from "node:assert/strict";
import { withIds } from "../../../../src/jupyter/nbformat/cell_ids.ts";
import type { Notebook } from "../../../../src/jupyter/nbformat/notebook.ts";
import { withMatchingIds } from "../../../../src/jupyter/review/match_cells.ts";

/** Sources before and after; the digits tell which of the new cells each old one must be matched with. */
const matched: readonly (readonly [name: string, before: string[], after: string[], expected: string])[] = [
  ["a deletion of the first of two equal cells", ["a", "t", "b", "t", "c"], ["a", "b", "t", "c"], "0-123"],
  ["a deletion of the second of two equal cells", ["a", "t", "b", "t", "c"], ["a", "t", "b", "c"], "012-3"],
  [
    "an edit of the first of two equal cells",
    ["a", "t = 1", "b", "t = 1"],
    ["a", "t = 12", "b", "t = 1"],
    "0123",
  ],
  ["an edit of the second of two equal cells", ["t = 1", "b", "t = 1"], ["t = 1", "b", "t = 12"], "012"],
  ["a move", ["import math", "b", "c"], ["b", "c", "import math"], "201"],
  ["a move and an edit", ["import math", "b", "c"], ["b", "c", "import maths"], "201"],
  ["a replacement", ["a", "wholly different", "c"], ["a", "nothing alike 123", "c"], "0-2"],
];

function notebookOf(sources: readonly string[]): Notebook {
  const cells = sources.map((source) => ({ cell_type: "code", source, metadata: {} }));
  return withIds({ nbformat: 4, nbformat_minor: 4, metadata: {}, cells });
}

for (const [name, before, after, expected] of matched) {
  Deno.test(`withMatchingIds finds ${name}`, () => {
    const now = notebookOf(after);
    const { cells } = withMatchingIds(notebookOf(before), now);
    const places = cells.map(({ id }) => now.cells.findIndex((cell) => cell.id === id));
    assert.equal(places.map((place) => place < 0 ? "-" : place).join(""), expected);
    assert.equal(new Set(cells.map(({ id }) => id)).size, before.length);
  });
}

Deno.test("withMatchingIds trusts ids that the files store", () => {
  const notebook = (...cells: [id: string, source: string][]): Notebook => ({
    nbformat: 4,
    nbformat_minor: 5,
    metadata: {},
    cells: cells.map(([id, source]) => ({ id, cell_type: "code", source, metadata: {} })),
  });
  const before = notebook(["x", "one"], ["y", "two"], ["z", "three"]);
  const { cells } = withMatchingIds(before, notebook(["y", "one"], ["x", "two"], ["w", "three"]));
  assert.deepEqual(cells.map(({ id }) => id), ["x", "y", "w"]);
});
