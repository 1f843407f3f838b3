import assert from "node:assert/strict";
import type { Cell, Edit, Notebook } from "../../../../src/jupyter/nbformat/notebook.ts";
import { dropRun, startRun } from "../../../../src/jupyter/nbformat/cell_run_edits.ts";
import { markTrusted } from "../../../../src/jupyter/nbformat/trust.ts";

const output = { output_type: "stream", name: "stdout", text: "theirs" };

function cell(id: string, more: Partial<Cell> = {}): Cell {
  return { id, cell_type: "code", source: "1", metadata: {}, outputs: [], ...more };
}

function notebookOf(...cells: readonly Cell[]): Notebook {
  return { cells: [...cells], metadata: {}, nbformat: 4, nbformat_minor: 5 };
}

function marksAfter(edit: Edit, ...cells: readonly Cell[]): unknown[] {
  return markTrusted(edit)(notebookOf(...cells)).cells.map(({ metadata }) => metadata["trusted"]);
}

const theirs = cell("theirs", { outputs: [output], metadata: { trusted: false } });

Deno.test("markTrusted marks code cells that come without outputs", () => {
  const add: Edit = (notebook) => ({ ...notebook, cells: [...notebook.cells, cell("ours")] });
  assert.deepEqual(marksAfter(add, cell("untouched"), theirs), [undefined, false, true]);
});

Deno.test("markTrusted marks a cell whose outputs are cleared for a run", () => {
  const clear: Edit = (notebook) => notebookOf(...notebook.cells.map((one) => ({ ...one, outputs: [] })));
  assert.deepEqual(marksAfter(clear, theirs), [true]);
});

Deno.test("markTrusted leaves outputs of others alone: edited, moved and copied ones", () => {
  const edit: Edit = ({ cells }) => notebookOf(...cells.map((one) => ({ ...one, source: "2" })));
  assert.deepEqual(marksAfter(edit, theirs), [false]);
  const copy: Edit = ({ cells }) => notebookOf(...cells, { ...theirs, id: "copy" });
  assert.deepEqual(marksAfter(copy, theirs), [false, false]);
});

Deno.test("markTrusted leaves texts and unchanged notebooks as they are", () => {
  const text: Edit = ({ cells }) =>
    notebookOf(...cells, { id: "text", cell_type: "markdown", source: "", metadata: {} });
  assert.deepEqual(marksAfter(text), [undefined]);
  const notebook = notebookOf(cell("one"));
  assert.equal(markTrusted((same) => same)(notebook), notebook);
});

Deno.test("markTrusted is undone with a run that never began", () => {
  for (const before of [theirs, cell("unmarked", { outputs: [output] })]) {
    const id = before.id ?? "";
    const begun = markTrusted(startRun(id))(notebookOf(before));
    assert.equal(begun.cells[0]?.metadata["trusted"], true);
    const dropped = markTrusted(dropRun(before))(begun).cells[0];
    assert.deepEqual(dropped?.metadata, before.metadata);
    assert.deepEqual(dropped?.outputs, before.outputs);
  }
});
