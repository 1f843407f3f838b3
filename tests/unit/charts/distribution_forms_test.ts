/** What is said of the form of a distribution. */

import assert from "node:assert/strict";
import { peaksOf } from "../../../src/charts/values/peaks.ts";
import { skewness } from "../../../src/charts/values/skewness.ts";
import { made } from "./made.ts";
import { csv } from "./tables.ts";

const range = (count: number) => Array.from({ length: count }, (_, k) => k);
const summaryOf = (values: readonly number[], query = "distribution of v") =>
  made(csv("v", values.map((value) => [value])), query).summary;

/** Values as a bell has them around a middle. */
const bell = (middle: number, width: number, count: number) =>
  range(count).map((k) => {
    const p = (k + 0.5) / count;
    return middle + width * Math.log(p / (1 - p)) / 1.8;
  });

Deno.test("the fullest bin is called that, and not most values", () => {
  assert.match(summaryOf(bell(50, 10, 400)), /The fullest bin is \d+ to \d+ \(\d+% of all\)\./);
  assert.match(summaryOf(bell(50, 10, 400), "vの分布"), /最も多い区間は\d+〜\d+（全体の\d+%）です。/);
  const ratings = range(100).map((k) => [5, 4, 4, 3, 2][k % 5] ?? 0);
  assert.match(summaryOf(ratings), /The most frequent value is 4 \(40% of all\)\./);
  assert.match(summaryOf(ratings, "vの分布"), /最も多い値は4（全体の40%）です。/);
});

Deno.test("a distribution leans as its skewness says", () => {
  assert.match(summaryOf(bell(50, 10, 400)), /roughly symmetric/);
  assert.match(summaryOf(range(400).map((k) => Math.exp(k / 120))), /tail towards large values is long/);
  const leaning = range(100).map((k) => k < 4 ? 1 : k < 10 ? 2 : k < 30 ? 3 : k < 65 ? 4 : 5);
  assert.ok(skewness(Float64Array.from(leaning)) < -0.5);
  assert.match(summaryOf(leaning), /tail towards small values is long/);
  assert.match(
    summaryOf([...bell(30_000, 4000, 400), 2_500_000]),
    /roughly symmetric/,
    "one value is no tail",
  );
});

Deno.test("two peaks are named where there is a clear valley between them", () => {
  const two = summaryOf([...bell(100, 8, 600), ...bell(190, 10, 300)]);
  assert.match(two, /It has two peaks, at \d+ to \d+ and 1[89]\d to \d+, with a valley between them\./);
  assert.doesNotMatch(two, /tail|symmetric/);
  assert.match(summaryOf([...bell(100, 8, 600), ...bell(190, 10, 300)], "vの分布"), /山が2つあり/);
  assert.deepEqual(peaksOf([90, 20, 5, 18, 70]), [0, 4]);
  assert.deepEqual(peaksOf([10, 40, 31, 38, 9]), [1], "a small dip is chance");
  assert.deepEqual(peaksOf([3, 1, 4, 0, 3]), [2], "few values have no form");
  assert.deepEqual(peaksOf([300, 100, 20, 0, 12, 3]), [0], "a few values at the side are no peak");
});

Deno.test("of values far outside the farthest is named", () => {
  assert.match(
    summaryOf([...bell(0, 1, 400), 12, 13, -30]),
    /\d values lie far outside \(the farthest is −30\)/,
  );
  assert.match(summaryOf([...bell(0, 1, 400), 12, -9, 31], "vの分布"), /最も遠いのは31/);
});

Deno.test("numbers that lie close have enough digits to be told apart", () => {
  const sizes = range(200).map((k) => [k % 2 === 0 ? "m1" : "m2", (49.985 + 0.037 * (k / 199)).toFixed(4)]);
  const { summary } = made(
    csv("machine,size", sizes),
    "overlay the distributions of size by machine, threshold 50.025",
  );
  assert.match(summary, /ranges from 49\.985 to 50\.022 /);
  assert.match(summary, /Threshold 50\.025/);
});
