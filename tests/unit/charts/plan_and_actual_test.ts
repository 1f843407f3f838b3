/** Whether a budget or a target is met is seen where both numbers are shown. */

import assert from "node:assert/strict";
import { made } from "./made.ts";
import { csv } from "./tables.ts";

const japanese = csv("部門,予算,実績", [["製造", 40, 45], ["販売", 30, 28], ["物流", 20, 22], [
  "広報",
  9,
  8,
]]);
const english = csv("team,budget,actual", [["Ops", 40, 45], ["Sales", 30, 28], ["Legal", 20, 22], [
  "Press",
  9,
  8,
]]);
const reps = csv("rep,sales,target", [["Ann", 90, 100], ["Bob", 120, 100], ["Cy", 70, 80]]);

Deno.test("a budget and what was spent stand side by side where one is held against the other", () => {
  const cases: readonly (readonly [string, string, RegExp])[] = [
    [japanese, "予算オーバーの部門はどれ？", /^実績が予算を上回るのは製造、物流です（4件中2件）。/],
    [japanese, "予算を超えた部門", /^実績が予算を上回るのは製造、物流です/],
    [english, "which teams are over budget?", /^actual is above budget in 2 of 4: Ops, Legal\./],
    [english, "teams that exceeded their budget", /^actual is above budget in 2 of 4/],
    [reps, "which reps missed their target?", /^sales is above target in 1 of 3: Bob\./],
    [reps, "目標未達のrepは？", /^salesがtargetを上回るのはBobです/],
  ];
  for (const [data, query, summary] of cases) {
    const chart = made(data, query);
    assert.equal(chart.metadata["pattern_id"], "P02", query);
    assert.match(JSON.stringify(chart.metadata["mapping"]), /"color":/, query);
    assert.match(chart.summary, summary, query);
  }
});

Deno.test("a budget alone, or what was spent alone, is shown alone", () => {
  assert.deepEqual(made(english, "budget by team").metadata["mapping"], { x: "team", y: "budget" });
  assert.deepEqual(made(japanese, "部門別の実績").metadata["mapping"], { x: "部門", y: "実績" });
});
