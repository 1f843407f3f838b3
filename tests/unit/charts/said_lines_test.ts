/** Lines at a number that the sentence gives: how the number may be written, and how the line may be asked for. */

import assert from "node:assert/strict";
import { auxiliaryOf } from "../../../src/charts/auxiliary_rules.ts";
import { makeChart } from "../../../src/charts/make_chart.ts";
import { requestOf } from "./examples.ts";
import { csv } from "./tables.ts";

function made(data: string, query: string) {
  return makeChart(requestOf({ data, query }), { measure: (text, size) => text.length * size * 0.6 });
}

function valueIn(query: string): number | undefined {
  return auxiliaryOf(query).find(({ kind }) => kind === "target_line" || kind === "threshold")?.value;
}

Deno.test("the number of a line is read with its scale, however it is written", () => {
  const cases: readonly (readonly [string, number])[] = [
    ["revenue by shop, target 30 million", 30_000_000],
    ["revenue by shop with a target of about 1.5 billion yen", 1_500_000_000],
    ["goal: 12mn", 12_000_000],
    ["budget is $4bn", 4_000_000_000],
    ["a 7 thousand dollar threshold", 7000],
    ["threshold 3 thousand", 3000],
    ["target: 2.5e6", 2_500_000],
    ["target 80k", 80_000],
    ["a $55M target", 55_000_000],
    ["limit 1,250.5", 1250.5],
    ["target -3", -3],
    ["目標7千万", 70_000_000],
    ["しきい値1.2千万円", 12_000_000],
    ["上限は8百万", 8_000_000],
    ["目標３，０００万円", 30_000_000],
    ["目標は1億2,000万円", 120_000_000],
    ["目標3万5千", 35_000],
    ["目標二億五千万", 250_000_000],
    ["基準線は三百二十", 320],
    ["六百万円を目標に", 6_000_000],
    ["目標0.5億", 50_000_000],
  ];
  for (const [query, value] of cases) assert.equal(valueIn(query), value, query);
});

Deno.test("characters for numbers that are part of a word are no number of a line", () => {
  for (const query of ["目標一覧", "目標千葉店", "目標五十嵐さん", "目標三重県"]) {
    assert.equal(valueIn(query), undefined, query);
  }
});

Deno.test("a letter behind a number is a million or metres, whichever the data is nearer to", () => {
  const towers = "tower,height_m\na,40\nb,60\nc,80";
  assert.match(made(towers, "height by tower, target 50m").summary, /Target 50\./);
  const shops = csv("shop,revenue", [["a", 31_000_000], ["b", 62_000_000]]);
  assert.match(made(shops, "revenue by shop, target 50m").summary, /Target 50,000,000\./);
});
