/** Groups by their words in the other language, and rows that are said to be alone. */

import assert from "node:assert/strict";
import { made } from "../made.ts";
import { csv, daysFrom } from "../tables.ts";

const days = daysFrom("2024-01-01", 60);
const cars = csv(
  "maker,origin,mpg",
  days.map((_, k) => [`M${k % 5}`, ["Japan", "USA", "Europe"][k % 3], 20 + k]),
);
const shops = csv(
  "日付,店舗,売上",
  days.map((day, k) => [day, ["渋谷店", "京都店", "横浜店"][k % 3], 100 + k]),
);
const rooms = csv("日時,機械,温度", days.map((day, k) => [day, ["A号機", "B号機"][k % 2], 20 + k % 9]));
const goods = csv(
  "country,kind,sales",
  days.map((_, k) => [["Japan", "Thailand", "India"][k % 3], `K${k % 4}`, 100 + k]),
);
const overtime = csv("部署,残業", days.map((_, k) => [["経理部", "営業部", "開発部"][k % 3], 10 + k % 9]));

function warnings(data: string, query: string): string {
  return made(data, query).metadata.warnings.join(" / ");
}

Deno.test("a group is found by its word in the other language, and by its adjective", () => {
  const cases: readonly (readonly [string, string, RegExp])[] = [
    [cars, "mpg of Japanese cars by maker", /only rows with "Japan" in column "origin"/],
    [cars, "maker別のmpgの平均（欧州のみ）", /列"origin"が"Europe"の行だけ/],
    [
      cars,
      "average mpg by maker, excluding American cars",
      /rows with "USA" in column "origin" are left out/,
    ],
    [shops, "sales of Shibuya over time", /only rows with "渋谷店" in column "店舗"/],
    [rooms, "temperature of machine B over time", /only rows with "B号機" in column "機械"/],
    [goods, "タイのsalesをkind別に", /列"country"が"Thailand"の行だけ/],
    [goods, "sales in Japanese stores by kind", /only rows with "Japan" in column "country"/],
    [overtime, "histogram of 残業 in accounting", /"経理部"/],
    [overtime, "経理の残業の分布", /列"部署"が"経理部"の行だけ/],
  ];
  for (const [data, query, told] of cases) assert.match(warnings(data, query), told, query);
});

Deno.test("a word that only holds such a word, or is written like one, is no group", () => {
  for (
    const [data, query] of [
      [shops, "東京都の売上の推移"],
      [cars, "show us the average mpg by maker"],
      [rooms, "temperature of a machine over time"],
      [goods, "ネクタイのsalesをkind別に"],
      [goods, "インドアのsalesをkind別に"],
      [goods, "sales by kind, titles in Japanese"],
      [goods, "sales in Japanese yen by kind"],
      [overtime, "departments accounting for most 残業"],
      [overtime, "営業利益を部署別に"],
    ] as const
  ) assert.doesNotMatch(warnings(data, query), /only rows|行だけ/, query);
});

Deno.test("rows that are said to be alone and are none of the groups are told", () => {
  assert.match(warnings(cars, "average mpg by maker for Bavarian cars only"), /Bavarian cars/);
  assert.match(warnings(cars, "average mpg of cars from Bavaria by maker"), /"Bavaria" is not understood/);
  assert.match(warnings(cars, "Mpg of cars at Sakai by maker"), /"Sakai" is not understood/);
  assert.match(warnings(goods, "Sales at Sakai by Kind"), /"Sakai" is not understood/);
  assert.match(warnings(shops, "神田支店だけの売上の推移"), /"神田支店"を解釈できない/);
  for (
    const [data, query] of [
      [shops, "売上だけの推移"],
      [shops, "横浜店だけの売上の推移"],
      [cars, "average mpg by maker for Japanese cars only"],
      [cars, "mpg only, by maker"],
      [cars, "average mpg of cars from Japan and Europe"],
      [cars, "Average Mpg by Maker in Detail"],
      [goods, "Sales by Kind in Descending Order"],
      [goods, "Total Sales by Kind for Board Members"],
      [goods, "Comparison of Average Values, by kind"],
      [shops, "売上の合計だけを店舗別に"],
    ] as const
  ) assert.doesNotMatch(warnings(data, query), /not understood|解釈できない/, query);
});
