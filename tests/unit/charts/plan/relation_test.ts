/** Two numbers of which the sentence says no more: a relation of unlike ones, a comparison of like ones. */

import assert from "node:assert/strict";
import { made } from "../made.ts";
import { csv } from "../tables.ts";

const rows = Array.from({ length: 48 }, (_, k) => [
  ["A", "B", "C"][k % 3],
  52_000 + (k * 3701) % 30_000,
  (k * 7) % 25,
  150 + (k * 11) % 40,
  48 + (k * 13) % 40,
  (k * 17) % 100,
  (k * 19) % 100,
  900 + (k * 101) % 800,
  700 + (k * 131) % 900,
]);
const english = csv(
  "unit,pay_usd,years_employed,height,weight,physics,history,planned_cost,actual_cost",
  rows,
);
const japanese = csv("課,年収,年齢,身長,体重,物理,歴史,予算,実績", rows);

const isTold = (data: string, query: string) => {
  const { metadata, summary } = made(data, query);
  return metadata["fallback_applied"] === true && /relation between|相関/.test(summary);
};

Deno.test("unlike numbers against each other are a relation, which is said to be missing", () => {
  for (
    const query of [
      "pay vs years employed",
      "height versus weight",
      "pay against height",
      "height and weight",
    ]
  ) {
    assert.ok(isTold(english, query), query);
  }
  for (const query of ["年齢と年収", "身長 vs 体重", "年収対年齢"]) assert.ok(isTold(japanese, query), query);
});

Deno.test("like numbers, and those that groups are told of, are compared", () => {
  const compared = [
    "physics vs history",
    "planned cost vs actual cost",
    "planned cost against actual cost",
    "pay vs years employed by unit",
    "average height and weight",
  ];
  for (const query of compared) assert.ok(!isTold(english, query), query);
  for (const query of ["物理と歴史", "予算対実績", "課別の身長と体重", "予算と実績を比べる"]) {
    assert.ok(!isTold(japanese, query), query);
  }
});
