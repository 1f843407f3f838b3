/** Charts of a part of a table: what they say of the whole, and that they say so. */

import assert from "node:assert/strict";
import { makeChart } from "../../../src/charts/make_chart.ts";
import { aggregate } from "../../../src/charts/values/aggregate.ts";
import type { TablePart } from "../../../src/base/protocol.ts";
import { requestOf } from "./examples.ts";
import { csv, monthsFrom } from "./tables.ts";

function made(data: string, query: string, part: TablePart) {
  return makeChart(requestOf({ data, query }, { part }), {
    measure: (text, size) => text.length * size * 0.6,
  });
}

const sales = "shop,sales\nA,10\nA,20\nB,5\nB,5";

Deno.test("sums and counts of a sample are scaled to the whole, and the summary says so", () => {
  const { summary, metadata } = made(sales, "total sales by shop", { taken: "sample", total: 40 });
  assert.match(summary, /^Note: the chart is of a sample: 4 of 40 rows/);
  assert.match(summary, /A has the highest sales \(sum, estimated\) with 300/);
  assert.deepEqual(metadata.warnings.filter((one) => one.includes("scaled up to all rows")).length, 1);
  const counted = made("shop\nA\nA\nB", "how many rows per shop", { taken: "sample", total: 10 });
  assert.match(counted.summary, /A has the highest Count \(estimated\) with 7/);
});

Deno.test("means of a sample are not scaled", () => {
  const { summary } = made(sales, "average sales by shop", { taken: "sample", total: 40 });
  assert.match(summary, /A has the highest sales \(average\) with 15/);
});

Deno.test("a value that is alone with its key stays as it is", () => {
  const single = { keys: Int32Array.of(0, 1), size: 2, values: Float64Array.of(3, 4), scale: 5 };
  assert.deepEqual([...aggregate(single, "sum").values], [3, 4]);
});

Deno.test("the first rows of a table stand for themselves only, in the language of the query", () => {
  const { summary } = made(sales, "店舗ごとの売上の合計", { taken: "first", total: null });
  assert.match(summary, /^注意: 図は先頭の4行だけによります。/);
  assert.match(summary, /30/);
});

Deno.test("the rows that a chart is of are told as they are", () => {
  const rows = Array.from({ length: 12_000 }, (_, k) => `g${k % 3},${k}`);
  const { metadata } = made(`g,v\n${rows.join("\n")}`, "v by g", { taken: "sample", total: 50_000 });
  const stats = Object(metadata["stats"]);
  assert.deepEqual([stats.rows, stats.sampled, stats.sampled_rows], [50_000, true, 12_000]);
});

Deno.test("the picture itself says that it is of a part, and of which", () => {
  const textOf = (query: string, part: TablePart) => JSON.stringify(made(sales, query, part).spec);
  const sample = { taken: "sample", total: 40_000 } as const;
  assert.match(textOf("total sales by shop", sample), /Estimated from a sample of 4 of 40,000 rows/);
  assert.match(textOf("店舗ごとの売上の合計", sample), /全40,000行から選んだ標本4行による推定/);
  assert.match(textOf("distribution of sales", sample), /Sample of 4 of 40,000 rows/);
  assert.match(textOf("sales by shop", { taken: "first", total: 9 }), /First 4 of 9 rows only/);
  assert.match(textOf("sales by shop", { taken: "first", total: null }), /First 4 rows only/);
});

Deno.test("what is estimated is called so wherever sums and counts are told", () => {
  const months = csv(
    "month,shop,v",
    monthsFrom(2024, 6).flatMap((month) => "AABB".split("").map((s, k) => [month, s, k])),
  );
  const said = (query: string) => made(months, query, { taken: "sample", total: 240 }).summary;
  for (const query of ["v trend", "v trend by shop", "v by shop", "v by shop and month, side by side"]) {
    assert.match(said(query), /v \(sum, estimated\)/, query);
  }
  assert.match(said("cumulative v over time"), /v \(cumulative, estimated\)/);
  assert.match(said("number of rows per month over time"), /Count \(estimated\)/);
  assert.match(said("average v by shop"), /v \(average\)/);
  assert.match(made(months, "vの推移", { taken: "sample", total: 240 }).summary, /v（合計・推定）/);
});

Deno.test("rows are sampled where some are left out, and only there", () => {
  const long = Array.from(
    { length: 12_000 },
    (_, k) => `2024-01-01 00:${String(k % 60).padStart(2, "0")},${k}`,
  );
  const table = `time,v\n${long.join("\n")}`;
  const whole = makeChart(requestOf({ data: table, query: "v trend" }), { measure: () => 10 }).metadata;
  assert.doesNotMatch(JSON.stringify(whole["operations_applied"]), /sample/);
  for (const part of [{ taken: "sample", total: 50_000 }, { taken: "first", total: null }] as const) {
    const { metadata } = made(table, "v trend", part);
    assert.match(JSON.stringify(metadata["operations_applied"]), /"sample"/);
    assert.match(JSON.stringify(metadata["stats"]), /"sampled":true/);
  }
});
