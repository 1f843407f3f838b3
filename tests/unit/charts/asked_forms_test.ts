/** What is asked for outright is drawn, and nothing beside it that nobody asked for. */

import assert from "node:assert/strict";
import type { ChartRequest } from "../../../src/base/protocol.ts";
import { makeChart } from "../../../src/charts/make_chart.ts";
import { requestOf } from "./examples.ts";
import { csv, daysFrom, monthsFrom } from "./tables.ts";

function made(data: string, query: string, more: Partial<ChartRequest> = {}) {
  const { metadata, summary, spec } = makeChart(requestOf({ data, query }, more), {
    measure: (text, size) => text.length * size * 0.6,
  });
  return { metadata, summary, drawn: JSON.stringify(spec), told: [metadata.pattern_id, metadata["mapping"]] };
}

const rows = Array.from({ length: 120 }, (_, k) => k);

Deno.test("a box plot of one column is one box", () => {
  const alone = csv("w", rows.map((k) => [k * 7 % 31]));
  for (const query of ["box plot of w", "wの箱ひげ図"]) {
    assert.deepEqual(made(alone, query).told, ["P32", { y: "w" }], query);
  }
  const grouped = csv("team,w", rows.map((k) => [`t${k % 3}`, k * 7 % 31]));
  assert.deepEqual(made(grouped, "box plot of w").told, ["P32", { y: "w" }]);
  assert.deepEqual(made(grouped, "box plot of w by team").told, ["P32", { x: "team", y: "w" }]);
  assert.deepEqual(made(grouped, "spread", { pattern: "P32" }).told, ["P32", { x: "team", y: "w" }]);
});

Deno.test("a median line goes across all boxes, named", () => {
  const data = csv("team,w", rows.map((k) => [`t${k % 3}`, k % 41]));
  const { drawn, metadata, summary } = made(data, "w by team", {
    pattern: "P32",
    auxiliary: ["median_line"],
  });
  assert.deepEqual(metadata.auxiliary, ["median_line"]);
  assert.match(drawn, /Overall median 19/);
  assert.match(summary, /Overall median 19/);
  assert.match(made(data, "teamごとのwのばらつきと中央値の線").drawn, /全体の中央値 19/);
});

Deno.test("a value for each of what rows are is grouped by nothing", () => {
  const orders = csv(
    "order_date,area,amount",
    rows.map((k) => [monthsFrom(2024, 12)[k % 12], `a${k % 3}`, k]),
  );
  for (
    const query of [
      "distribution of amount per order",
      "注文ごとの金額の分布",
      "amount per transaction distribution",
    ]
  ) {
    assert.deepEqual(made(orders, query).told, ["P03", { x: "amount", y: "count" }], query);
  }
  assert.match(made(orders, "amount per order by area").summary, /amount \(average\)/);
});

Deno.test("what happens is counted beside sums, unless rows are sums themselves", () => {
  const days = daysFrom("2024-01-01", 90);
  const sold = csv("day,area,paid", rows.map((k) => [days[k * 11 % 90], `a${k % 5 % 3}`, 10 + k % 9]));
  assert.deepEqual(made(sold, "orders per month").told, ["P01", { x: "day", y: "count" }]);
  assert.deepEqual(made(sold, "注文の推移").metadata["mapping"], { x: "day", y: "count" });
  const sums = csv(
    "month,area,paid",
    monthsFrom(2024, 12).flatMap((month) => ["n", "s", "w"].map((area, k) => [month, area, 10 + k])),
  );
  const { told, metadata } = made(sums, "orders per month");
  assert.deepEqual(told, ["P01", { x: "month", y: "paid" }]);
  assert.match(metadata.warnings.join(), /no column tells of what the query counts: "paid" is shown/);
});

Deno.test("columns side by side are compared by a word for what they are, or by their names", () => {
  const marks = csv(
    "class,maths,english,physics",
    rows.map((k) => [`c${k % 3}`, 40 + k % 50, 45 + k % 40, 50 + k % 30]),
  );
  for (
    const query of [
      "compare subjects",
      "mean mark by subject",
      "科目ごとの平均点を比較",
      "compare maths, english and physics",
    ]
  ) {
    const { told, summary } = made(marks, query);
    assert.equal(told[0], "P02", query);
    assert.match(summary, /maths/, query);
    assert.doesNotMatch(summary, /\bc[012]\b/, query);
  }
  assert.deepEqual(made(marks, "average maths and english by class").metadata["mapping"], {
    x: "class",
    y: "value",
    color: "series",
  });
});

Deno.test("a group that lacks one of two columns is told", () => {
  const plan = "部署,予算,実績\n総務,10,12\n広報,8,\n開発,20,18\n";
  assert.match(made(plan, "部署ごとの予算と実績を比較").metadata.warnings.join(), /広報には"実績"の値がなく/);
  const english = plan.replace("部署,予算,実績", "unit,plan,actual");
  assert.match(made(english, "plan and actual by unit").metadata.warnings.join(), /広報 has no "actual"/);
});

Deno.test("quarters below bars are written short where they would be cut", () => {
  const data = csv(
    "年月,店,売上",
    monthsFrom(2022, 36).flatMap((month, k) => ["東", "西"].map((shop) => [month, shop, 100 + k])),
  );
  const { drawn } = made(data, "四半期ごとに店別の売上を棒グラフで比較");
  assert.match(drawn, /2022年Q1/);
  assert.doesNotMatch(drawn, /…/);
});

Deno.test("units at the end of names are written as units", () => {
  const data = csv("day,air_temp_c,load_kwh", daysFrom("2024-01-01", 9).map((day, k) => [day, k, 2 * k]));
  assert.match(made(data, "air_temp_c over time").drawn, /Air temp \(°C\) over time/);
  assert.match(made(data, "load_kwhの推移").drawn, /Load \(kWh\)の推移/);
});

Deno.test("the outlines of several distributions stand on the floor at both ends", () => {
  const data = csv("team,w", rows.map((k) => [`t${k % 3}`, k % 3 === 0 ? 30 + k % 8 : k % 40]));
  const { drawn } = made(data, "overlay the distributions of w by team");
  const lines = [...drawn.matchAll(/"values":(\[[^\]]*\])\},"mark":\{"type":"line"/g)];
  const ends = lines.map(([, values = ""]) => {
    const heights = [...values.matchAll(/"y":([\d.]+)/g)].map(([, y]) => y);
    return [heights[0], heights.at(-1)];
  });
  assert.deepEqual(ends, [["0", "0"], ["0", "0"], ["0", "0"]]);
});

Deno.test("the name of a level line stands where no data is", () => {
  // The course begins at its mean and leaves it at once, so that the left end is taken.
  const values = daysFrom("2024-01-01", 60).map((
    day,
    k,
  ) => [day, k < 20 ? 50 + (k % 2) * 4 - 2 : k < 40 ? 90 : 10]);
  const { drawn } = made(csv("day,load", values), "load over time with mean line");
  const [, x] = /"x":([\d.]+)[^{}]*"text":"Mean [\d.]+"/.exec(drawn) ?? [];
  assert.ok(Number(x) > 200, `it stands at ${x}`);
});
