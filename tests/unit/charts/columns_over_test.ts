/** Distributions of several columns that a sentence names are all shown. */

import assert from "node:assert/strict";
import { made } from "./made.ts";
import { csv } from "./tables.ts";

const counted = Array.from({ length: 80 }, (_, i) => i);
const marks = (
  i: number,
) => [30 + i * 7 % 60, 35 + i * 11 % 60, 40 + i * 13 % 55, 32 + i * 17 % 60, 38 + i * 3 % 60];
const japanese = csv(
  "組,性別,国語,数学,理科",
  counted.map((i) => [`${i % 3 + 1}組`, "男女"[i % 2], ...marks(i).slice(0, 3)]),
);
const english = csv(
  "class,maths,english,science,art,music",
  counted.map((i) => ["ABC"[i % 3], ...marks(i)]),
);

function shown(data: string, query: string) {
  const { metadata, summary } = made(data, query);
  return {
    pattern: metadata["pattern_id"],
    mapping: metadata["mapping"],
    warnings: metadata.warnings,
    summary,
  };
}

Deno.test("distributions of several columns that are named lie over each other, or are boxes", () => {
  const cases: readonly (readonly [string, string, string, RegExp])[] = [
    [japanese, "国語と理科の分布を重ねて", "P23", /2区分/],
    [japanese, "国語・数学・理科の点数のヒストグラム", "P23", /3区分/],
    [japanese, "数学と理科のばらつき", "P32", /2区分/],
    [japanese, "3教科の点数の分布", "P23", /3区分/],
    [japanese, "全教科の点数を箱ひげ図で", "P32", /3区分/],
    [english, "histograms of maths and art", "P23", /2 parts/],
    [english, "box plots of maths, english and science", "P32", /3 parts/],
    [english, "distribution of maths, english, science, art and music", "P32", /5 parts/],
    [english, "score distributions of all subjects", "P32", /5 parts/],
  ];
  for (const [data, query, pattern, parts] of cases) {
    const chart = shown(data, query);
    assert.equal(chart.pattern, pattern, query);
    assert.match(chart.summary, parts, query);
    assert.deepEqual(chart.warnings, [], query);
  }
});

Deno.test("one column by groups, and columns of different things, are no columns over each other", () => {
  assert.deepEqual(shown(japanese, "組別の数学の分布").mapping, { x: "数学", y: "count", color: "組" });
  const goods = csv("price,quantity", counted.map((i) => [1000 + i * 900, 1 + i % 9]));
  const { pattern, warnings } = shown(goods, "histograms of price and quantity");
  assert.equal(pattern, "P03");
  assert.match(warnings.join(), /"quantity"/);
});

Deno.test("what a sentence calls scores is averaged, whatever the columns are called", () => {
  assert.match(shown(english, "compare maths and english scores").summary, /scores \(average\)/);
});
