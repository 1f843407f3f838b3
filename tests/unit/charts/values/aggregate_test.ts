/** Percentiles and deviations of groups and times, by whatever words they are asked for. */

import assert from "node:assert/strict";
import { made } from "../made.ts";
import { csv, daysFrom } from "../tables.ts";

const waits = csv(
  "ward,wait_minutes",
  Array.from({ length: 101 }, (_, k) => [["North", k], ["South", 50 + (k % 3) * 2]]).flat(),
);

Deno.test("percentiles of groups are bars of them", () => {
  const said = [
    ["p95 wait by ward", "(95th percentile) with 95"],
    ["95th percentile of wait minutes per ward", "(95th percentile) with 95"],
    ["wardごとの待ち時間の95パーセンタイル", "（95パーセンタイル）はNorthが95"],
    ["p50 of wait minutes by ward", "(median) with 52"],
    ["which ward has the worst p99 wait?", "(99th percentile) with 99"],
  ] as const;
  for (const [query, told] of said) {
    const { summary, metadata } = made(waits, query);
    assert.equal(metadata["pattern_id"], "P02", query);
    assert.ok(summary.includes(told), `${query}: ${summary}`);
  }
});

Deno.test("standard deviations and variances of groups are bars, and a spread in other words is a box", () => {
  const cases = [
    ["standard deviation of wait minutes by ward", "P02", "(standard deviation) with 29.3"],
    ["ward別の待ち時間の標準偏差", "P02", "（標準偏差）はNorthが29.3"],
    ["wardごとの待ち時間の分散", "P02", "（分散）はNorthが858.5"],
    ["variation of wait minutes by ward", "P32", "interquartile range"],
    ["spread and standard deviation of wait minutes by ward", "P32", "interquartile range"],
  ] as const;
  for (const [query, pattern, told] of cases) {
    const { summary, metadata } = made(waits, query);
    assert.equal(metadata["pattern_id"], pattern, query);
    assert.ok(summary.includes(told), `${query}: ${summary}`);
  }
});

Deno.test("percentiles over time are of periods that have rows enough", () => {
  const days = csv(
    "date,wait_minutes",
    daysFrom("2024-01-01", 240).flatMap((day, k) => [[day, k % 37], [day, 5 + k % 11]]),
  );
  assert.match(made(days, "p90 of wait minutes over time").summary, /90th percentile\) went .*week of/);
});
