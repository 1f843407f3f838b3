import assert from "node:assert/strict";
import { cellState, compareWithHistory } from "../../../../src/jupyter/nbformat/cell_state.ts";
import { RunHistory } from "../../../../src/jupyter/notebooks/run_history.ts";
import type { Cell } from "../../../../src/jupyter/nbformat/notebook.ts";

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

Deno.test("RunHistory remembers the last run of a cell and forgets the oldest cells", () => {
  const runs = new RunHistory();
  for (let i = 0; i < 6_000; i++) runs.remember("n.ipynb", `c${i}`, { source: "x", count: i });
  runs.remember("n.ipynb", "c5999", { source: "y", count: 1 });
  assert.equal(runs.find("n.ipynb", "c0"), undefined);
  assert.deepEqual(runs.find("n.ipynb", "c5999"), { source: "y", count: 1 });
  assert.equal(runs.find("other.ipynb", "c5999"), undefined);
});

Deno.test("RunHistory says that a run waits until its kernel has begun it", () => {
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

function cell(source: string, execution_count: number | null): Cell {
  return { cell_type: "code", source, metadata: {}, outputs: [], execution_count };
}

/** What is said of each cell, where the kernel ran these sources from count 1 on. */
function verdicts(
  cells: readonly Cell[],
  ran: readonly string[],
  lives: readonly ("present" | "past")[] = [],
) {
  const inputs = new Map(ran.map((source, index) => [index + 1, source]));
  const judged = compareWithHistory(cells, { inputs, lifeOf: (one) => lives[cells.indexOf(one)] });
  return cells.map((one) => judged.get(one));
}

Deno.test("compareWithHistory tells cells that are what ran from those that were changed since", () => {
  const cells = [
    cell("x = 410", 1),
    cell("y = 2\r\nz = 3\n", 2),
    cell("total = sum(x)", 3),
    cell("new", null),
  ];
  const ran = ["x = 41", "y = 2\nz = 3", "total = sum(x, start=1)"];
  assert.deepEqual(verdicts(cells, ran), ["changed", "same", "changed", undefined]);
  assert.deepEqual(verdicts([cell("a=2", 1)], ["a=1"]), ["changed"]);
});

Deno.test("compareWithHistory claims nothing of counts that the kernel has not reached", () => {
  assert.deepEqual(verdicts([cell("x = 1", 1), cell("x = 2", 7)], ["x = 1"]), ["same", undefined]);
});

Deno.test("compareWithHistory claims nothing of a count that another cell has", () => {
  const cells = [cell("plot(a)", 1), cell("plot(b)", 1), cell("plot(c)", 2), cell("plot(d)", 2)];
  const expected = ["same", undefined, undefined, undefined];
  assert.deepEqual(verdicts(cells, ["plot(a)", "plot(e)"]), expected);
});

Deno.test("compareWithHistory claims nothing where another cell ran under the count of an earlier life", () => {
  // The first cell was run three times in this life; the others keep the counts of the last one.
  const cells = [cell("fit(model, 30)", 3), cell("fit(other, 1)", 2), cell("show(table)", 1)];
  const ran = ["fit(model, 10)", "fit(model, 20)", "fit(model, 30)"];
  assert.deepEqual(verdicts(cells, ran), ["same", undefined, undefined]);
  assert.deepEqual(verdicts([cell("show(t)", 1), cell("show(u)", 2)], ["show(u)"]), [undefined, undefined]);
});

Deno.test("compareWithHistory claims nothing if none of several cells is like what ran", () => {
  const cells = [cell("import pandas", 1), cell("table.describe()", 2)];
  assert.deepEqual(verdicts(cells, ["%cd /tmp", "!ls -l"]), [undefined, undefined]);
});

Deno.test("compareWithHistory tells of any change if the count is of this life, and of none if it is not", () => {
  const cells = [cell("import pandas", 1), cell("table.describe()", 1), cell("y = 20", 2)];
  const lives = ["present", "past", "past"] as const;
  assert.deepEqual(verdicts(cells, ["x = 1", "y = 2"], lives), ["changed", undefined, undefined]);
});

Deno.test("compareWithHistory knows a cell again that was only added to", () => {
  const ran = ["table = load()", "y = 2"];
  const cells = [
    cell(`${ran[0]}\nfor row in table:\n    print(row.name, row.value)`, 1),
    cell("count = 2", 2),
  ];
  assert.deepEqual(verdicts(cells, ran), ["changed", undefined]);
});
