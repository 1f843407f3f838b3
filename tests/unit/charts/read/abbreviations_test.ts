/** Columns with short words for names, and figures by the word of the other language, are found without a doubt. */

import assert from "node:assert/strict";
import { made } from "../made.ts";
import { csv, monthsFrom } from "../tables.ts";

const months = monthsFrom(2023, 24);
const shop = csv(
  "month,dept,conv_rate,churn_rate,order_qty,order_total,emp_cnt",
  months.map((
    month,
    i,
  ) => [month, `D${i % 3}`, 0.02 + i / 1000, 0.05 - i / 1000, 5 + i, 900 + i * 7, 20 + i]),
);
const product = csv("month,dau,mrr,nps", months.map((month, i) => [month, 900 + i * 5, 40 + i, 30 + i % 9]));

function shown(data: string, query: string) {
  const { metadata } = made(data, query);
  return { mapping: metadata["mapping"], warnings: metadata.warnings };
}

Deno.test("a short word of a name is said in full", () => {
  const cases: readonly (readonly [string, string, Readonly<Record<string, string>>])[] = [
    [shop, "conversion rate by department", { x: "dept", y: "conv_rate" }],
    [shop, "order quantity per department", { x: "dept", y: "order_qty" }],
    [shop, "部門別のコンバージョン率", { x: "dept", y: "conv_rate" }],
    [product, "daily active users over time", { x: "month", y: "dau" }],
    [product, "trend of monthly recurring revenue", { x: "month", y: "mrr" }],
    [product, "net promoter score over time", { x: "month", y: "nps" }],
  ];
  for (const [data, query, mapping] of cases) {
    assert.deepEqual(shown(data, query), { mapping, warnings: [] }, query);
  }
});

Deno.test("a rate by the word of the other language is the rate, and spending is what customers pay", () => {
  assert.deepEqual(shown(shop, "解約率の推移"), { mapping: { x: "month", y: "churn_rate" }, warnings: [] });
  assert.deepEqual(shown(shop, "total spend by department"), {
    mapping: { x: "dept", y: "order_total" },
    warnings: [],
  });
  const takings = csv("channel,revenue,visits", months.map((_, i) => [`C${i % 3}`, 500 + i, 9 + i]));
  assert.match(shown(takings, "spend by channel").warnings.join(), /no column tells of "spend"/);
});

Deno.test("how many there are of something is a column of numbers in the other language", () => {
  const cases: readonly (readonly [string, string])[] = [
    ["hires", "年ごとの採用人数"],
    ["cases", "感染者数の推移"],
    ["injuries", "負傷者数の推移"],
    ["shipments", "出荷件数の推移"],
    ["headcount", "人数の推移"],
    ["subscribers", "加入者数の推移"],
    ["attendance", "出席者数の推移"],
    ["downloads", "ダウンロード数の推移"],
    ["returns", "返品数の推移"],
    ["deposits", "預金の推移"],
  ];
  for (const [name, query] of cases) {
    const data = csv(`year,${name},area`, months.map((_, i) => [2000 + i, 40 + i * 3, 900 + i]));
    assert.deepEqual(shown(data, query).mapping, { x: "year", y: name }, query);
  }
});
