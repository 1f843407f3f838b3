import assert from "node:assert/strict";
import { KnownIds } from "../../../../src/jupyter/nbformat/cell_ids.ts";
import { deleteCells, editCell, insertCell, moveCell } from "../../../../src/jupyter/nbformat/edit_cells.ts";
import type { Notebook } from "../../../../src/jupyter/nbformat/notebook.ts";
import { SharedNotebook } from "../../../../src/jupyter/rtc/shared_notebook.ts";
import { Y } from "../../../../src/jupyter/rtc/yjs.ts";

/** A document whose cells have these ids and sources. */
function documentOf(cells: Readonly<Record<string, string>>, nbformat_minor = 4): Y.Doc {
  const doc = new Y.Doc();
  load(doc, cells, nbformat_minor);
  return doc;
}

/** Has the server load the file of a document. */
function load(doc: Y.Doc, cells: Readonly<Record<string, string>>, nbformat_minor = 4): void {
  new SharedNotebook(doc).update((notebook) => ({
    ...notebook,
    nbformat_minor,
    cells: Object.entries(cells).map(([id, source]) => ({ id, cell_type: "code", source, metadata: {} })),
  }));
}

function opened(doc: Y.Doc, known = new KnownIds()): SharedNotebook {
  return new SharedNotebook(doc, { ids: { known, path: "a.ipynb" } });
}

const idsOf = ({ cells }: Notebook) => cells.map(({ id = "" }) => id);
const storedIds = (doc: Y.Doc) => idsOf(new SharedNotebook(doc).read());

Deno.test("SharedNotebook shows the ids of a document whose file stores them", () => {
  assert.deepEqual(idsOf(opened(documentOf({ u1: "a" }, 5)).read()), ["u1"]);
});

Deno.test("SharedNotebook shows the same ids after the server has loaded the file again", () => {
  const known = new KnownIds();
  const doc = documentOf({ u1: "a", u2: "b" });
  const notebook = opened(doc, known);
  const before = idsOf(notebook.read());
  assert.notDeepEqual(before, ["u1", "u2"]);
  load(doc, { v1: "a", v0: "new", v2: "b" });
  assert.deepEqual(idsOf(notebook.read()).filter((id) => before.includes(id)), before);
  const reopened = opened(documentOf({ w1: "a", w2: "new", w3: "b!" }), known);
  assert.deepEqual(idsOf(reopened.read()).at(-1), before[1]);
});

Deno.test("SharedNotebook changes a cell under the id that the document has for it", () => {
  const doc = documentOf({ u1: "a", u2: "b" });
  const notebook = opened(doc);
  const [first = "", second = ""] = idsOf(notebook.read());
  notebook.update(editCell(second, { source: "B" }));
  assert.deepEqual(storedIds(doc), ["u1", "u2"]);
  notebook.update(insertCell({ id: "ours", type: "code", source: "c" }));
  assert.deepEqual(storedIds(doc), ["u1", "u2", "ours"]);
  assert.deepEqual(idsOf(notebook.read()), [first, second, "ours"]);
  const shown = notebook.read();
  assert.equal(notebook.update((same) => same), shown);
});

Deno.test("SharedNotebook keeps the ids of cells that change type, move, or come back", () => {
  const doc = documentOf({ u1: "a", u2: "b" });
  const notebook = opened(doc);
  const [first = "", second = ""] = idsOf(notebook.read());
  const { cells: [cell] } = notebook.read();
  assert.deepEqual(idsOf(notebook.update(editCell(second, { type: "markdown" }))), [first, second]);
  assert.deepEqual(idsOf(notebook.update(moveCell(second, 0), { moving: [second] })), [second, first]);
  assert.deepEqual(storedIds(doc), ["u2", "u1"]);
  notebook.update(deleteCells([first]));
  const back = notebook.update((now) => ({ ...now, cells: [...now.cells, ...cell ? [cell] : []] }));
  assert.deepEqual(idsOf(back), [second, first]);
});
