import assert from "node:assert/strict";
import { outstandingValues } from "../../../../src/charts/values/outstanding.ts";
import { made } from "../made.ts";
import { csv } from "../tables.ts";

const series = (...values: number[]) => ({
  name: "a",
  color: "#000000",
  other: false,
  values: Float64Array.from(values),
});

Deno.test("a single value far from all others of its series stands out, on either side", () => {
  const [high] = outstandingValues([series(5, 6, 4, 900, 5, 6, 7), series(6, 5, 7, 6, 5, 4, 6)]);
  assert.deepEqual([high?.series, high?.at, high?.value, high?.usual], [0, 3, 900, 6]);
  const [low] = outstandingValues([series(5, 6, 4, -80, 5, 6, 7)]);
  assert.equal(low?.value, -80);
  const [next] = outstandingValues([series(5, NaN, 4, 900, 800, 6, 7, 5, 6, 4, 5, 6)]);
  assert.equal(next?.value, 900);
});

Deno.test("no value stands out of growth, steps, waves, few values or many peaks", () => {
  for (
    const values of [
      [1, 2, 4, 8, 16, 32, 64, 128, 256],
      [10, 11, 10, 9, 50, 51, 52, 50],
      [0, 5, 9, 10, 9, 5, 0, -5, -9, -10, -9, -5],
      [1, 1, 900, 1],
      // The last one is told as such.
      [5, 6, 4, 5, 6, 7, 900],
    ]
  ) {
    assert.deepEqual(outstandingValues([series(...values)]), [], values.join());
  }
  const peaks = Array.from({ length: 4 }, () => series(0, 0, 0, 1, 0, 0, 0));
  assert.deepEqual(outstandingValues(peaks), []);
});

const rows = (name: string, peak: number) =>
  Array.from({ length: 10 }, (_, index) => [
    `2024-${String(index + 1).padStart(2, "0")}`,
    name,
    index === 4 ? peak : 40 + index,
  ]);

Deno.test("summaries of several lines name the value that stands out, and pictures write it at its point", () => {
  const table = csv("month,queue,calls", [...rows("North", 4200), ...rows("South", 41)]);
  for (const query of ["calls over time by queue", "overview of calls over time, one panel per queue"]) {
    const { summary, spec } = made(table, query);
    assert.match(summary, /North stands out with 4,200 \(May 2024\), against a median of 45\.5\./, query);
    assert.match(JSON.stringify(spec), /"text":"4,200"/, query);
  }
  const japanese = csv("月,窓口,入電数", [...rows("北", 4200), ...rows("南", 41)]);
  assert.match(
    made(japanese, "窓口ごとの入電数の推移").summary,
    /北の2024年5月の4,200が突出しています（北の中央値は45\.5）。/,
  );
  assert.doesNotMatch(
    made(csv("month,queue,calls", [...rows("North", 46), ...rows("South", 41)]), "calls over time by queue")
      .summary,
    /stands out/,
  );
});
