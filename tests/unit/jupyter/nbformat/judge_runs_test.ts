import assert from "node:assert/strict";
import { compareWithHistory } from "../../../../src/jupyter/nbformat/cell_state.ts";
import type { Cell } from "../../../../src/jupyter/nbformat/notebook.ts";

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

Deno.test("judgeRuns tells cells that are what ran from those that were changed since", () => {
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

Deno.test("judgeRuns claims nothing of counts that the kernel has not reached", () => {
  assert.deepEqual(verdicts([cell("x = 1", 1), cell("x = 2", 7)], ["x = 1"]), ["same", undefined]);
});

Deno.test("judgeRuns claims nothing of a count that another cell has", () => {
  const cells = [cell("plot(a)", 1), cell("plot(b)", 1), cell("plot(c)", 2), cell("plot(d)", 2)];
  const expected = ["same", undefined, undefined, undefined];
  assert.deepEqual(verdicts(cells, ["plot(a)", "plot(e)"]), expected);
});

Deno.test("judgeRuns claims nothing where another cell ran under the count of an earlier life", () => {
  // The first cell was run three times in this life; the others keep the counts of the last one.
  const cells = [cell("fit(model, 30)", 3), cell("fit(other, 1)", 2), cell("show(table)", 1)];
  const ran = ["fit(model, 10)", "fit(model, 20)", "fit(model, 30)"];
  assert.deepEqual(verdicts(cells, ran), ["same", undefined, undefined]);
  assert.deepEqual(verdicts([cell("show(t)", 1), cell("show(u)", 2)], ["show(u)"]), [undefined, undefined]);
});

Deno.test("judgeRuns claims nothing where none of several cells is like what ran", () => {
  const cells = [cell("import pandas", 1), cell("table.describe()", 2)];
  assert.deepEqual(verdicts(cells, ["%cd /tmp", "!ls -l"]), [undefined, undefined]);
});

Deno.test("judgeRuns tells of any change where the count is of this life, and of none where it is not", () => {
  const cells = [cell("import pandas", 1), cell("table.describe()", 1), cell("y = 20", 2)];
  const lives = ["present", "past", "past"] as const;
  assert.deepEqual(verdicts(cells, ["x = 1", "y = 2"], lives), ["changed", undefined, undefined]);
});

Deno.test("judgeRuns knows a cell again that was only added to", () => {
  const ran = ["table = load()", "y = 2"];
  const cells = [
    cell(`${ran[0]}\nfor row in table:\n    print(row.name, row.value)`, 1),
    cell("count = 2", 2),
  ];
  assert.deepEqual(verdicts(cells, ran), ["changed", undefined]);
});
