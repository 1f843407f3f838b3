/** Times that are put together where a sentence does not ask for it, and those that stand for a whole period. */

import assert from "node:assert/strict";
import { makeChart } from "../../../../src/charts/make_chart.ts";
import { requestOf } from "../examples.ts";
import { csv, daysFrom } from "../tables.ts";

function made(data: string, query: string) {
  const { summary, metadata } = makeChart(requestOf({ data, query }), {
    measure: (text, size) => text.length * size * 0.6,
  });
  return { summary, warnings: metadata.warnings };
}

Deno.test("weeks that have one day each are whole", () => {
  const mondays = daysFrom("2024-01-01", 26 * 7).filter((_, k) => k % 7 === 0);
  const lines = csv(
    "週,ライン,不良数",
    mondays.flatMap((day, k) => [[day, "A", 30 + k], [day, "B", 40 - k]]),
  );
  assert.deepEqual(made(lines, "週ごとのライン別の不良数を棒グラフで").warnings, []);
});

Deno.test("deals at times of their own are added up by periods, and measurements are not", () => {
  const times = Array.from({ length: 80 }, (_, k) => {
    const hours = k * 50 + (k * k * 13) % 47;
    return new Date(Date.UTC(2024, 0, 1) + hours * 3_600_000).toISOString().slice(0, 16);
  });
  const rows = times.map((time, k) => [time, "ab"[k % 2], 10 + k % 9, 20 + k % 5]);
  const deals = csv("sold_at,shop,revenue,temperature", rows);
  const sums = made(deals, "revenue over time");
  assert.match(sums.summary, /revenue \(sum\) went from \d+ \(week of /);
  assert.match(made(deals, "revenue over time by shop").summary, /week of |Jun 2024/);
  assert.match(made(deals, "temperature over time").summary, /\d\d:\d\d/);
  assert.match(made(deals, "revenue over time with a 7-day moving average").summary, /\d\d:\d\d/);
  const steady = csv(
    "day,revenue",
    daysFrom("2024-01-01", 210).filter((_, k) => k % 7 === 0).map((d, k) => [d, k]),
  );
  assert.match(made(steady, "revenue over time").summary, /Jan 1, 2024/);
});
