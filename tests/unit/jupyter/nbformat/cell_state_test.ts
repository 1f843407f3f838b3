import assert from "node:assert/strict";
import { cellState } from "../../../../src/jupyter/nbformat/cell_state.ts";
import { RunHistory } from "../../../../src/jupyter/notebooks/run_history.ts";

const code = { id: "a", cell_type: "code", source: "x = 1", metadata: {}, outputs: [], execution_count: 3 };

Deno.test("cellState tells cells that were never run, ran, failed and run", () => {
  assert.deepEqual(cellState({ ...code, execution_count: null }), { kind: "never_run" });
  assert.deepEqual(cellState({ ...code, execution_state: "running" }), { kind: "running" });
  const left = cellState({ ...code, execution_state: "running" }, { isBusy: false });
  assert.deepEqual(left, { kind: "interrupted" });
  assert.deepEqual(cellState(code), { kind: "run", count: 3, changed: false });
  const failed = { ...code, outputs: [{ output_type: "error" }] };
  assert.deepEqual(cellState(failed), { kind: "failed", count: 3, changed: false });
  assert.equal(cellState({ ...code, cell_type: "markdown" }), null);
});

Deno.test("cellState says that a cell changed only of runs of our own that it still shows", () => {
  const changed = (source: string, count: number | null) => {
    const state = cellState(code, { known: { source, count } });
    return state !== null && "changed" in state && state.changed;
  };
  assert.equal(changed("x = 0", 3), true);
  assert.equal(changed("x = 1", 3), false);
  assert.equal(changed("x = 0", 2), false);
  assert.equal(changed("x = 0", null), false);
});

Deno.test("OwnRuns remembers the last run of a cell and forgets the oldest cells", () => {
  const runs = new RunHistory();
  for (let i = 0; i < 6_000; i++) runs.remember("n.ipynb", `c${i}`, { source: "x", count: i });
  runs.remember("n.ipynb", "c5999", { source: "y", count: 1 });
  assert.equal(runs.find("n.ipynb", "c0"), undefined);
  assert.deepEqual(runs.find("n.ipynb", "c5999"), { source: "y", count: 1 });
  assert.equal(runs.find("other.ipynb", "c5999"), undefined);
});

Deno.test("OwnRuns says that a run waits until its kernel has begun it", () => {
  const runs = new RunHistory();
  const run = { hasBegun: false };
  const isOver = runs.begin("n.ipynb", "a", run);
  assert.deepEqual(runs.stateOf("n.ipynb", { ...code, execution_state: "running" }), { kind: "waiting" });
  runs.move("n.ipynb", "m.ipynb");
  assert.deepEqual(runs.stateOf("m.ipynb", code), { kind: "waiting" });
  run.hasBegun = true;
  assert.deepEqual(runs.stateOf("m.ipynb", code), { kind: "running" });
  isOver();
  assert.deepEqual(runs.stateOf("m.ipynb", code), { kind: "run", count: 3, changed: false });
});
