/** Days of the week that a sentence restricts itself to. */

import assert from "node:assert/strict";
import { saidWeekdays } from "../../../src/charts/read/said_weekdays.ts";
import { made } from "./made.ts";
import { csv, daysFrom, monthsFrom } from "./tables.ts";

/** Four weeks from a Monday on; the n-th day of the week has n visits in one shop and twice as many in the other. */
function weeks(header: string, shops: readonly string[]): string {
  return csv(
    header,
    daysFrom("2024-01-01", 28).flatMap((day, k) =>
      shops.map((shop, i) => [day, shop, (k % 7 + 1) * (i + 1)])
    ),
  );
}
const en = weeks("date,shop,visits", ["Mill", "Lake"]);
const ja = weeks("日付,店舗,来客数", ["梅田", "難波"]);

Deno.test("only rows of the days of the week that a sentence names are used", () => {
  const cases: readonly (readonly [string, string, RegExp])[] = [
    [
      en,
      "visits on Mondays by shop",
      /^Only rows from Mondays are used \(column "date"\)\. .* Lake .* 8 .* 4\./,
    ],
    [en, "Friday visits per shop", /^Only rows from Fridays are used .* 40 .* 20\./],
    [en, "weekend visits by shop", /^Only rows from Saturdays and Sundays are used .* 104 .* 52\./],
    [en, "visits by shop on weekdays", /^Only rows from Mondays to Fridays are used .* 120 .* 60\./],
    [en, "visits by shop, Monday through Wednesday", /^Only rows from Mondays to Wednesdays .* 48 .* 24\./],
    [
      en,
      "visits by shop on weekends and Fridays",
      /^Only rows from Fridays to Sundays are used .* 144 .* 72\./,
    ],
    [
      en,
      "visits by shop excluding Mondays and weekends",
      /^Rows from Mondays and Saturdays and Sundays are left out .* 112 .* 56\./,
    ],
    [en, "visits by shop on Saturday to Monday", /^Only rows from Mondays and .* are used .* 112 .* 56\./],
    [ja, "土日と月曜の店舗別の来客数", /^月曜日・土曜日・日曜日の行だけを使いました.*難波が112.*梅田の56/],
    [ja, "金曜と土日を除く店舗別の来客数", /^金曜日から日曜日の行を除きました.*難波が80.*梅田の40/],
    [en, "visits by shop excluding weekends", /^Rows from Saturdays and Sundays are left out .* 120 .* 60\./],
    [ja, "月曜日の来客数を店舗別に", /^月曜日の行だけを使いました（列"日付"）。.*難波が8.*梅田の4/],
    [ja, "店舗別の土日の来客数", /^土曜日・日曜日の行だけを使いました.*難波が104.*梅田の52/],
    [ja, "平日の店舗別来客数", /^月曜日から金曜日の行だけを使いました.*難波が120.*梅田の60/],
    [ja, "週末を除いた店舗別の来客数", /^土曜日・日曜日の行を除きました.*難波が120.*梅田の60/],
  ];
  for (const [data, query, told] of cases) {
    const { metadata, summary } = made(data, query);
    assert.equal(metadata.pattern_id, "P02", query);
    assert.match(summary, told, query);
  }
});

Deno.test("holidays beside days of the week are told to be unknown", () => {
  const { summary } = made(ja, "土日祝の店舗別来客数");
  assert.match(summary, /^土曜日・日曜日の行だけを使いました.*注意: "祝日"を解釈できない/);
});

Deno.test("days of the week that are named side by side are told from each other", () => {
  const english = made(en, "compare visits on Mondays and Fridays");
  assert.deepEqual(english.metadata["mapping"], { x: "weekday", y: "visits" });
  assert.match(english.summary, /Of 2 weekdays, Fri .* 60 and Mon .* 12/);
  const japanese = made(ja, "月曜と金曜の来客数を比較");
  assert.deepEqual(japanese.metadata["mapping"], { x: "曜日", y: "来客数" });
  assert.match(japanese.summary, /金が60で、月の12より大きい/);
});

Deno.test("the course of one day of the week has no gaps, and hours of it are those of the day", () => {
  const { metadata, summary } = made(en, "visits trend on Mondays");
  assert.equal(metadata.pattern_id, "P01");
  assert.match(summary, /visits \(sum\) stays at 3 from Jan 1, 2024 to Jan 22, 2024/);
  const hourly = csv(
    "visited_at",
    daysFrom("2024-01-01", 14).flatMap((day) => ["08:10", "08:40", "17:05"].map((at) => [`${day} ${at}`])),
  );
  assert.match(made(hourly, "visits on Mondays by hour").summary, /4 \(8:00\) to 2 \(17:00\)/);
  assert.match(made(hourly, "月曜日の時間別の件数").summary, /8時の4から17時の2へ/);
});

Deno.test("days of the week are found in a column of their names too", () => {
  const named = csv(
    "day,shop,visits",
    ["Mon", "Tue", "Sat", "Sun"].flatMap((day, k) => [[day, "Mill", k + 1], [day, "Lake", 2 * k + 2]]),
  );
  assert.match(
    made(named, "visits on Saturdays by shop").summary,
    /^Only rows from Saturdays are used \(column "day"\)/,
  );
});

Deno.test("days of the week that the data does not know are told, and names are none", () => {
  const months = csv(
    "month,region,sales",
    monthsFrom(2024, 6).flatMap((month, k) => [[month, "N", k], [month, "S", 9]]),
  );
  assert.match(
    made(months, "sales on Mondays by region").summary,
    /^Note: what the query means by "Mondays" is not/,
  );
  for (
    const query of [
      "sales by weekday",
      "曜日別の来客数",
      "日別の来客数の推移",
      "毎日の来客数",
      "weekday vs weekend sales",
      "sales since Monday",
      "Black Friday sales",
      "月別の売上",
      "1日の売上",
    ]
  ) assert.equal(saidWeekdays(query), null, query);
});
