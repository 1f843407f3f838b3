/** Words that say what is measured, and how its rows are put together. */

import assert from "node:assert/strict";
import { makeChart } from "../../../src/charts/make_chart.ts";
import { requestOf } from "./examples.ts";
import { csv, daysFrom } from "./tables.ts";

function made(data: string, query: string) {
  const { summary, metadata } = makeChart(requestOf({ data, query }), {
    measure: (text, size) => text.length * size * 0.6,
  });
  return { summary, pattern: metadata.pattern_id, mapping: metadata["mapping"], lines: metadata.auxiliary };
}

const days = daysFrom("2024-05-01", 12);

Deno.test("a word that begins the name of the time column and a measure is about the measure", () => {
  const rows = days.map((day, i) => [day, i % 2 === 0 ? "north" : "south", 10 + i]);
  const invoices = csv("invoice_date,depot,total", rows);
  const cases: readonly (readonly [string, string])[] = [
    ["average invoice total by depot", "P02"],
    ["distribution of invoice totals", "P03"],
    ["invoice totals over time", "P01"],
  ];
  for (const [query, pattern] of cases) assert.equal(made(invoices, query).pattern, pattern, query);
  assert.equal(made(csv("出荷日,倉庫,重量", rows), "倉庫別の出荷重量の合計").pattern, "P02");
});

Deno.test("sizes are averaged, and so is what is asked for one piece", () => {
  const parts = csv("検査日,厚さ(mm)", days.flatMap((day) => [[day, 5.1], [day, 5.3]]));
  assert.match(made(parts, "厚さの推移").summary, /平均/);
  const sales = csv("店,売上", days.map((_, i) => [i % 2 === 0 ? "東" : "西", 100 + i]));
  assert.match(made(sales, "1件あたりの売上を店別に").summary, /売上（平均）/);
});

Deno.test("whether a course keeps to a bound is shown by a line at it", () => {
  const rates = csv("day,error_rate", days.map((day, i) => [day, 0.01 + i / 1000]));
  for (
    const query of [
      "does the error rate stay below 2%?",
      "error_rate over time, mark the 2% line",
      "error_rateの推移、2%を超えていないか",
      "error_rateは2%を下回っているか、推移で",
    ]
  ) assert.deepEqual(made(rates, query).lines, ["threshold"], query);
});

Deno.test("the word time behind the name of a measure is no column of that name", () => {
  const rows = Array.from({ length: 60 }, (_, i) => [
    `${days[i % 12]} 0${i % 9}:00:00`,
    ["a", "b", "c"][i % 3],
    20 + i * 7 % 50,
  ]);
  const data = csv("time,page,load_ms", rows);
  const cases: readonly (readonly [string, string])[] = [
    ["distribution of load times", "P03"],
    ["average load time by page, sorted", "P02"],
    ["compare load times across pages", "P02"],
    ["which page has the longest load time?", "P02"],
    ["load time over time", "P01"],
    ["load time series", "P01"],
  ];
  for (const [query, pattern] of cases) assert.equal(made(data, query).pattern, pattern, query);
  const rides = csv("time,stop,ride_minutes", rows);
  for (const query of ["rides per day", "daily rides over time", "number of rides per day"]) {
    assert.deepEqual(made(rides, query).mapping, { x: "time", y: "count" }, query);
  }
  assert.deepEqual(made(rides, "average ride time by stop").mapping, { x: "stop", y: "ride_minutes" });
  assert.deepEqual(made(data, "number of loads per day").mapping, { x: "time", y: "count" });
});

Deno.test("a word of one column's name, or of a group's, names no other column", () => {
  const survey = csv(
    "age_band,csat_level,nps_points",
    Array.from({ length: 60 }, (_, i) => [["18-34", "35-59", "60+"][i % 3], ["low", "high"][i % 2], i % 11]),
  );
  assert.deepEqual(made(survey, "average NPS by age band").mapping, { x: "age_band", y: "nps_points" });
  const shops = csv(
    "月,店舗,種類,売上額,来店者数",
    ["1月", "2月", "3月", "4月"].flatMap((month, i) =>
      ["駅前店", "港店"].flatMap((
        shop,
        k,
      ) => [[month, shop, "茶", 500 + i, 30 + k], [month, shop, "菓子", 700, 9]])
    ),
  );
  assert.deepEqual(made(shops, "駅前店の売上額の推移").mapping, { x: "月", y: "売上額" });
  assert.deepEqual(made(shops, "港店の種類別の売上額を比較").mapping, { x: "種類", y: "売上額" });
  assert.deepEqual(made(shops, "港店の来店者数の推移").mapping, { x: "月", y: "来店者数" });
});

Deno.test("columns of which none is added up are averaged together", () => {
  const waits = csv("月,待ち時間,診察時間", [["1月", 10, 4], ["1月", 30, 8], ["2月", 20, 6], ["2月", 22, 6]]);
  assert.match(made(waits, "待ち時間と診察時間の推移").summary, /平均/);
  assert.doesNotMatch(made(waits, "待ち時間と診察時間の推移").summary, /合計/);
});
