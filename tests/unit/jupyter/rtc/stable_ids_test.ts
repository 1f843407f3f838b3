import assert from "node:assert/strict";
import { KnownIds } from "../../../../src/jupyter/nbformat/cell_ids.ts";
import { editCell, insertCell } from "../../../../src/jupyter/nbformat/edit_cells.ts";
import type { Notebook } from "../../../../src/jupyter/nbformat/notebook.ts";
import { StableIds } from "../../../../src/jupyter/rtc/stable_ids.ts";

/** A document whose cells have these ids and sources. */
function documentOf(cells: Readonly<Record<string, string>>, nbformat_minor = 4): Notebook {
  return {
    nbformat: 4,
    nbformat_minor,
    metadata: {},
    cells: Object.entries(cells).map(([id, source]) => ({ id, cell_type: "code", source, metadata: {} })),
  };
}

const idsOf = ({ cells }: Notebook) => cells.map(({ id = "" }) => id);

Deno.test("StableIds leaves a document alone whose file stores ids", () => {
  const stored = documentOf({ u1: "a" }, 5);
  assert.equal(new StableIds(new KnownIds(), "a.ipynb").show(stored), stored);
});

Deno.test("StableIds shows the same ids after the server has loaded the file again", () => {
  const known = new KnownIds();
  const ids = new StableIds(known, "a.ipynb");
  const before = idsOf(ids.show(documentOf({ u1: "a", u2: "b" })));
  assert.deepEqual(
    idsOf(ids.show(documentOf({ v1: "a", v0: "new", v2: "b" }))).filter((id) => before.includes(id)),
    before,
  );
  const reopened = new StableIds(known, "a.ipynb");
  assert.deepEqual(idsOf(reopened.show(documentOf({ w1: "a", w2: "new", w3: "b!" }))).at(-1), before[1]);
});

Deno.test("StableIds changes a cell under the id that the document has for it", () => {
  const ids = new StableIds(new KnownIds(), "a.ipynb");
  const stored = documentOf({ u1: "a", u2: "b" });
  const [, second = ""] = idsOf(ids.show(stored));
  const edited = ids.edit(editCell(second, { source: "B" }))(stored);
  assert.deepEqual(idsOf(edited), ["u1", "u2"]);
  assert.equal(edited.cells[0], stored.cells[0]);
  const longer = ids.edit(insertCell({ id: "ours", type: "code", source: "c" }))(edited);
  assert.deepEqual(idsOf(longer), ["u1", "u2", "ours"]);
  assert.deepEqual(idsOf(ids.show(longer)).slice(1), [second, "ours"]);
  assert.equal(ids.edit((same) => same)(longer), longer);
});
