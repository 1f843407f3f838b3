/** Summaries say what they say as people do. */

import assert from "node:assert/strict";
import { groupCount } from "../../../src/charts/summary/text/group_count.ts";
import { made } from "./made.ts";
import { csv, monthsFrom } from "./tables.ts";

const months = monthsFrom(2023, 12);

Deno.test("groups are counted as people count them", () => {
  const cases = [
    [4, "店舗", "ja", "4つの店舗"],
    [12, "店舗", "ja", "12の店舗"],
    [3, "region", "en", "3 regions"],
    [5, "product_category", "en", "5 product categories"],
    [3, "Sales Rep", "en", "3 sales reps"],
    [3, "status", "en", "the 3 values of status"],
    [3, "is_active", "en", "the 3 values of is_active"],
    [3, "地域", "en", "the 3 values of 地域"],
    [3, "day_of_week", "en", "the 3 values of day_of_week"],
  ] as const;
  for (const [count, group, language, text] of cases) assert.equal(groupCount(count, group, language), text);
});

Deno.test("of two groups one is larger than the other, and neither is the most", () => {
  const two = csv("性別,購入額", [["男", 30], ["女", 50]]);
  assert.equal(
    made(two, "性別ごとの購入額を比較").summary,
    "購入額は女が50で、男の30より大きいです。両者の差は20です。",
  );
  const lines = csv(
    "月,性別,購入額",
    months.flatMap((month, i) => [[month, "男", 30 + i], [month, "女", 50]]),
  );
  assert.match(made(lines, "性別ごとの購入額の推移").summary, /女が50で、男の41より大きいです（2系列）/);
});

Deno.test("temperatures differ by degrees, and are no times of each other", () => {
  const heat = csv("月,気温（℃）", months.map((month, i) => [month, 5 + i]));
  assert.match(made(heat, "気温の推移").summary, /5℃から2023年12月の16℃へ11℃上昇しました/);
  const cities = csv("city,temperature", [["Oslo", 4], ["Rome", 16], ["Cairo", 24]]);
  assert.doesNotMatch(made(cities, "temperature by city").summary, /times/);
  assert.match(made(cities, "cityごとのtemperatureを比較").summary, /Cairoが24で最も高く、Osloが4で最も低い/);
  const course = csv("month,temp", months.map((month, i) => [month, 5 + i]));
  assert.match(made(course, "temp over time").summary, /up 11\./);
});

Deno.test("numbers are told in the unit that the name of their column has", () => {
  const sales = csv("月,売上高（万円）", months.map((month, i) => [month, 1000 + i * 10]));
  assert.match(made(sales, "売上高の推移").summary, /1,000万円から2023年12月の1,110万円へ/);
  const net = csv("月,点数（数学）", months.map((month, i) => [month, 50 + i]));
  assert.doesNotMatch(made(net, "点数の推移").summary, /50数学/);
});

Deno.test("people are counted in people", () => {
  const staff = csv(
    "部署,氏名",
    Array.from({ length: 9 }, (_, i) => ["営業総務経理".slice(i % 3 * 2, i % 3 * 2 + 2), `社員${i}`]),
  );
  assert.match(made(staff, "部署別の人数").summary, /人数/);
  assert.match(made(staff, "部署別の件数").summary, /件数/);
});
