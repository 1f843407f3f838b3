/** Panels: as many as there are groups up to twelve, laid as the page is. */

import assert from "node:assert/strict";
import { makeChart } from "../../../src/charts/make_chart.ts";
import { numberTicks } from "../../../src/charts/draw/sheet/number_ticks.ts";
import { requestOf } from "./examples.ts";
import { made } from "./made.ts";
import { csv } from "./tables.ts";

const depots = (count: number) =>
  csv(
    "month,depot,trips",
    Array.from({ length: count * 6 }, (_, index) => [
      `2024-0${index % 6 + 1}`,
      `Depot ${Math.floor(index / 6) + 1}x`,
      300 - Math.floor(index / 6) * 10 + index % 6,
    ]),
  );

const overview = "overview of trips over time, one panel per depot";

Deno.test("up to twelve groups have a panel each, in rows that are full where they can be", () => {
  for (const [count, columns] of [[9, 3], [10, 4], [12, 4]] as const) {
    const { spec, summary, metadata } = made(depots(count), overview);
    assert.equal(metadata.pattern_id, "P31");
    assert.equal(spec["columns"], columns);
    assert.match(JSON.stringify(spec), new RegExp(`"Depot ${count}x"`));
    assert.doesNotMatch(summary, /Other/);
  }
});

Deno.test("above twelve panels the rest is one of them, and told", () => {
  const { spec, summary } = made(depots(20), overview);
  assert.match(summary, /The 11 largest of 20 series are shown, the rest as "Other \(9, average\)"\./);
  assert.match(JSON.stringify(spec), /"Other \(9, average\)"/);
});

Deno.test("lines in one panel stay eight", () => {
  assert.match(made(depots(9), "trips over time by depot").summary, /The 7 largest of 9 series are shown/);
});

Deno.test("three panels on a high page stand one below the other", () => {
  const request = requestOf({ data: depots(3), query: overview }, { width: 800, height: 1600 });
  const { spec } = makeChart(request, { measure: (text, size) => text.length * size * 0.6 });
  assert.equal(spec["columns"], 1);
});

Deno.test("an axis with values on both sides of zero leaves no large part of itself empty", () => {
  assert.deepEqual(numberTicks([-2, 40], { steps: 4 }).domain, [-10, 40]);
  assert.deepEqual(numberTicks([-40, 3], { steps: 4 }).domain, [-40, 10]);
  assert.deepEqual(numberTicks([-50, 50], { steps: 4 }).ticks, [-50, -25, 0, 25, 50]);
});
