import assert from "node:assert/strict";
import { moveCell } from "../../../../src/jupyter/nbformat/edit_cells.ts";
import type { Cell, CellOutput, Notebook } from "../../../../src/jupyter/nbformat/notebook.ts";
import { type ChangeAuthor, SharedNotebook } from "../../../../src/jupyter/rtc/shared_notebook.ts";
import { Y } from "../../../../src/jupyter/rtc/yjs.ts";

const code = (id: string, source = id, outputs: CellOutput[] = []): Cell => ({
  id,
  cell_type: "code",
  source,
  metadata: {},
  outputs,
  execution_count: null,
  execution_state: "idle",
});

const stream = (text: string, name = "stdout"): CellOutput => ({ output_type: "stream", name, text });
const result = (text: string): CellOutput => ({
  output_type: "execute_result",
  data: { "text/plain": text },
  metadata: {},
  execution_count: 1,
});

function shared(cells: Cell[]): { doc: Y.Doc; notebook: SharedNotebook } {
  const doc = new Y.Doc();
  const notebook = new SharedNotebook(doc);
  notebook.update((empty) => ({ ...empty, metadata: { kernelspec: { name: "python3" } }, cells }));
  return { doc, notebook };
}

/** A second copy of a document, and what joins the two. */
function copyOf(doc: Y.Doc): Y.Doc {
  const copy = new Y.Doc();
  exchange(doc, copy);
  return copy;
}

function exchange(a: Y.Doc, b: Y.Doc): void {
  Y.applyUpdate(b, Y.encodeStateAsUpdate(a, Y.encodeStateVector(b)));
  Y.applyUpdate(a, Y.encodeStateAsUpdate(b, Y.encodeStateVector(a)));
}

const setCell = (id: string, change: (cell: Cell) => Cell) => (notebook: Notebook): Notebook => ({
  ...notebook,
  cells: notebook.cells.map((cell) => cell.id === id ? change(cell) : cell),
});

const setOutputs = (...outputs: CellOutput[]) => setCell("a", (cell) => ({ ...cell, outputs }));

function sharedCell(doc: Y.Doc, index: number): Y.Map<unknown> {
  const cell = doc.getArray("cells").get(index);
  assert.ok(cell instanceof Y.Map);
  return cell;
}

/** What a change writes, as the events that browsers get. */
function events(doc: Y.Doc, act: () => void): { path: (string | number)[]; delta: unknown }[] {
  const seen: { path: (string | number)[]; delta: unknown }[] = [];
  const cells = doc.getArray("cells");
  const observe = (all: Y.YEvent<Y.AbstractType<unknown>>[]) => {
    for (const event of all) seen.push({ path: event.path, delta: event.changes.delta });
  };
  cells.observeDeep(observe);
  act();
  cells.unobserveDeep(observe);
  return seen;
}

Deno.test("SharedNotebook reads what was written", () => {
  const cells: Cell[] = [
    { ...code("a", "1+1", [stream("x\n"), result("2")]), metadata: { tags: ["t"] }, custom: { kept: true } },
    {
      id: "b",
      cell_type: "markdown",
      source: "# 日本",
      metadata: {},
      attachments: { "i.png": { "image/png": "aa" } },
    },
  ];
  const { notebook } = shared(cells);
  assert.deepEqual(notebook.read(), {
    nbformat: 4,
    nbformat_minor: 5,
    metadata: { kernelspec: { name: "python3" } },
    cells,
  });
});

Deno.test("SharedNotebook writes cells in the form that JupyterLab watches", () => {
  const { doc } = shared([{ cell_type: "code", source: "1", metadata: { a: 1 } }]);
  const cell = sharedCell(doc, 0);
  assert.ok(cell.get("source") instanceof Y.Text);
  assert.ok(cell.get("metadata") instanceof Y.Map);
  assert.ok(cell.get("outputs") instanceof Y.Array);
  assert.equal(typeof cell.get("id"), "string");
  assert.equal(cell.get("execution_count"), null);
});

Deno.test("SharedNotebook leaves the map of the server's marks alone", () => {
  const { doc, notebook } = shared([code("a", "1")]);
  notebook.update(setCell("a", (cell) => ({ ...cell, source: "2" })));
  assert.equal(doc.getMap("state").size, 0);
});

Deno.test("SharedNotebook gives the same objects for what has not changed", () => {
  const { notebook } = shared([code("a", "1", [stream("x"), result("2")]), code("b")]);
  const before = notebook.read();
  assert.equal(notebook.read(), before);
  const after = notebook.update(
    setCell("a", (cell) => ({ ...cell, outputs: [...cell.outputs ?? [], result("3")] })),
  );
  assert.equal(after.cells[1], before.cells[1]);
  assert.notEqual(after.cells[0], before.cells[0]);
  assert.equal(after.cells[0]?.outputs?.[0], before.cells[0]?.outputs?.[0]);
});

Deno.test("SharedNotebook writes nothing when nothing changes", () => {
  const { doc, notebook } = shared([code("a", "1", [stream("x")])]);
  let updates = 0;
  doc.on("update", () => updates++);
  notebook.update((same) => same);
  notebook.update((same) => structuredClone(same));
  assert.equal(updates, 0);
});

Deno.test("SharedNotebook edits a source where it differs", () => {
  const { doc, notebook } = shared([code("a", "x = 1\nprint(x)"), code("b")]);
  const seen = events(
    doc,
    () => notebook.update(setCell("a", (cell) => ({ ...cell, source: "x = 2\nprint(x)" }))),
  );
  assert.deepEqual(seen, [{ path: [0, "source"], delta: [{ retain: 4 }, { insert: "2" }, { delete: 1 }] }]);
});

Deno.test("SharedNotebook appends to the last stream in place", () => {
  const { doc, notebook } = shared([code("a", "", [stream("1\n")])]);
  const seen = events(doc, () => notebook.update(setOutputs(stream("1\n2\n"))));
  assert.deepEqual(seen, [{ path: [0, "outputs", 0, "text"], delta: [{ retain: 2 }, { insert: "2\n" }] }]);
});

Deno.test("SharedNotebook takes off a stream's end before it appends, as JupyterLab needs it", () => {
  const { doc, notebook } = shared([code("a", "", [stream("a\n10%")])]);
  const seen = events(doc, () => notebook.update(setOutputs(stream("a\n20%"))));
  assert.deepEqual(seen[0]?.delta, [{ retain: 2 }, { delete: 3 }, { insert: "20%" }]);
});

Deno.test("SharedNotebook keeps the outputs before the first difference and inserts at the end only", () => {
  const { doc, notebook } = shared([code("a", "", [stream("1"), result("2"), result("3")])]);
  const list = sharedCell(doc, 0).get("outputs");
  const seen = events(doc, () => notebook.update(setOutputs(stream("1"), result("two"), result("3"))));
  assert.equal(sharedCell(doc, 0).get("outputs"), list);
  assert.deepEqual(seen.map((event) => event.path), [[0, "outputs"]]);
  assert.deepEqual(notebook.read().cells[0]?.outputs, [stream("1"), result("two"), result("3")]);
  const again = events(doc, () => notebook.update(setOutputs(stream("1"), result("two"))));
  assert.deepEqual(again, [{ path: [0, "outputs"], delta: [{ retain: 2 }, { delete: 1 }] }]);
});

Deno.test("SharedNotebook moves one cell by deleting and inserting that one", () => {
  const { doc, notebook } = shared(["a", "b", "c", "d"].map((id) => code(id)));
  const kept = sharedCell(doc, 1);
  const seen = events(
    doc,
    () =>
      notebook.update((before) => ({
        ...before,
        cells: [...before.cells.slice(1), ...before.cells.slice(0, 1)],
      })),
  );
  assert.deepEqual(notebook.read().cells.map((cell) => cell.id), ["b", "c", "d", "a"]);
  assert.equal(sharedCell(doc, 0), kept);
  assert.deepEqual(seen.map((event) => event.path), [[], []]);
  // JupyterLab takes a person's keys elsewhere where it hears of both at once.
  assert.deepEqual(seen[0]?.delta, [{ delete: 1 }]);
});

Deno.test("SharedNotebook tells of a move once, when the cell is at its new place", () => {
  const doc = new Y.Doc();
  const told: string[] = [];
  const onChange = (author: ChangeAuthor) => {
    told.push(`${author} ${notebook.read().cells.map((cell) => cell.id).join("")}`);
  };
  const notebook: SharedNotebook = new SharedNotebook(doc, { onChange });
  notebook.update((empty) => ({ ...empty, cells: ["a", "b", "c"].map((id) => code(id)) }));
  told.length = 0;
  notebook.update(moveCell("c", 0), { moving: ["c"] });
  assert.deepEqual(told, ["us cab"]);
});

Deno.test("SharedNotebook leaves a cell in which someone types where it is, and moves those around it", () => {
  const ids = (notebook: SharedNotebook) => notebook.read().cells.map((cell) => cell.id).join("");
  for (const [to, order] of [[0, "cabd"], [1, "acbd"], [3, "abdc"]] as const) {
    const { doc, notebook } = shared(["a", "b", "c", "d"].map((id) => code(id)));
    const typedIn = sharedCell(doc, 2);
    notebook.update(moveCell("c", to), { moving: ["c"], occupied: new Set(["c"]) });
    assert.equal(ids(notebook), order);
    assert.equal(sharedCell(doc, to), typedIn);
  }
  const { doc, notebook } = shared(["a", "b", "c"].map((id) => code(id)));
  const other = sharedCell(doc, 1);
  notebook.update(moveCell("a", 2), { moving: ["a"], occupied: new Set(["a", "b"]) });
  assert.equal(ids(notebook), "bca");
  assert.equal(sharedCell(doc, 0), other, "another's cell is not moved instead");
});

Deno.test("SharedNotebook replaces a cell whose type changes", () => {
  const { doc, notebook } = shared([code("a", "# t")]);
  const old = sharedCell(doc, 0);
  notebook.update(setCell("a", () => ({ id: "a", cell_type: "markdown", source: "# t", metadata: {} })));
  assert.notEqual(sharedCell(doc, 0), old);
  assert.deepEqual(notebook.read().cells, [{ id: "a", cell_type: "markdown", source: "# t", metadata: {} }]);
});

Deno.test("SharedNotebook sets and deletes single keys of metadata", () => {
  const { doc, notebook } = shared([{ ...code("a"), metadata: { x: 1, y: { z: 1 } } }]);
  const metadata = sharedCell(doc, 0).get("metadata");
  notebook.update(setCell("a", (cell) => ({ ...cell, metadata: { y: { z: 1 }, w: 2 } })));
  assert.equal(sharedCell(doc, 0).get("metadata"), metadata);
  assert.deepEqual(notebook.read().cells[0]?.metadata, { y: { z: 1 }, w: 2 });
});

Deno.test("SharedNotebook matches cells of equal id in order", () => {
  const { notebook } = shared([code("a", "1"), code("a", "2")]);
  notebook.update((before) => ({
    ...before,
    cells: before.cells.map((cell) => ({ ...cell, source: cell.source + "!" })),
  }));
  assert.deepEqual(notebook.read().cells.map((cell) => cell.source), ["1!", "2!"]);
});

Deno.test("SharedNotebook reads outputs and texts in every form that servers write", () => {
  const { doc, notebook } = shared([code("a")]);
  const cell = sharedCell(doc, 0);
  const outputs = new Y.Array<unknown>();
  outputs.push([
    { output_type: "stream", name: "stdout", text: ["a\n", "b"] },
    new Y.Map([["output_type", "stream"], ["name", "stdout"], ["text", "c"]]),
    { output_type: "error", ename: "E", evalue: "", traceback: [] },
  ]);
  cell.set("outputs", outputs);
  cell.set("source", "plain");
  cell.set("execution_count", 3n);
  const read = notebook.read().cells[0];
  assert.deepEqual(read?.outputs, [stream("a\nb"), stream("c"), {
    output_type: "error",
    ename: "E",
    evalue: "",
    traceback: [],
  }]);
  assert.equal(read?.source, "plain");
  assert.equal(read?.execution_count, 3);
  notebook.update(
    setCell("a", (before) => ({ ...before, source: "changed", outputs: [stream("a\nb"), stream("c!")] })),
  );
  assert.deepEqual(notebook.read().cells[0]?.outputs, [stream("a\nb"), stream("c!")]);
  assert.equal(notebook.read().cells[0]?.source, "changed");
});

Deno.test("SharedNotebook tells whose change it was", () => {
  const { doc, notebook } = shared([code("a")]);
  const authors: string[] = [];
  const watched = new SharedNotebook(doc, { onChange: (author) => authors.push(author) });
  watched.update(setCell("a", (cell) => ({ ...cell, source: "ours" })));
  notebook.update(setCell("a", (cell) => ({ ...cell, source: "theirs" })));
  watched.detach();
  notebook.update(setCell("a", (cell) => ({ ...cell, source: "unheard" })));
  assert.deepEqual(authors, ["us", "others"]);
});

Deno.test("a person's undo takes back the person's edit and leaves ours", () => {
  const { doc, notebook } = shared([code("a", "one\ntwo\n"), code("b")]);
  const browser = copyOf(doc);
  const undo = new Y.UndoManager(browser.getArray("cells"), { trackedOrigins: new Set(["person"]) });
  const source = sharedCell(browser, 0).get("source");
  assert.ok(source instanceof Y.Text);
  browser.transact(() => source.insert(3, " typed"), "person");
  exchange(doc, browser);
  notebook.update(setCell("a", (cell) => ({ ...cell, source: cell.source + "ours\n" })));
  notebook.update((before) => ({ ...before, cells: [...before.cells, code("c")] }));
  notebook.update(setOutputs(stream("out")));
  exchange(doc, browser);
  undo.undo();
  exchange(doc, browser);
  const { cells } = notebook.read();
  assert.equal(cells[0]?.source, "one\ntwo\nours\n");
  assert.deepEqual(cells[0]?.outputs, [stream("out")]);
  assert.deepEqual(cells.map((cell) => cell.id), ["a", "b", "c"]);
});

Deno.test("text that both sides write at once survives", () => {
  const { doc, notebook } = shared([code("a", "start\nend\n")]);
  const browser = copyOf(doc);
  const person = new SharedNotebook(browser);
  notebook.update(setCell("a", (cell) => ({ ...cell, source: "start\nOURS\nend\n" })));
  person.update(setCell("a", (cell) => ({ ...cell, source: "start\nend\nTHEIRS\n" })));
  exchange(doc, browser);
  assert.equal(notebook.read().cells[0]?.source, "start\nOURS\nend\nTHEIRS\n");
  assert.deepEqual(person.read(), notebook.read());
});
