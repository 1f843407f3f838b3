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

/** Rows as they happen: on each day none, one or several. */
function happening(header: string, days: readonly string[], row: (k: number) => readonly unknown[]): string {
  const counts = [2, 1, 0, 3, 0, 0, 1, 2, 0, 1, 1];
  const all = days.flatMap((day, k) =>
    Array.from({ length: counts[(k * k + k) % 11] ?? 0 }, (_, more) => [day, ...row(k + more)])
  );
  return csv(header, all);
}

Deno.test("rows that come as they happen are put together by week or month, also where they are averaged", () => {
  const year = daysFrom("2023-01-01", 365);
  const bookings = happening("booked_on,agency,price", year, (k) => ["xyz"[k % 3], 80 + (k * 7) % 41]);
  for (
    const [query, told] of [
      ["price trend", /\(average\) went from [\d.]+ \(week of /],
      ["trend of average price by agency", /At the end \(Dec 2023\)/],
      ["代理店別の価格の推移をパネルで", /2023年12月/],
      ["cumulative count of bookings", /Dec \d+, 2023/],
      ["daily price over time", /Dec \d+, 2023/],
    ] as const
  ) assert.match(made(bookings, query).summary, told, query);
  const sales = happening("日付,担当,売上", year, (k) => ["甲乙"[k % 2], 100 + (k * 13) % 77]);
  assert.match(made(sales, "売上の推移").summary, /売上（合計）は.*の週/);
  assert.match(made(sales, "担当別の売上の推移").summary, /2023年12月/);
});

Deno.test("days that have their rows stay days, also where there are more of them from some day on", () => {
  const all = daysFrom("2023-01-01", 300);
  const working = all.filter((_, k) => k % 7 !== 0 && k % 7 !== 6);
  const tables = [
    csv("date,sales", all.map((day, k) => [day, k % 17])),
    csv("date,price", working.map((day, k) => [day, 50 + k % 5])),
    csv("date,shop,sales", working.flatMap((day, k) => [[day, "A", k], [day, "B", k % 9]])),
    csv(
      "date,shop,sales",
      all.filter((_, k) => k % 2 === 0).flatMap((
        day,
        k,
      ) => [[day, "A", k], ...(k > 70 ? [[day, "B", k % 9]] : [])]),
    ),
  ];
  for (const data of tables) {
    const query = `${data.includes("price") ? "price" : "sales"} over time`;
    assert.doesNotMatch(made(data, query).summary, /week of|\((?:sum|average)\)[^.]*\([A-Z][a-z]{2} 2023\)/);
  }
});
