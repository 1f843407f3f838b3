import assert from "node:assert/strict";
import type { Notebook } from "../../../../src/jupyter/nbformat/notebook.ts";
import type { Output } from "../../../../src/jupyter/nbformat/outputs.ts";
import {
  clearOutputs,
  finishRun,
  markQueued,
  showRun,
  startRun,
  unmarkQueued,
} from "../../../../src/jupyter/nbformat/cell_run_edits.ts";

const done = { cell_type: "code", source: "1", metadata: {}, execution_count: 1 };
const stream = { output_type: "stream", name: "stdout", text: "x" };
const notebook: Notebook = {
  nbformat: 4,
  nbformat_minor: 5,
  metadata: {},
  cells: [
    { ...done, id: "a", outputs: [stream] },
    { ...done, id: "b", outputs: [stream] },
    { id: "m", cell_type: "markdown", source: "", metadata: {} },
  ],
};

const display: Output = { output_type: "display_data", data: { "text/plain": "old" }, metadata: {} };

Deno.test("a run empties its cell, fills it and ends with its count", () => {
  const started = startRun("a")(notebook);
  assert.deepEqual(started.cells[0], {
    ...done,
    id: "a",
    outputs: [],
    execution_count: null,
    execution_state: "running",
  });
  assert.equal(started.cells[1], notebook.cells[1]);
  const filled = showRun("a", [display])(started);
  assert.deepEqual(filled.cells[0]?.outputs, [display]);
  assert.equal(showRun("a", [display])(filled), filled);
  const ended = finishRun("a", 7)(filled).cells[0];
  assert.equal(ended?.execution_count, 7);
  assert.equal(ended?.execution_state, "idle");
});

Deno.test("showRun keeps the objects of outputs that were there before", () => {
  const more: Output = { ...display, data: { "text/plain": "more" } };
  const first = showRun("a", [display])(notebook);
  const second = showRun("a", [display, more])(first);
  assert.equal(second.cells[0]?.outputs?.[0], first.cells[0]?.outputs?.[0]);
});

Deno.test("a run leaves the notebook alone when its cell was deleted or became text", () => {
  for (const id of ["gone", "m"]) {
    assert.equal(startRun(id)(notebook), notebook);
    assert.equal(showRun(id, [display])(notebook), notebook);
    assert.equal(finishRun(id, 1)(notebook), notebook);
  }
});

Deno.test("clearOutputs empties one cell, several, or all", () => {
  const one = clearOutputs([1])(notebook);
  assert.deepEqual(one.cells[1]?.outputs, []);
  assert.equal(one.cells[1]?.execution_count, null);
  assert.equal(one.cells[0], notebook.cells[0]);
  const all = clearOutputs("all")(notebook);
  assert.deepEqual(all.cells.map((cell) => cell.outputs), [[], [], undefined]);
  assert.equal(all.cells[2], notebook.cells[2]);
  assert.equal(clearOutputs("all")(all), all);
});

Deno.test("a cell whose turn never comes shows its last run again, unless someone ran it meanwhile", () => {
  const waiting = markQueued(new Set(["a", "b", "m"]))(notebook);
  assert.deepEqual(waiting.cells.slice(0, 2).map(({ execution_count }) => execution_count), [null, null]);
  assert.equal(waiting.cells[2], notebook.cells[2]);
  const ran = finishRun("b", 9)(waiting);
  const freed = unmarkQueued(new Map([["a", 1], ["b", 1]]))(ran);
  assert.deepEqual(freed.cells[0], { ...notebook.cells[0], execution_state: "idle" });
  assert.equal(freed.cells[1]?.execution_count, 9);
});
