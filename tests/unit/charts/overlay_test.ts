/** Distributions of several groups in one plot. */

import assert from "node:assert/strict";
import { makeChart } from "../../../src/charts/make_chart.ts";
import { requestOf } from "./examples.ts";
import { csv, wave } from "./tables.ts";

/** The kinds of marks with how many of them are drawn. */
function marksOf(groups: number): Map<string, number> {
  const data = csv(
    "team,ms",
    Array.from(
      { length: groups * 50 },
      (_, k) => [`Team ${k % groups}`, 250 + 20 * (k % groups) + 60 * wave(k)],
    ),
  );
  const measure = (text: string, size: number) => text.length * size * 0.5;
  const { spec, metadata } = makeChart(
    requestOf({ data, query: "overlay the distributions of ms by team" }),
    {
      measure,
    },
  );
  assert.equal(metadata.pattern_id, "P23");
  const kinds = [...JSON.stringify(spec).matchAll(/"mark":\{"type":"(\w+)"/g)].map(([, kind]) => kind ?? "");
  return new Map(Map.groupBy(kinds, (kind) => kind).entries().map(([kind, all]) => [kind, all.length]));
}

Deno.test("a few distributions are filled steps, and more are lines that do not hide each other", () => {
  for (const groups of [2, 3, 4]) {
    const few = marksOf(groups);
    assert.deepEqual([few.get("rect"), few.get("line"), few.get("circle")], [groups, groups, undefined]);
  }
  const many = marksOf(6);
  assert.deepEqual([many.get("rect"), many.get("line"), many.get("circle")], [undefined, 6, 6]);
});
