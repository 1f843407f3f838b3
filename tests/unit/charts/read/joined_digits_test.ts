import assert from "node:assert/strict";
import { joinedDigits } from "../../../../src/charts/read/joined_digits.ts";
import { made } from "../made.ts";

Deno.test("thousands that stand apart are one number", () => {
  const cases = [
    ["goal 4 200", "goal 4200"],
    ["visits over 12 000 500", "visits over 12000500"],
    ["a line at 1\u202f800", "a line at 1800"],
    ["目標3\u2009600件", "目標3600件"],
    ["goal 7’500", "goal 7500"],
    ["しきい値12 500以上", "しきい値12500以上"],
  ] as const;
  for (const [query, joined] of cases) assert.equal(joinedDigits(query), joined);
});

Deno.test("numbers beside each other that are no thousands stay apart", () => {
  for (
    const query of [
      "top 3 100-day runs",
      "week 12 300 visits",
      "visits in 2023 500",
      "Q1 500 and Q2 600",
      "1 2 3",
      "10 25",
      "2024-01 100",
      "上位5 100人",
      "4 200.5.1",
    ]
  ) assert.equal(joinedDigits(query), query);
});

Deno.test("a target is found by its number with spaces, and owed where it has none", () => {
  const visits = "month,visits\n2024-01,3900\n2024-02,4400\n";
  assert.match(made(visits, "visits over time, goal 4 200").summary, /Target 4,200/);
  for (
    const query of [
      "visits over time with a goal",
      "trend of visits with our target and a mean line",
      "目標付きでvisitsの推移",
    ]
  ) assert.match(made(visits, query).metadata.warnings.join(), /gives no number|値が文にない/, query);
  for (const query of ["visits over time with a goal of 4000", "visits trend with target 4000"]) {
    assert.deepEqual(made(visits, query).metadata.warnings, [], query);
  }
  const both = "month,visits,target\n2024-01,3900,4000\n2024-02,4400,4000\n";
  assert.deepEqual(made(both, "visits over time with target").metadata.warnings, []);
});
