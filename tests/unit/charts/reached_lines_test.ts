/** What summaries say of lines: how many reach them, which, and when. */

import assert from "node:assert/strict";
import { made } from "./made.ts";
import { csv, monthsFrom, wave } from "./tables.ts";

const agents = csv("agent,deals", [["Ida", 140], ["Max", 95], ["Ole", 120], ["Pia", 119.9], ["Udo", 60]]);
const agentsJa = agents.replace("agent,deals", "担当,成約");

/** What is told of the lines. */
function linesIn(data: string, query: string): string {
  return /(?:[Rr]eference lines|補助線)(?:: |は)(.*?)(?:\.|(?:です|）)?。)$/.exec(made(data, query).summary)
    ?.[1] ?? "";
}

Deno.test("of bars the summary says how many reach a line, and which", () => {
  const cases: readonly (readonly [string, string, string])[] = [
    [agents, "Which agents are above the 120 quota?", "Target 120 (2 of 5 at or above: Ida and Ole)"],
    [
      agents,
      "deals by agent, target 120, who is below?",
      "Target 120 (2 of 5 at or above; below: Pia, Max and Udo)",
    ],
    [agents, "deals by agent, goal 50", "Target 50 (all 5 at or above)"],
    [agents, "deals by agent, goal 500", "Target 500 (none of 5 at or above)"],
    [
      agents,
      "deals by agent against the sector average of 100",
      "Sector average 100 (3 of 5 at or above: Ida, Ole and Pia)",
    ],
    [
      agents,
      "deals by agent with an upper limit of 130 and a lower limit of 70",
      "Upper limit 130 (1 of 5 above: Ida), Lower limit 70 (1 of 5 below: Udo)",
    ],
    [
      agents,
      "which agents are above the overall average deals?",
      "Mean 106.98 (3 of 5 at or above: Ida, Ole and Pia)",
    ],
    [agentsJa, "目標120を達成した担当は？", "目標 120（以上は5個中2個: Ida、Ole"],
    [agentsJa, "担当別の成約、目標120に届かないのは？", "目標 120（以上は5個中2個、未満はPia、Max、Udo"],
    [agentsJa, "担当別の成約、目標500", "目標 500（以上は5個中0個"],
    [agentsJa, "担当別の成約、上限130", "上限 130（超過は5個中1個: Ida"],
  ];
  for (const [data, query, text] of cases) assert.equal(linesIn(data, query), text, query);
});

Deno.test("of many bars the fewer are named, and those that are shown are counted", () => {
  const many = csv(
    "shop,sales",
    Array.from({ length: 12 }, (_, k) => [`Shop ${"ABCDEFGHIJKL"[k]}x`, 10 + k]),
  );
  assert.match(linesIn(many, "sales by shop, target 12"), /10 of 12 at or above; below: .*Bx.*Ax\)$/);
  assert.match(linesIn(many, "sales by shop, target 16"), /6 of 12 at or above: .*Hx and 1 more\)$/);
  const more = csv("shop,sales", Array.from({ length: 90 }, (_, k) => [`Shop ${k}x`, 10 + k]));
  assert.match(linesIn(more, "sales by shop, target 96"), /4 of the \d+ shown at or above/);
});

Deno.test("over time the summary says how often a line is reached, first and last", () => {
  const single = csv("month,deals", monthsFrom(2024, 12).map((month, k) => [month, 80 + k * 5]));
  const cases: readonly (readonly [string, string, string])[] = [
    [
      single,
      "deals over time, target 100",
      "Target 100 (8 of 12 months at or above, first May 2024, last Dec 2024)",
    ],
    [single, "deals over time, target 135", "Target 135 (1 of 12 months at or above: Dec 2024)"],
    [single, "deals over time, target 900", "Target 900 (none of 12 months at or above)"],
    [single, "deals over time, target 9", "Target 9 (all 12 months at or above)"],
    [
      single.replace("deals", "成約"),
      "成約の推移、目標100",
      "目標 100（以上は12か月中8か月、最初は2024年5月、最後は2024年12月",
    ],
  ];
  for (const [data, query, text] of cases) assert.equal(linesIn(data, query), text, query);
  const several = csv(
    "month,team,deals",
    monthsFrom(2024, 12).flatMap((month, k) => [[month, "Red", 80 + k * 5], [month, "Blue", 60]]),
  );
  assert.equal(
    linesIn(several, "deals over time by team, target 100"),
    "Target 100 (months at or above: Red 8 of 12, Blue 0 of 12)",
  );
  assert.match(
    linesIn(several, "teamごとのdealsの推移、目標100"),
    /目標 100（以上の月: Red 8\/12、Blue 0\/12/,
  );
});

Deno.test("of distributions the summary says how many values reach a line, of boxes how many medians", () => {
  const waits = csv("wait", Array.from({ length: 200 }, (_, k) => [Math.round(40 + 15 * wave(k))]));
  assert.match(
    linesIn(waits, "distribution of wait, limit 50"),
    /Threshold 50 \(\d+ of 200 at or above, \d+%\)/,
  );
  const wards = csv(
    "ward,wait",
    ["East", "West", "Mid"].flatMap((ward, k) =>
      Array.from({ length: 9 }, (_, at) => [ward, 20 * (k + 1) + at])
    ),
  );
  assert.equal(
    linesIn(wards, "boxplot of wait by ward, threshold 40"),
    "Threshold 40 (2 of 3 medians at or above: Mid and West)",
  );
  assert.match(
    linesIn(wards, "wardごとのwaitの箱ひげ図、40に線"),
    /しきい値 40（中央値で以上は3個中2個: Mid、West/,
  );
});

Deno.test("a target that is to be reached and has no number is said to lack it", () => {
  for (const query of ["目標を達成した担当は？", "担当別の成約、目標未達は誰？"]) {
    assert.match(made(agentsJa, query).metadata.warnings.join(), /目標線の値が文にない/, query);
  }
  for (const query of ["which agents met the target?", "which agents are over budget?"]) {
    assert.match(made(agents, query).metadata.warnings.join(), /target line is left out/, query);
  }
  const rates = csv("月,目標達成率", monthsFrom(2024, 6).map((month, k) => [month, 0.8 + k / 50]));
  assert.deepEqual(made(rates, "目標達成率の推移").metadata.warnings, []);
});

Deno.test("a condition at the number of a line is shown by it", () => {
  const asked = made(agents, "deals by agent with a line at 100, which are above 100?");
  assert.deepEqual(asked.metadata.warnings, []);
  assert.match(asked.summary, /Threshold 100 \(3 of 5 at or above/);
});
