/** Changes that a column holds are measured, and others are courses. */

import assert from "node:assert/strict";
import { made } from "../made.ts";
import { csv, monthsFrom } from "../tables.ts";

const rows = monthsFrom(2023, 24).map((month, k) => [month, ["A", "B"][k % 2], k % 7, 40 + k]);
const told = (data: string, query: string) => {
  const { pattern_id: pattern, fallback_applied: fallback } = made(data, query).metadata;
  return `${pattern}${fallback === true ? " instead" : ""}`;
};

Deno.test("a change that a column holds asks for no course", () => {
  const trial = csv(
    "arm,glucose_reduction,pain_change",
    rows.map(([, arm, value, more]) => [arm, value, more]),
  );
  assert.equal(told(trial, "armごとの血糖低下量を比較"), "P02");
  assert.equal(told(trial, "change by arm"), "P02");
  assert.equal(told(trial, "armごとの血糖低下量の推移"), "P02 instead");
  const named = csv("群,腫瘍縮小率", rows.map(([, arm, value]) => [arm, value]));
  assert.equal(told(named, "群別の縮小率の分布"), "P23");
});

Deno.test("a change of what a column holds is a course, and loud where there is no time", () => {
  const sales = csv("月,店,売上", rows.map(([month, shop, , value]) => [month, shop, value]));
  assert.equal(told(sales, "店別の売上の増加額"), "P12");
  const bare = csv("店,売上", rows.map(([, shop, , value]) => [shop, value]));
  assert.equal(told(bare, "店別の売上の伸び率"), "P02 instead");
  const held = csv("month,arm,weight_loss", rows);
  assert.equal(told(held, "how did the weight loss change?"), "P01");
});
