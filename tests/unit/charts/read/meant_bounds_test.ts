/** Bounds that stand without a column are those of what is measured, or of what groups are measured by. */

import assert from "node:assert/strict";
import { made } from "../made.ts";
import { csv } from "../tables.ts";

const counted = Array.from({ length: 90 }, (_, i) => i);
const homes = csv(
  "物件ID,地区,築年数,家賃(万円)",
  counted.map((i) => [i + 1, ["北", "南", "東"][i % 3], 1 + i % 40, 5 + i % 25]),
);
const staff = csv(
  "部署,氏名,年齢,年収（万円）",
  counted.map((
    i,
  ) => [["営業", "開発", "総務"][i % 3], `社員${i}`, 25 + i % 30, 400 + i % 3 * 100 + i % 7 * 10]),
);
const pay = csv(
  "team,name,age,salary",
  counted.map((
    i,
  ) => [["Ops", "Dev", "Law"][i % 3], `p${i}`, 25 + i % 30, 40_000 + i % 3 * 10_000 + i % 7 * 100]),
);
const agents = csv("agent,deals_usd", counted.slice(0, 12).map((i) => [`Agent ${i}`, 50_000 + i * 10_000]));
const orders = csv(
  "day,region,amount_usd",
  counted.map((i) => [`2024-03-${String(1 + i % 28).padStart(2, "0")}`, "NSW"[i % 3], 100 + i * 50]),
);

function warningsOf(data: string, query: string) {
  return made(data, query).metadata.warnings;
}

Deno.test("a bound without a column is one of what is measured where its unit fits and it is on rows", () => {
  const cases: readonly (readonly [string, string, string])[] = [
    [
      homes,
      "地区別の家賃の分布を箱ひげ図で、15万円以上の部屋は除く",
      "「家賃(万円) 15万円以上」の行を除きました",
    ],
    [homes, "地区ごとの家賃のばらつき、10万円未満のみ", "「家賃(万円) 10万円未満」の行だけを使いました"],
    [staff, "部署別の平均年収。500万円以上の社員だけ", "「年収（万円） 500万円以上」の行だけを使いました"],
    [agents, "deals by agent, only those above 100k", 'only rows with "deals_usd above 100k" are used'],
    [
      orders,
      "average amount by region for orders over $2000",
      'only rows with "amount_usd over $2000" are used',
    ],
    [
      orders,
      "histogram of amount, only values below 3000",
      'only rows with "amount_usd below 3000" are used',
    ],
  ];
  for (const [data, query, warning] of cases) assert.deepEqual(warningsOf(data, query), [warning], query);
});

Deno.test("a bound that may be of groups, of people or of years is told instead", () => {
  const cases: readonly (readonly [string, string])[] = [
    [orders, "amount by region, only those above 2k"],
    [orders, "amount of regions above $2000"],
    [homes, "地区別の家賃の分布、20年以上は除く"],
    [
      csv("region,spend", counted.map((i) => ["NSW"[i % 3], i])),
      "average spend of customers under 30 by region",
    ],
  ];
  for (const [data, query] of cases) {
    assert.doesNotMatch(
      warningsOf(data, query).join(),
      /(?:家賃|amount_usd|spend) ?(?:\S* )?(?:20|above|under)/,
      query,
    );
  }
});

Deno.test("groups are those whose mean or sum meets a bound", () => {
  const cases: readonly (readonly [string, string, RegExp])[] = [
    [staff, "平均年収が500万円以上の部署", /^「平均年収が500万円以上」の部署だけを使いました（3件中2件）/],
    [staff, "年収の平均が500万円を超える部署はどこ？", /の部署だけを使いました（3件中2件）/],
    [staff, "年収の合計が1万円以上の部署", /行がないため、すべての行を使いました|だけを使いました/],
    [pay, "teams with average salary above 45k", /^Only those of column "team" .*: 2 of 3\./],
    [pay, "which teams have an average salary of at least 60000", /: 1 of 3\./],
  ];
  for (const [data, query, summary] of cases) {
    const chart = made(data, query);
    assert.match(chart.summary, summary, query);
    assert.match(JSON.stringify(chart.metadata["mapping"]), /年収|salary/, query);
    assert.deepEqual(chart.metadata["auxiliary"], [], query);
  }
  assert.match(
    made(pay, "average salary by team where age is below 30").summary,
    /^Only rows with "age is below 30"/,
  );
});

Deno.test("what a bound is of is measured, also where it picks no groups", () => {
  assert.deepEqual(made(staff, "年収が500万円以上の部署").metadata["mapping"], {
    x: "部署",
    y: "年収（万円）",
  });
});

Deno.test("numbers of a column that is called an ID tell rows apart", () => {
  assert.deepEqual(made(homes, "物件の家賃の分布").metadata["mapping"], { x: "家賃(万円)", y: "count" });
});
