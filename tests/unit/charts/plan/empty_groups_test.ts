/** Rows without a group and groups without a value do not vanish unseen. */

import assert from "node:assert/strict";
import { makeChart } from "../../../../src/charts/make_chart.ts";
import { naturalOrder } from "../../../../src/charts/values/category_order.ts";
import { requestOf } from "../examples.ts";
import { csv, daysFrom } from "../tables.ts";

function made(data: string, query: string, options: Parameters<typeof requestOf>[1] = {}) {
  const measure = (text: string, size: number) => text.length * size * 0.6;
  return makeChart(requestOf({ data, query }, options), { measure });
}

const holed = "c,v\n,1\nA,2\n,30\nB,4";

Deno.test("rows without a group are a group of their own", () => {
  const sums = made(holed, "total v by c");
  assert.match(sums.summary, /\(empty\) has the highest v \(sum\) with 31/);
  assert.deepEqual(sums.metadata.warnings, ['2 rows have no "c": shown as "(empty)"']);
  const counts = made(holed, "cごとの件数");
  assert.match(counts.summary, /（空）が2で最も大きく/);
  assert.deepEqual(counts.metadata.warnings, ['"c"のない行が2行あり、「（空）」として示しています']);
  assert.match(made(holed, "breakdown of v by c").summary, /\(empty\) makes up 84% of the whole/);
});

Deno.test("rows without a group are a line of their own, and rows without a time are told", () => {
  const rows = "m,c,v\n2024-01,,1\n2024-01,A,2\n2024-02,,30\n2024-02,A,4\n,A,3";
  const { summary, metadata } = made(rows, "v over time by c");
  assert.match(summary, /\(empty\) leads in v with 30/);
  assert.deepEqual(metadata.warnings, [
    '1 row has no "m" and is left out',
    '2 rows have no "c": shown as "(empty)"',
  ]);
});

Deno.test("a group without any value is told not to be drawn", () => {
  const data = JSON.stringify([{ c: "A", v: 1 }, { c: "B", v: null }, { c: "C", v: 3 }]);
  assert.deepEqual(made(data, "compare v by c").metadata.warnings, ['B has no "v" and is not drawn']);
  assert.deepEqual(made(data, "cごとにvを比較").metadata.warnings, ['Bには"v"の値がなく、図にありません']);
});

Deno.test("rows without a group stand behind those that have an order", () => {
  assert.deepEqual(naturalOrder(["L", "(empty)", "S"]), [2, 0, 1]);
  assert.equal(naturalOrder(["x", "（空）"]), null);
});

Deno.test("a row without a time is no time of its own", () => {
  const rows = daysFrom("2024-01-01", 366).flatMap((day, i) =>
    ["N", "S", "E"].map((name, k) => [day, name, i + k])
  );
  for (const more of [[], [["", "N", 3]]]) {
    const data = csv("date,region,sales", [...rows, ...more]);
    const { metadata } = made(data, "compare sales of regions by month");
    assert.equal(metadata.pattern_id, "P21");
  }
});

Deno.test("none is a name like others where many rows have it, and no value of numbers", () => {
  const rows = Array.from(
    { length: 30 },
    (_, i) => [["public", "none", "private"][i % 3], i % 9 ? i : "none"],
  );
  const { summary, metadata } = made(csv("insurance,cost", rows), "number of rows by insurance");
  assert.match(summary, /10/);
  assert.doesNotMatch(summary, /empty/);
  assert.deepEqual(metadata.warnings, []);
  assert.match(made(csv("insurance,cost", rows), "average cost by insurance").summary, /none/);
  const holes = [...rows, ["", 4], ["", 5]];
  assert.deepEqual(made(csv("insurance,cost", holes), "insuranceごとの件数").metadata.warnings, [
    '"insurance"のない行が2行あり、「（空）」として示しています',
  ]);
  // One among many is rather a cell that was left out.
  const one = Array.from({ length: 40 }, (_, i) => [i === 7 ? "none" : "ab"[i % 2], i]);
  assert.match(made(csv("k,v", one), "total v by k").metadata.warnings.join(), /1 row has no "k"/);
});
