/** What is written in and beside a picture is called as the sentence and the data call it. */

import assert from "node:assert/strict";
import { makeChart } from "../../../../src/charts/make_chart.ts";
import { addTimeAxis } from "../../../../src/charts/draw/sheet/axes.ts";
import { makePage } from "../../../../src/charts/draw/sheet/page.ts";
import type { Panel } from "../../../../src/charts/draw/sheet/sheet.ts";
import { requestOf } from "../examples.ts";
import { csv } from "../tables.ts";

const size = 0.9;

function made(data: string, query: string) {
  return makeChart(requestOf({ data, query }), { measure: (text, px) => text.length * px * size });
}

const pupils = csv(
  "氏名,国語,数学,英語",
  Array.from({ length: 40 }, (_, i) => [`生徒${i}`, 40 + i * 7 % 50, 30 + i * 11 % 60, 50 + i % 30]),
);

Deno.test("columns side by side are called as the sentence calls them", () => {
  const cases: readonly (readonly [string, string, Readonly<Record<string, string>>])[] = [
    [pupils, "教科別の得点のばらつきを箱ひげ図で", { x: "教科", y: "得点" }],
    [pupils, "教科ごとの平均点を比較", { x: "教科", y: "点数" }],
    [pupils.replace("国語,数学,英語", "art,maths,music"), "compare scores by subject", {
      x: "subject",
      y: "scores",
    }],
  ];
  for (const [data, query, mapping] of cases) {
    assert.deepEqual(made(data, query).metadata["mapping"], mapping, query);
  }
});

const years = Array.from({ length: 14 }, (_, k) => 2011 + k);
const rates = csv(
  "年度,市,高齢化率(%)",
  years.flatMap((year, i) =>
    ["海市", "山市", "里町", "原町", "森村"].map((name, k) => [year, name, 20 + i + k])
  ),
);

Deno.test("years that are put together are those that the data has", () => {
  const { summary } = made(rates, "高齢化率の分布は年度とともにどう変わった？");
  assert.match(summary, /7区分/);
  assert.match(summary, /2011〜2012年度/);
  assert.doesNotMatch(summary, /2010|2025/);
  const english = csv("year,rate", years.flatMap((year, i) => [[year, i + 1], [year, i + 2]]));
  assert.doesNotMatch(
    made(english, "how did the distribution of rate change over the years?").summary,
    /2010|2025/,
  );
});

Deno.test("counts are called so once", () => {
  const rows = Array.from({ length: 60 }, (_, i) => ["ab"[i % 2], ["x", "y", "z"][i % 3], i]);
  const { spec } = made(csv("kind,place,age", rows), "number of rows by kind and place");
  assert.equal(JSON.stringify(spec).match(/"count"/gi)?.length ?? 0, 1);
});

Deno.test("the last name below a panel at the right edge stays on the page", () => {
  const page = makePage({
    width: 400,
    height: 300,
    language: "ja",
    measure: (text, px) => text.length * px,
    remark: "",
  });
  const panel: Panel = { left: 100, top: 0, width: 290, height: 200, x: [0, 1], y: [0, 1], layers: [] };
  const label = "2024年度";
  addTimeAxis(page, panel, { ticks: [{ time: 1, label, under: "" }], size: 20 });
  const x = Number(
    new RegExp(`"x":([\\d.]+)[^{}]*"text":"${label}"`).exec(JSON.stringify(panel.layers))?.[1],
  );
  assert.ok(panel.left + x + label.length * 20 / 2 <= page.width, `${x}`);
});
