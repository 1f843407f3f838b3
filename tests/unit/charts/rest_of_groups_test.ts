/** What becomes of groups that are too many: all are drawn where they fit, and the name of the rest says what it is. */

import assert from "node:assert/strict";
import { type MadeChart, makeChart } from "../../../src/charts/make_chart.ts";
import { requestOf } from "./examples.ts";
import { made } from "./made.ts";
import { csv } from "./tables.ts";

function textsOf({ spec }: MadeChart): string[] {
  return [...JSON.stringify(spec).matchAll(/"text":"([^"]*)"/g)].map(([, text]) => text ?? "");
}

function small(data: string, query: string): MadeChart {
  return makeChart(requestOf({ data, query }, { width: 600, height: 400 }), {
    measure: (text, size) => text.length * size * 0.6,
  });
}

const groups = (count: number, value: (index: number) => number) =>
  csv("branch,profit", Array.from({ length: count }, (_, index) => [`B${index}x`, value(index)]));

Deno.test("as many lying bars as fit on the page are all drawn", () => {
  for (const count of [17, 25, 34]) {
    const chart = made(groups(count, (index) => 900 - index), "compare profit by branch");
    const texts = textsOf(chart);
    assert.ok(texts.includes(`B${count - 1}x`), `${count}`);
    assert.ok(!texts.some((text) => text.startsWith("Other")), `${count}`);
    assert.doesNotMatch(chart.summary, /of those shown/);
  }
});

Deno.test("bars that do not fit end with the sum of the rest, which its name and the summary tell", () => {
  const chart = small(groups(30, (index) => Math.round(900 / (1 + index))), "compare profit by branch");
  assert.ok(textsOf(chart).includes("Other (15, sum)"));
  assert.match(chart.summary, /The rest is put together as "Other \(15, sum\)": \d+\./);
  const japanese = small(
    csv(
      "支店,費用",
      Array.from({ length: 30 }, (_, index) => [`${index}号店`, Math.round(900 / (1 + index))]),
    ),
    "支店ごとの費用を比べる",
  );
  assert.ok(textsOf(japanese).includes("その他15件の合計"));
  assert.match(japanese.summary, /残りは「その他15件の合計」（\d+）にまとめました。/);
});

Deno.test("the rest of averages is called an average", () => {
  const rows = Array.from({ length: 60 }, (_, index) => [`B${index % 30}x`, 50 + index % 30]);
  assert.ok(textsOf(small(csv("branch,age", rows), "average age by branch")).includes("Other (15, average)"));
});

Deno.test("the rest has no bar where it would be the longest, and is told instead", () => {
  const chart = small(groups(20, (index) => 900 - index), "compare profit by branch");
  assert.ok(!textsOf(chart).some((text) => text.startsWith("Other (")));
  assert.match(chart.summary, /the remaining 5 together have [\d,]+ and are not drawn/);
});

Deno.test("of more bars than fit both ends are drawn where some are below zero", () => {
  const chart = small(groups(41, (index) => 10 * (index - 20)), "compare profit by branch");
  const texts = textsOf(chart);
  for (const name of ["B40x", "B33x", "B7x", "B0x"]) assert.ok(texts.includes(name), name);
  for (const name of ["B32x", "B8x"]) assert.ok(!texts.includes(name), name);
  assert.ok(texts.includes("Top 8 and bottom 8 of 41"));
  assert.match(chart.summary, /B40x has the highest profit with 200 and B0x the lowest with −200\./);
  assert.match(chart.summary, /The 25 between them are not drawn\./);
});

Deno.test("lines of the rest are averaged where their sum would be above all others, and the name says so", () => {
  const rows = Array.from({ length: 60 }, (_, index) => [
    `2024-${String(index % 5 + 1).padStart(2, "0")}`,
    `商品${Math.floor(index / 5)}番`,
    500 - 10 * Math.floor(index / 5),
  ]);
  const chart = made(csv("月,商品,販売数", rows), "商品ごとの販売数の推移");
  assert.ok(textsOf(chart).includes("その他5件の平均"));
  assert.match(chart.summary, /12系列のうち上位7系列を示し、残りは「その他5件の平均」です。/);
});
