/** What tables of numbers in a row are taken for, and small things that a reader sees at first glance. */

import assert from "node:assert/strict";
import { made } from "./made.ts";
import { csv } from "./tables.ts";

const months = Array.from({ length: 12 }, (_, k) => `2024-${String(k + 1).padStart(2, "0")}`);

Deno.test("whole numbers in a row are a measure like others unless they number the rows", () => {
  const cities = csv("month,Tokyo,Osaka", months.map((month, k) => [month, 101 + k, 80 + 2 * k]));
  assert.match(made(cities, "trend of each city").summary, /\(2 series\)/);
  const numbered = csv("row,month,sales", months.map((month, k) => [1001 + k, month, 80 + 3 * k]));
  assert.deepEqual(made(numbered, "trend").metadata["mapping"], { x: "month", y: "sales" });
  const later = csv("month,rank,sales", months.map((month, k) => [month, k + 1, 80 + 3 * k]));
  assert.deepEqual(made(later, "trend").metadata["mapping"], { x: "month", y: "sales" });
});

Deno.test("years in a column of dates are times", () => {
  const years = Array.from({ length: 12 }, (_, k) => [2010 + k, 5 + k % 4]);
  for (const name of ["date", "period", "日付"]) {
    const { metadata } = made(csv(`${name},v`, years), "trend of v");
    assert.deepEqual([metadata.pattern_id, metadata["mapping"]], ["P01", { x: name, y: "v" }]);
  }
});

Deno.test("of two parts the share that is asked for is told once", () => {
  const rows = Array.from({ length: 10 }, (_, k) => [k < 7 ? "true" : "false"]);
  const { summary } = made(csv("active", rows), "share of active");
  assert.equal(summary.match(/makes up 70%/g)?.length, 1, summary);
});

Deno.test("lines that follow a series are shown beside their names in panels too", () => {
  const rows = months.flatMap((month, k) => ["a", "b"].map((shop, at) => [month, shop, k * 3 + at * 20]));
  const { spec } = made(csv("month,shop,sales", rows), "overview of sales by shop over time, moving average");
  assert.match(JSON.stringify(spec), /"- - - 3-point moving average"/);
});
