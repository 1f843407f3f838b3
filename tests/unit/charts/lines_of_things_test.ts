/** Lines whose number is told with what it counts, and lines that go by other names. */

import assert from "node:assert/strict";
import { made } from "./made.ts";
import { csv, daysFrom } from "./tables.ts";

const waits = csv(
  "ward,wait_minutes",
  Array.from({ length: 60 }, (_, k) => [["A1", "B2", "C3"][k % 3], 10 + (k * 17) % 60]),
);
const output = csv("day,output_mwh", daysFrom("2024-01-01", 60).map((day, k) => [day, 300 + (k * 13) % 70]));
const scores = csv(
  "組,点数",
  Array.from({ length: 60 }, (_, k) => [["1組", "2組"][k % 2], 40 + (k * 17) % 55]),
);

function lines(data: string, query: string): string {
  return /(?:[Rr]eference lines|補助線)(?:: |は)(.*)/.exec(made(data, query).summary)?.[1] ?? "";
}

Deno.test("what the number of a line counts may stand before its name", () => {
  const cases: readonly (readonly [string, string, RegExp])[] = [
    [waits, "average wait by ward with a 30 minute target", /^Target 30\b/],
    [waits, "average wait by ward, 45 min threshold", /^Threshold 45\b/],
    [waits, "wait distribution, mark 50 minutes as the target", /^Target 50\b/],
    [output, "output over time with a 350 MWh target line", /^Target 350\b/],
    [output, "output over time with a 320 reference line", /^Threshold 320\b/],
    [output, "出力の推移、350MWhに基準線", /^しきい値 350/],
  ];
  for (const [data, query, expected] of cases) assert.match(lines(data, query), expected, query);
});

Deno.test("years, steps of time and ranks before the name of a line are no numbers of it", () => {
  for (const query of ["output over time, 2024 output target", "average wait by ward, 12 month plan"]) {
    assert.doesNotMatch(lines(query.startsWith("output") ? output : waits, query), /2,?024|12/, query);
  }
});

Deno.test("a guide, a mean of points and a sum of a month are lines", () => {
  assert.match(lines(scores, "組別の点数のばらつき、目安は70点"), /^しきい値 70/);
  assert.match(lines(scores, "点数の分布。平均点の線も引いて"), /^平均 /);
  assert.match(lines(output, "出力の推移、目標は月330"), /^目標 330/);
});

Deno.test("a moving average takes so many of whatever is counted", () => {
  const matches = csv("試合日,得点", daysFrom("2024-01-01", 40).map((day, k) => [day, k * 7 % 30]));
  assert.match(lines(matches, "得点の推移、5試合移動平均"), /移動平均（5点）/);
  assert.match(lines(matches, "得点の推移に25日線"), /移動平均（25点）/);
});
