/** Days, quarters, halves and hours that a sentence names without a year pick their rows, and the answer says which. */

import assert from "node:assert/strict";
import { subjectOf } from "../../../src/charts/read/restrict_table.ts";
import { parseData } from "../../../src/charts/table/parse_data.ts";
import { understandTable } from "../../../src/charts/table/understand_table.ts";
import { made } from "./made.ts";
import { csv, daysFrom, monthsFrom } from "./tables.ts";

const days = csv("date,visits", daysFrom("2023-05-01", 240).map((day, i) => [day, 50 + i % 9]));
const months = csv("month,visits", monthsFrom(2021, 36).map((month, i) => [month, 50 + i]));
const hours = csv(
  "measured_at,level",
  Array.from(
    { length: 96 },
    (_, i) => [new Date(Date.UTC(2024, 1, 1, i)).toISOString().slice(0, 16), i % 24],
  ),
);

function picked(data: string, query: string) {
  const { table, restrictions } = subjectOf(query, understandTable(parseData(data)));
  const [time] = table.columns;
  assert.ok(time?.kind === "time");
  const times = [...time.values()].toSorted((a, b) => a - b).map((at) => new Date(at).toISOString());
  return [restrictions[0]?.kind, times[0]?.slice(0, 13), times.at(-1)?.slice(0, 13), times.length];
}

Deno.test("a day without a year is that day, and no month", () => {
  const cases: readonly (readonly [string, string, string, number])[] = [
    ["visits on July 4", "2023-07-04", "2023-07-04", 1],
    ["visits on the 4th of July", "2023-07-04", "2023-07-04", 1],
    ["July 4 visits", "2023-07-04", "2023-07-04", 1],
    ["visits after July 4", "2023-07-05", "2023-12-26", 175],
    ["visits since July 4th", "2023-07-04", "2023-12-26", 176],
    ["visits before 3 June", "2023-05-01", "2023-06-02", 33],
    ["visits from June 28 to July 4", "2023-06-28", "2023-07-04", 7],
    ["visits on 4 July 2023", "2023-07-04", "2023-07-04", 1],
    ["7月4日の訪問", "2023-07-04", "2023-07-04", 1],
    ["7月4日以降の訪問の推移", "2023-07-04", "2023-12-26", 176],
    ["訪問の推移、6月28日から7月4日まで", "2023-06-28", "2023-07-04", 7],
  ];
  for (const [query, from, to, count] of cases) {
    assert.deepEqual(picked(days, query), ["times", `${from}T00`, `${to}T00`, count], query);
  }
  assert.match(made(days, "visits on July 4").summary, /^Only rows from July 4 \(2023\) are used/);
  assert.match(made(months, "visits on July 4").summary, /^Note: .*"July 4" is not understood/);
  assert.deepEqual(picked(days, "visits may 20 times")[0], undefined);
});

Deno.test("quarters, halves and months without a year are those of every year", () => {
  const cases: readonly (readonly [string, number, string])[] = [
    ["visits in Q2", 9, "Only rows from Q2 (every year) are used"],
    ["Q2 visits trend", 9, "Only rows from Q2 (every year) are used"],
    ["second quarter visits", 9, "Only rows from the second quarter (every year) are used"],
    ["visits in the first half of the year", 18, "Only rows from the first half of the year (every year)"],
    ["H2 visits", 18, "Only rows from H2 (every year) are used"],
    ["November visits", 3, "Only rows from November (every year) are used"],
    ["第2四半期の訪問の推移", 9, "第2四半期（各年）の行だけを使いました"],
    ["下半期の訪問", 18, "下半期（各年）の行だけを使いました"],
    ["訪問を11月だけで", 3, "11月（各年）の行だけを使いました"],
    ["2022年の11月の訪問", 1, "2022年・11月の行だけを使いました"],
  ];
  for (const [query, rows, told] of cases) {
    assert.equal(picked(months, query)[3], rows, query);
    assert.ok(made(months, query).summary.startsWith(told), `${query}: ${made(months, query).summary}`);
  }
  assert.match(made(days, "visits in Q3").summary, /^Only rows from Q3 \(2023\) are used/);
  assert.match(made(months, "上期の訪問の推移").summary, /^注意: "上期"を解釈できない/);
});

Deno.test("steps of time are no times", () => {
  for (const query of ["visits by quarter", "四半期別の訪問", "quarterly visits", "半期ごとの訪問"]) {
    assert.deepEqual(picked(months, query)[3], 36, query);
  }
});

Deno.test("the last hours are those of the data", () => {
  for (const query of ["level over the last 24 hours", "直近24時間のlevel"]) {
    assert.deepEqual(picked(hours, query), ["times", "2024-02-04T00", "2024-02-04T23", 24], query);
  }
  assert.deepEqual(picked(hours, "過去6時間のlevelの推移").slice(1), ["2024-02-04T18", "2024-02-04T23", 6]);
  assert.deepEqual(picked(hours, "level in the past 90 minutes").slice(1), [
    "2024-02-04T22",
    "2024-02-04T23",
    2,
  ]);
  assert.match(
    made(days, "visits over the last 24 hours").summary,
    /^Note: .*"last 24 hours" is not understood/,
  );
});
