import assert from "node:assert/strict";
import { newCellId, withIds } from "../../../../src/jupyter/nbformat/cell_ids.ts";
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

Deno.test("withIds gives ids to an old notebook and raises its minor version", () => {
  const { nbformat_minor, cells } = withIds(notebookOf(2, [undefined, undefined]));
  assert.equal(nbformat_minor, 5);
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

Deno.test("newCellId is eight hexadecimal digits", () => {
  assert.match(newCellId(), /^[0-9a-f]{8}$/);
});
