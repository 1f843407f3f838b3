/** Bounds that are said without their numbers or columns, and shares of what meets one. */

import assert from "node:assert/strict";
import { made } from "../made.ts";
import { csv, daysFrom } from "../tables.ts";

const employees = csv(
  "社員番号,部署,年齢,満足度,副作用",
  Array.from({ length: 60 }, (_, k) => [
    `A${k}`,
    k % 2 === 0 ? "営業" : "開発",
    20 + k % 40,
    k % 5 + 1,
    ["なし", "頭痛", "吐き気"][k % 3],
  ]),
);
const trips = csv(
  "trip,started,depot,drive_hours,delivery_days,fare",
  Array.from({ length: 80 }, (_, k) => [
    k + 1,
    `2024-0${k % 8 + 1}-05`,
    k % 2 === 0 ? "North" : "South",
    k % 60,
    k % 12,
    10 + k,
  ]),
);

Deno.test("tens of years of age pick rows, and two of them are told", () => {
  assert.match(made(employees, "20代の社員の満足度を部署別に").summary, /「年齢が20以上29以下」の行だけ/);
  assert.match(made(employees, "20代と30代の満足度").summary, /"20代".*を解釈できない/);
  const people = csv("team,age,pay", Array.from({ length: 40 }, (_, k) => ["ab"[k % 2], 20 + k, k]));
  assert.match(made(people, "average pay of people in their 30s by team").summary, /"age 30 to 39" are used/);
});

Deno.test("those with any of something are those without none", () => {
  assert.match(
    made(employees, "副作用があった社員の数を部署別に").summary,
    /列"副作用"が"なし"の行を除きました/,
  );
});

Deno.test("a column whose name holds signs of its own is bound like any other", () => {
  const claims = csv("月,損害($'000)", Array.from({ length: 24 }, (_, k) => [`2023-${k % 12 + 1}`, k % 3]));
  const { metadata } = made(claims, "損害があった月の数");
  assert.deepEqual(metadata.warnings, ["「損害($'000)が0超」の行だけを使いました"]);
});

Deno.test("the share of what meets a condition is one of all rows", () => {
  const { summary, metadata } = made(employees, "満足度4以上の割合を部署別に");
  assert.match(summary, /満足度4以上の割合は.*40%/);
  assert.deepEqual(metadata.warnings, []);
  assert.match(
    made(trips, "percentage of trips with a fare over 50 by depot").summary,
    /South has the highest share of fare over 50 with 50% and North the lowest with 47\.5%/,
  );
});

Deno.test("a length of time is one of the column of its unit, and never of numbers of rows", () => {
  const cases: readonly (readonly [string, RegExp])[] = [
    [
      "trips that took more than 48 hours, by depot",
      /48 hours" are used\..* Count with 6 and North the lowest with 5/,
    ],
    [
      "Deliveries taking longer than 10 days by depot",
      /10 days" are used\. South is the only depot, with Count of 6/,
    ],
  ];
  for (const [query, told] of cases) assert.match(made(trips, query).summary, told, query);
});

Deno.test("the first month of a stretch needs no word of its own", () => {
  const days = csv("日付,気温", daysFrom("2024-01-01", 366).map((day, k) => [day, k]));
  assert.match(made(days, "6〜8月の気温の推移").summary, /^6月〜8月（2024年）の行だけ/);
});

Deno.test("the value of orders is what they bring in, and its mean a line where it is compared with that", () => {
  const orders = csv(
    "order_id,order_date,channel,revenue",
    Array.from({ length: 60 }, (_, k) => [k + 100, `2024-0${k % 8 + 1}-11`, "xyz"[k % 3], 50 + k]),
  );
  assert.match(made(orders, "Average order value by channel").summary, /revenue \(average\)/);
  const { metadata } = made(orders, "quarterly revenue compared with the mean");
  assert.deepEqual(metadata["mapping"], { x: "order_date", y: "revenue" });
  assert.deepEqual(metadata["auxiliary"], ["mean_line"]);
});

Deno.test("a grouping by many numbers is one by ranges of them", () => {
  const staff = csv(
    "team,age,pay",
    Array.from({ length: 80 }, (_, k) => ["ab"[k % 2], 21 + k % 43, 100 + (k * 7) % 31]),
  );
  for (const query of ["average pay by age group", "number of people by age"]) {
    const { metadata, summary } = made(staff, query);
    assert.match(JSON.stringify(metadata["mapping"]), /^\{"x":"age"/, query);
    assert.match(summary, /Of the 5 values of age, .*\d0–\d9 ha(?:s|ve) the highest/, query);
  }
});

Deno.test("all of several grades and tens of years are meant, or none is", () => {
  const marks = csv(
    "学年,クラス,教科,点数",
    Array.from(
      { length: 90 },
      (_, k) => [k % 3 + 1, "AB"[k % 2] + "組", ["国語", "数学"][k % 2], 40 + k % 50],
    ),
  );
  assert.match(made(marks, "1年生と2年生の点数分布を比較").summary, /列"学年"が"1", "2"の行だけ/);
  assert.match(made(employees, "30代と40代の満足度を比較").summary, /^注意: "30代", "40代"を解釈できない/);
  assert.match(made(marks, "クラス平均を教科ごとに比較").summary, /点数（平均）/);
});

Deno.test("within so many is at most so many, and what is vague is told", () => {
  assert.match(made(trips, "delivery_daysが3日以内の割合をdepot別に").summary, /3日以内の割合はどちらも35%/);
  assert.match(made(trips, "fare of cheap trips by depot").summary, /"cheap" is not understood/);
  assert.match(made(employees, "若い社員が多い部署").summary, /"若い"を解釈できない/);
  const visits = csv(
    "arm,visit_week,age",
    Array.from({ length: 60 }, (_, k) => ["ab"[k % 2], k % 4 * 4, 30 + k % 41]),
  );
  assert.match(made(visits, "age at week 12 by arm").summary, /"12" in column "visit_week"/);
});
