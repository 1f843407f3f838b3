/** One column per another, and what only looks like it. */

import assert from "node:assert/strict";
import { made } from "../made.ts";
import { csv, monthsFrom } from "../tables.ts";

/** What lies along y. */
function yOf(data: string, query: string): string | undefined {
  return /"y":"([^"]+)"/.exec(JSON.stringify(made(data, query).metadata["mapping"]))?.[1];
}

const branches = csv(
  "month,branch,turnover,nurses,beds,rating",
  monthsFrom(2023, 4).flatMap((month, k) => [
    [month, "East", 100 + k * 10, 10, 4 + k, 3.5],
    [month, "West", 300, 10 + k * 10, 8, 4.1],
  ]),
);

Deno.test("what is told per one of what a column counts is a ratio of sums", () => {
  const { metadata, summary } = made(branches, "turnover per nurse by branch");
  assert.deepEqual([metadata["pattern_id"], metadata["mapping"]], ["P02", {
    x: "branch",
    y: "turnover / nurses",
  }]);
  assert.match(summary, /turnover \/ nurses is the sum of turnover divided by the sum of nurses\./);
  // 1200 by 100, and not the mean of 30, 15, 10 and 7.5.
  assert.match(summary, /West has the highest turnover \/ nurses with 12 and East the lowest with 11\.5\./);
  const cases: readonly (readonly [string, string])[] = [
    ["turnover per nurse over time", "turnover / nurses"],
    ["ratio of turnover to beds by month", "turnover / beds"],
    ["which branch has the highest turnover per bed?", "turnover / beds"],
    ["turnover per branch", "turnover"],
    ["turnover per month", "turnover"],
  ];
  for (const [query, y] of cases) assert.equal(yOf(branches, query), y, query);
});

Deno.test("the same is said in Japanese, by the counter word or by the word for it", () => {
  const shops = csv(
    "年月,店,売上,来店客数,スタッフ数",
    monthsFrom(2023, 4).flatMap((month, k) => [[month, "甲", 90 + k, 30, 3], [month, "乙", 80, 20 + k, 4]]),
  );
  const cases: readonly (readonly [string, string])[] = [
    ["スタッフ1人あたりの売上を店別に", "売上 / スタッフ数"],
    ["店ごとの客単価を比べる", "売上 / 来店客数"],
    ["客単価の推移", "売上 / 来店客数"],
    ["売上÷スタッフ数の推移", "売上 / スタッフ数"],
    ["店別の売上", "売上"],
  ];
  for (const [query, y] of cases) assert.equal(yOf(shops, query), y, query);
  const own = csv("年月,店,売上,来店客数,客単価", [["2023-01", "甲", 90, 30, 3], [
    "2023-02",
    "甲",
    80,
    20,
    4,
  ]]);
  assert.equal(yOf(own, "客単価の推移"), "客単価");
});

Deno.test("population stands for the heads that are told per capita, and numbers of rooms for groups", () => {
  const lands = csv("land,waste,population", [["P", 100, 10], ["Q", 300, 20], ["R", 50, 1]]);
  assert.equal(yOf(lands, "waste per capita by land"), "waste / population");
  assert.equal(yOf(lands, "一人当たりwasteのランキング"), "waste / population");
  const homes = csv("price,rooms", Array.from({ length: 30 }, (_, k) => [200 + k, 1 + k % 4]));
  assert.deepEqual(made(homes, "price per room").metadata["mapping"], { x: "rooms", y: "price" });
});
