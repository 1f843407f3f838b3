/** Words that say what is measured, and how its rows are put together. */

import assert from "node:assert/strict";
import { makeChart } from "../../../src/charts/make_chart.ts";
import { requestOf } from "./examples.ts";
import { csv, daysFrom } from "./tables.ts";

function made(data: string, query: string) {
  const { summary, metadata } = makeChart(requestOf({ data, query }), {
    measure: (text, size) => text.length * size * 0.6,
  });
  return { summary, pattern: metadata.pattern_id, lines: metadata.auxiliary };
}

const days = daysFrom("2024-05-01", 12);

Deno.test("a word that begins the name of the time column and a measure is about the measure", () => {
  const rows = days.map((day, i) => [day, i % 2 === 0 ? "north" : "south", 10 + i]);
  const invoices = csv("invoice_date,depot,total", rows);
  const cases: readonly (readonly [string, string])[] = [
    ["average invoice total by depot", "P02"],
    ["distribution of invoice totals", "P03"],
    ["invoice totals over time", "P01"],
  ];
  for (const [query, pattern] of cases) assert.equal(made(invoices, query).pattern, pattern, query);
  assert.equal(made(csv("出荷日,倉庫,重量", rows), "倉庫別の出荷重量の合計").pattern, "P02");
});

Deno.test("sizes are averaged, and so is what is asked for one piece", () => {
  const parts = csv("検査日,厚さ(mm)", days.flatMap((day) => [[day, 5.1], [day, 5.3]]));
  assert.match(made(parts, "厚さの推移").summary, /平均/);
  const sales = csv("店,売上", days.map((_, i) => [i % 2 === 0 ? "東" : "西", 100 + i]));
  assert.match(made(sales, "1件あたりの売上を店別に").summary, /売上（平均）/);
});

Deno.test("whether a course keeps to a bound is shown by a line at it", () => {
  const rates = csv("day,error_rate", days.map((day, i) => [day, 0.01 + i / 1000]));
  for (
    const query of [
      "does the error rate stay below 2%?",
      "error_rate over time, mark the 2% line",
      "error_rateの推移、2%を超えていないか",
      "error_rateは2%を下回っているか、推移で",
    ]
  ) assert.deepEqual(made(rates, query).lines, ["threshold"], query);
});
