/** One column that is named beside others, years that are compared, and medians of boxes. */

import assert from "node:assert/strict";
import { made } from "./made.ts";
import { csv } from "./tables.ts";

const months = Array.from(
  { length: 24 },
  (_, k) => `${2023 + Math.floor(k / 12)}-${String(k % 12 + 1).padStart(2, "0")}`,
);
const bills = csv(
  "月,光熱費,通信費,予算",
  months.map((month, k) => [month, 9000 + k * 100, 5000 + k, 15000]),
);
const cars = csv("origin,hp", Array.from({ length: 60 }, (_, k) => [["USA", "Japan"][k % 2], 60 + k]));

Deno.test("a year beside another of which is asked how it has changed are both compared", () => {
  for (
    const query of [
      "2024年は2023年と比べて光熱費がどう変わった？",
      "How did 光熱費 in 2024 change compared to 2023?",
    ]
  ) {
    const { summary, metadata } = made(bills, query);
    assert.deepEqual([metadata.pattern_id, metadata["mapping"]], ["P02", { x: "月", y: "光熱費" }], query);
    assert.match(summary, /2024年が129,000で、2023年の114,600より大きい/, query);
  }
});

Deno.test("one of several columns that is named is alone in the chart, and two are both", () => {
  assert.deepEqual(made(bills, "光熱費の推移を比較").metadata["mapping"], { x: "月", y: "光熱費" });
  assert.match(made(bills, "光熱費の推移と予算").summary, /光熱費.*2系列/);
});

Deno.test("boxes show their medians, and a line only where one is asked for", () => {
  assert.deepEqual(made(cars, "box plot of hp by origin, show medians").metadata["auxiliary"], []);
  assert.deepEqual(made(cars, "box plot of hp by origin with a median line").metadata["auxiliary"], [
    "median_line",
  ]);
});
