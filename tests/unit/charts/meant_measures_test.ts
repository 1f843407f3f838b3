/** Which column is meant by a word for a measure or for groups that no column is called by. */

import assert from "node:assert/strict";
import { makeChart } from "../../../src/charts/make_chart.ts";
import { requestOf } from "./examples.ts";
import { csv, daysFrom } from "./tables.ts";

function made(data: string, query: string) {
  const { summary, metadata } = makeChart(requestOf({ data, query }), {
    measure: (text, size) => text.length * size * 0.6,
  });
  return { summary, pattern: metadata.pattern_id, mapping: metadata["mapping"], warnings: metadata.warnings };
}

const days = daysFrom("2024-01-01", 120);

const orders = csv(
  "order_id,order_date,category,country,unit_price,quantity,total_amount,discount_rate,returned",
  days.map((day, i) => [
    5000 + i,
    day,
    ["Tea", "Cups", "Pots"][i % 3],
    ["Peru", "Chile"][i % 2],
    9.5 + i % 7,
    1 + i % 4,
    (9.5 + i % 7) * (1 + i % 4),
    (i % 3) / 10,
    i % 5 === 0,
  ]),
);

const visits = csv(
  "visit_date,department,patient_age,sex,wait_minutes,treatment_cost_jpy",
  days.map((day, i) => [day, ["Eyes", "Ears"][i % 2], 20 + i % 60, "FM"[i % 2], 5 + i % 40, 4000 + i * 13]),
);

const meters = csv(
  "timestamp,meter_id,building,energy_kwh,outdoor_temp_c",
  days.flatMap((day, i) => [[day, "M-1", "Hall", 40 + i % 9, 9.5], [day, "M-2", "Gym", 20 + i % 7, 9.1]]),
);

type Case = readonly [data: string, query: string, mapping: Readonly<Record<string, string>>];

function checkAll(cases: readonly Case[]): void {
  for (const [data, query, mapping] of cases) assert.deepEqual(made(data, query).mapping, mapping, query);
}

Deno.test("money that comes in is the column of amounts, summed, and never a price of one piece", () => {
  const overTime = { x: "order_date", y: "total_amount" };
  const byCountry = { x: "country", y: "total_amount" };
  checkAll([
    [orders, "Revenue by month", overTime],
    [orders, "Turnover by month", overTime],
    [orders, "月次売上の推移に3か月移動平均", overTime],
    [orders, "Total sales by country", byCountry],
    [orders, "売上を国別に比較", byCountry],
    [orders, "金額を国別に比較", byCountry],
    [orders, "カテゴリ別の売上構成比", { x: "category", y: "total_amount" }],
    [orders, "Sales by category and country", { x: "category", y: "total_amount", color: "country" }],
    [orders, "Compare monthly sales between countries", { ...overTime, color: "country" }],
    [orders, "Median unit price by country", { x: "country", y: "unit_price" }],
    [orders, "国別の数量を比較", { x: "country", y: "quantity" }],
  ]);
  assert.match(made(orders, "Revenue by month").summary, /total_amount \(sum\)/);
  assert.match(made(orders, "売上を国別に比較").summary, /total_amount（合計）/);
  const shop = csv("店,割引額,請求額,原価", [["東", 5, 100, 60], ["西", 3, 80, 50]]);
  checkAll([[shop, "売上を店別に比較", { x: "店", y: "請求額" }]]);
  const own = csv("shop,amount,revenue", [["a", 9, 20], ["b", 4, 30]]);
  checkAll([[own, "sales by shop", { x: "shop", y: "revenue" }]]);
});

Deno.test("a word for what is measured finds it in other forms, and whose it is names nothing beside it", () => {
  checkAll([
    [visits, "Which department keeps patients waiting longest?", { x: "department", y: "wait_minutes" }],
    [visits, "Compare wait time distributions of female and male patients", {
      x: "wait_minutes",
      y: "count",
      color: "sex",
    }],
    [visits, "Distribution of waiting minutes of patients", { x: "wait_minutes", y: "count" }],
    [visits, "診療科別の待ち時間を比較", { x: "department", y: "wait_minutes" }],
    [visits, "age of patients by department", { x: "department", y: "patient_age" }],
    [visits, "部署別の支出を比較", { x: "department", y: "treatment_cost_jpy" }],
  ]);
  assert.match(
    made(visits, "average wait minutes by department for patients over 65").summary,
    /^Only rows with "patients over 65" are used/,
  );
});

Deno.test("nouns of one language find the columns of the other", () => {
  checkAll([
    [meters, "建物別の日ごとの電力使用量の推移", { x: "timestamp", y: "energy_kwh", color: "building" }],
    [meters, "建物別の消費量を比較", { x: "building", y: "energy_kwh" }],
    [csv("建物,使用量,気温", [["本館", 5, 20], ["別館", 6, 21]]), "usage by building", {
      x: "建物",
      y: "使用量",
    }],
  ]);
});

Deno.test("a measure of which no column tells is loudly not shown", () => {
  const cases: readonly (readonly [string, RegExp])[] = [
    ["Profit by category", /no column tells of "profit": "unit_price" is shown instead/],
    ["利益をカテゴリ別に比較", /「利益」に当たる列がないため、代わりに"unit_price"を示しています/],
  ];
  for (const [query, text] of cases) {
    const { summary, warnings } = made(orders, query);
    assert.match(warnings.join(), text, query);
    assert.match(summary, text, query);
  }
  for (const query of ["Revenue by month", "売上を国別に比較", "Number of orders by country"]) {
    assert.deepEqual(made(orders, query).warnings, [], query);
  }
  // A column of values may hold what the sentence speaks of.
  assert.deepEqual(made(csv("shop,value", [["a", 1], ["b", 2]]), "profit by shop").warnings, []);
  const wished = makeChart(requestOf({ data: orders, query: "profit by category" }, { y: "quantity" }), {
    measure: (text, size) => text.length * size * 0.6,
  });
  assert.deepEqual(wished.metadata.warnings, []);
});

const cities = csv(
  "年度,市,人口(人),歳出額(百万円)",
  [2021, 2022, 2023].flatMap((year, i) => [[year, "海市", 1000 + i, 50], [year, "山市", 700 - i, 40]]),
);
const towns = csv(
  "year,town,population,births",
  [2021, 2022, 2023].flatMap((year, i) => [[year, "Aa", 1000 + i, 5], [year, "Bb", 700 - i, 4]]),
);

Deno.test("what is there at a time is not added up over times, and that is told", () => {
  const japanese = made(cities, "市別の人口を比較");
  assert.match(
    japanese.summary,
    /^注意: "人口\(人\)"は.*最新の2023年度の行だけ.*海市が1,002人で、山市の698人より大きい/,
  );
  assert.match(japanese.warnings.join(), /最新の2023年度/);
  const english = made(towns, "compare the population of towns");
  assert.match(
    english.summary,
    /^Note: values of "population" .* the latest, 2023, .*Aa has the highest population with 1,002/,
  );
  assert.match(made(towns, "average population by town").summary, /\(average\) with 1,001/);
  assert.match(made(towns, "births by town").summary, /births \(sum\) with 15/);
  assert.doesNotMatch(made(towns, "population over time by town").summary, /latest/);
  // Of one year only there is nothing to choose.
  assert.match(made(towns, "population by town in 2022").summary, /Aa has the highest population with 1,001/);
});

Deno.test("the total of all groups is one line", () => {
  const cases: readonly (readonly [string, string, string])[] = [
    [cities, "全市の歳出額合計の年度推移", "P01"],
    [cities, "市別の歳出額合計の年度推移", "P12"],
    [towns, "total births of all towns over time", "P01"],
    [towns, "births over time by town", "P12"],
  ];
  for (const [data, query, pattern] of cases) assert.equal(made(data, query).pattern, pattern, query);
});

Deno.test("the rate of a measure is another one, and what is shown instead is told", () => {
  const data = csv("地域,売上高,営業利益", [["国内", 100, 8], ["北米", 90, 12], ["欧州", 70, -3]]);
  assert.match(
    made(data, "営業利益率を地域別に").summary,
    /「営業利益率」に当たる列がないため、代わりに"営業利益"/,
  );
  assert.deepEqual(made(data, "営業利益を地域別に").warnings, []);
  assert.match(
    made("shop,profit,cost\na,1,4\nb,2,7", "profit margin by shop").summary,
    /no column tells of "profit margin"/,
  );
});

Deno.test("which of several measures is shown is told where a sentence names none", () => {
  const data = csv(
    "class,mark,absences",
    Array.from({ length: 20 }, (_, k) => ["abc"[k % 3], 40 + k % 7, k % 4]),
  );
  assert.match(
    made(data, "compare the classes").summary,
    /names none of the columns of numbers: "mark" is shown/,
  );
  assert.deepEqual(made(data, "compare the marks of the classes").warnings, []);
});

Deno.test("losses are profits below zero, and are told where it is not known of what", () => {
  const rows = Array.from({ length: 24 }, (_, k) => ["東西"[k % 2], k % 5 - 1, k % 3 - 1]);
  assert.match(
    made(csv("店舗,利益", rows.map((row) => row.slice(0, 2))), "赤字の件数を店舗別に").summary,
    /「利益が0未満」の行だけ/,
  );
  assert.match(
    made(csv("店舗,営業利益,純利益", rows), "赤字の件数を店舗別に").summary,
    /"赤字"を解釈できない/,
  );
});

Deno.test("the last word of a Japanese name names it", () => {
  const data = csv(
    "群,年齢,収縮期血圧",
    Array.from({ length: 20 }, (_, k) => ["AB"[k % 2], 30 + k, 120 + k]),
  );
  assert.deepEqual(made(data, "群ごとの血圧の差").mapping, { x: "群", y: "収縮期血圧" });
});
