/** Plain requests that were once read as something else, and notes that are only given where there is a doubt. */

import assert from "node:assert/strict";
import { makeChart } from "../../../src/charts/make_chart.ts";
import { requestOf } from "./examples.ts";
import { csv, daysFrom } from "./tables.ts";

function made(data: string, query: string) {
  const { summary, metadata } = makeChart(requestOf({ data, query }), {
    measure: (text, size) => text.length * size * 0.6,
  });
  const { pattern_id: pattern, auxiliary, warnings } = metadata;
  return { summary, pattern, auxiliary, warnings, mapping: metadata["mapping"] };
}

Deno.test("wages, rents and what an engine does are averaged", () => {
  const rows = Array.from({ length: 24 }, (_, k) => [2020 + k % 3, "販事"[k % 2], 1000 + k]);
  assert.match(made(csv("年,職種,時給", rows), "職種別の時給の変遷").summary, /時給（平均）/);
  const cars = csv("maker,mpg", rows.map(([, maker, mpg]) => [maker, mpg]));
  assert.match(made(cars, "mpg by maker").summary, /mpg \(average\)/);
});

Deno.test("a group in Hiragana is no part of other words", () => {
  const answers = csv(
    "年代,推奨,利用回数",
    Array.from({ length: 40 }, (_, k) => [`${k % 4 + 1}0代`, ["はい", "いいえ"][k % 2], k % 9]),
  );
  assert.deepEqual(made(answers, "年代ごとに利用回数の外れ値がある人はいるか").warnings, []);
  assert.deepEqual(made(answers, "年代ごとに利用回数が極端な人はいないか").warnings, []);
  for (const query of ["推奨がはいの年代別の利用回数", "はいと答えた人の年代別の利用回数"]) {
    assert.match(made(answers, query).summary, /列"推奨"が"はい"の行だけ/, query);
  }
});

Deno.test("what happened is counted by its number, whatever is measured of it", () => {
  const answers = csv(
    "回答日,満足度,利用回数",
    daysFrom("2024-04-01", 90).flatMap((day, k) => [[day, k % 5 + 1, k % 7], [day, 2, k % 3]]),
  );
  const counted = made(answers, "月別の回答数");
  assert.deepEqual(counted.mapping, { x: "回答日", y: "count" });
  assert.deepEqual(counted.warnings, []);
});

Deno.test("mean and median of things are lines in their distribution", () => {
  const data = csv("latency_ms", Array.from({ length: 60 }, (_, k) => [20 + k * k % 97]));
  assert.deepEqual(made(data, "Show the latencies with their median").auxiliary, ["median_line"]);
  const marks = csv("英語,数学", Array.from({ length: 60 }, (_, k) => [k % 50 + 40, k % 31]));
  assert.deepEqual(made(marks, "英語のばらつきと中央値").auxiliary, ["median_line"]);
  assert.deepEqual(made(marks, "英語のばらつきと平均").auxiliary, ["mean_line"]);
});

Deno.test("the structure of ages is their distribution, also where there are times", () => {
  const staff = csv("hired,age", daysFrom("2020-01-01", 60).map((day, k) => [day, 20 + k % 41]));
  assert.equal(made(staff, "What is the age structure of the employees?").pattern, "P03");
});

Deno.test("who earns the most has the most money", () => {
  const shops = csv("店舗,来客数,売上", Array.from({ length: 12 }, (_, k) => ["東西南"[k % 3], k, k * 900]));
  for (const query of ["どの店舗が一番稼いでいる？", "一番儲かっている店舗は？"]) {
    const { mapping, warnings } = made(shops, query);
    assert.deepEqual(mapping, { x: "店舗", y: "売上" }, query);
    assert.deepEqual(warnings, [], query);
  }
  const players = csv(
    "player,points,revenue",
    Array.from({ length: 12 }, (_, k) => ["abc"[k % 3], k, k * 9]),
  );
  const most = { x: "player", y: "points" };
  assert.deepEqual(made(players, "Which player earned the most points?").mapping, most);
  assert.deepEqual(made(players, "Which player earned the most?").mapping, { ...most, y: "revenue" });
});

Deno.test("a measure that no sentence has to name is shown without a note", () => {
  const rows = Array.from({ length: 24 }, (_, k) => ["食家光"[k % 3], 100 + k * 7 % 11, 110 + k % 5]);
  assert.deepEqual(made(csv("費目,金額,予算", rows), "費目ごとの支出").warnings, []);
  assert.deepEqual(
    made(csv("shop,amount,is_open", rows.map(([a, b], k) => [a, b, k % 2])), "compare shops").warnings,
    [],
  );
  assert.deepEqual(made(csv("clinic,visits,wait_minutes", rows), "Which clinic is busiest?").warnings, []);
  assert.match(made(csv("shop,amount,visitors", rows), "compare shops").summary, /names none of the columns/);
});

Deno.test("histograms of groups in panels of their own are apart, whatever times a table has", () => {
  const staff = csv(
    "hired,team,salary",
    daysFrom("2020-01-01", 90).map((day, k) => [day, "abc"[k % 3], 300 + k * k % 71]),
  );
  const apart = { x: "salary", y: "count", facet: "team" };
  for (
    const query of ["Small multiples of salary histograms by team", "チームごとに給与のヒストグラムを分けて"]
  ) {
    const { pattern, mapping, warnings } = made(staff, query);
    assert.deepEqual([pattern, mapping, warnings], ["P13", apart, []], query);
  }
  assert.equal(made(staff, "Overlay the salary histograms of the teams").pattern, "P23");
});

Deno.test("periods that are too many to be shown are told to be longer", () => {
  const waits = csv("date,wait", daysFrom("2024-01-01", 120).map((day, k) => [day, k % 17]));
  assert.deepEqual(made(waits, "How does the distribution of waits change by week?").warnings, [
    "one for every week would be too many: longer periods are shown",
  ]);
  assert.deepEqual(made(waits, "How does the distribution of waits change by month?").warnings, []);
});

Deno.test("bars of months are called after months, whatever their days are called", () => {
  const orders = csv(
    "order_date,category,revenue",
    daysFrom("2024-01-01", 180).map((day, k) => [day, "ab"[k % 2], 10 + k % 9]),
  );
  const { spec } = makeChart(
    requestOf({ data: orders, query: "Monthly revenue by category as grouped bars" }),
    {
      measure: (text, size) => text.length * size * 0.6,
    },
  );
  assert.match(JSON.stringify(spec), /Revenue by month and category/);
});

Deno.test("what is not added up stays so beside what is", () => {
  const shops = csv(
    "年月,店舗,来客数,客単価",
    Array.from(
      { length: 24 },
      (_, k) => [`2024-${`${k % 12 + 1}`.padStart(2, "0")}`, "東西"[k % 2], 900, 1500 + k],
    ),
  );
  const doubled = `${shops.trim()}\n${shops.trim().split("\n").slice(1).join("\n")}`;
  assert.match(made(doubled, "来客数と客単価の推移").summary, /（平均）/);
});

Deno.test("the share of those who say yes is that of each group", () => {
  const answers = csv(
    "年代,推奨",
    Array.from({ length: 40 }, (_, k) => [`${k % 4 + 1}0代`, ["はい", "いいえ"][k % 3 % 2]]),
  );
  for (const query of ["推奨すると答えた人の割合を年代別に", "推奨する人の割合を年代別に"]) {
    assert.match(made(answers, query).summary, /割合/, query);
    assert.deepEqual(made(answers, query).pattern, "P02", query);
  }
});

Deno.test("a number of groups is asked for before what they do, and fuel economy is miles per gallon", () => {
  const cars = csv(
    "maker,horsepower,mpg",
    Array.from({ length: 40 }, (_, k) => ["abcde"[k % 5], 90 + k * 3 % 17, 20 + k % 5]),
  );
  assert.match(
    made(cars, "Which two makers have the best fuel economy?").summary,
    /e has the highest mpg.*of those shown/,
  );
  assert.match(
    made(cars, "Which three makers burn the least fuel in terms of mpg?").summary,
    /of those shown/,
  );
});
