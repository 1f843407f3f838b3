import assert from "node:assert/strict";
import { atMost, table } from "../../../scripts/bench/measurement.ts";
import { median, quantile } from "../../../scripts/bench/statistics.ts";

Deno.test("quantile takes the sample below which the share lies", () => {
  const samples = Array.from({ length: 200 }, (_, index) => 200 - index);
  assert.equal(median(samples), 100);
  assert.equal(quantile(samples, 0.99), 198);
  assert.equal(quantile([7], 0.99), 7);
  assert.throws(() => quantile([], 0.5), /there are no samples/);
});

Deno.test("table marks bounds that are kept and broken", () => {
  const rows = [
    atMost("kept", 1.26, { limit: 5, unit: "ms" }),
    atMost("broken", 6000, { limit: 5, unit: "ms" }),
  ];
  const lines = table([...rows, { what: "plain", value: "1" }]).split("\n").slice(2);
  assert.deepEqual(lines, [
    "| kept | 1.3 ms | ≤ 5 ms | ✔ |",
    "| broken | 6,000 ms | ≤ 5 ms | ✘ |",
    "| plain | 1 |  |  |",
  ]);
});
