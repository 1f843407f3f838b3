/** Numbers are read as they are meant, and what cannot be read is not passed over. */

import assert from "node:assert/strict";
import { made } from "./made.ts";
import { csv, monthsFrom } from "./tables.ts";

function monthly(name: string, value: (month: number) => string): string {
  return csv(`month,${name}`, monthsFrom(2024, 12).map((month, index) => [month, value(index)]));
}

Deno.test("powers of ten are numbers with a capital E as well", () => {
  const { summary, metadata } = made("k,v\na,1.5E+05\nb,2.5E5\nc,-1E-2", "compare v by k");
  assert.deepEqual(metadata["mapping"], { x: "k", y: "v" });
  assert.match(summary, /b has the highest v with 250,000 and c the lowest with −0\.01/);
});

Deno.test("a named column of numbers and texts is not counted without a word", () => {
  const rows = ["5", "broken", "7", "off", "9", "off"].map((cell, k) => [`2024-0${k + 1}`, cell]);
  for (const name of ["reading", "v"]) {
    const { summary, metadata } = made(csv(`month,${name}`, rows), `${name} trend`);
    assert.equal(metadata["fallback_applied"], true, name);
    assert.match(summary, /^Note: a column that the query names holds too many texts among its numbers/);
  }
  const rooms = csv("room,guests", Array.from({ length: 30 }, (_, k) => [["101", "102B", "103"][k % 3], k]));
  assert.equal(made(rooms, "Which room has the most guests?").metadata["fallback_applied"], false);
});

Deno.test("a column that the sentence names and the chart leaves out is named", () => {
  const table = csv(
    "month,region,product,sales",
    monthsFrom(2024, 12).flatMap((month, i) =>
      ["N", "S"].flatMap((region) => ["pen", "ink"].map((product, k) => [month, region, product, i + k]))
    ),
  );
  const { metadata } = made(table, "sales trend by region and by product");
  assert.match(metadata.warnings.join(), /column "product", which the query names, is not in the chart/);
  assert.deepEqual(made(table, "sales trend by region").metadata.warnings, []);
});

Deno.test("a level in percent is that of the data, as fractions or as percent", () => {
  const small = (index: number) => (0.01 + index * 0.002).toFixed(3);
  const cases: readonly (readonly [string, string, RegExp])[] = [
    [monthly("defect_rate", small), "defect rate trend, threshold 2%", /Threshold 2%/],
    [monthly("不良率", small), "不良率の推移、目標2%", /目標 2%/],
    [monthly("cvr", small), "cvr trend, target 3%", /Target 0\.03/],
    [monthly("cvr", small), "cvr trend, goal of 3 percent", /Target 0\.03/],
    [monthly("margin", (k) => `${10 + k}%`), "margin trend, target 12%", /Target 12%/],
    [monthly("margin (%)", (k) => `${1 + k / 10}`), "margin trend, target 2%", /Target 2%/],
    [
      monthly("churn_pct", (k) => `${(0.5 + k / 9).toFixed(2)}`),
      "churn pct trend, limit 2%",
      /Threshold 2\b/,
    ],
    [monthly("達成率", (k) => (0.8 + k / 40).toFixed(2)), "達成率の推移、目標100%", /目標 (?:1|100%)（/],
  ];
  for (const [data, query, expected] of cases) assert.match(made(data, query).summary, expected, query);
});
