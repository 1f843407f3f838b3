/** What a moving average takes together. */

import assert from "node:assert/strict";
import { made } from "../made.ts";
import { csv, daysFrom, monthsFrom } from "../tables.ts";

function labelOf(times: readonly string[], query = "load over time with a moving average"): string {
  const { summary, metadata } = made(csv("at,load", times.map((at, k) => [at, k % 7])), query);
  assert.deepEqual(metadata.warnings, [], query);
  return /(?:[Rr]eference lines|補助線)(?:: |は)(.*?)(?:\.|(?:です|）)?。)$/.exec(summary)?.[1] ?? summary;
}

const quarters = Array.from({ length: 16 }, (_, k) => `${2020 + Math.floor(k / 4)}Q${k % 4 + 1}`);
const weeks = daysFrom("2024-01-01", 280).filter((_, k) => k % 7 === 0);
const hours = Array.from({ length: 96 }, (_, k) => new Date(Date.UTC(2024, 0, 1, k)).toISOString());

Deno.test("a moving average takes together what its times go round in", () => {
  assert.equal(labelOf(monthsFrom(2021, 48)), "3-point moving average");
  assert.equal(labelOf(daysFrom("2024-01-01", 120)), "7-point moving average");
  assert.equal(labelOf(weeks), "4-point moving average");
  assert.equal(labelOf(quarters), "4-point moving average");
  assert.equal(labelOf(hours), "24-point moving average");
  assert.equal(labelOf(Array.from({ length: 30 }, (_, k) => `${1990 + k}-01-01`)), "3-point moving average");
  // Of few points less, so that some of it is seen.
  assert.equal(labelOf(daysFrom("2024-01-01", 10)), "3-point moving average");
  assert.equal(labelOf(monthsFrom(2024, 24), "loadの推移と移動平均"), "移動平均（3点）");
});

/** The points of the moving average, as the chart has them. */
function averages(data: string, query: string): number[] {
  const text = JSON.stringify(made(data, query).spec);
  const dashed = text.slice(0, text.indexOf('"strokeDash":[7,4]'));
  const points = dashed.slice(dashed.lastIndexOf('"values":['));
  return [...points.matchAll(/"y":(-?[\d.]+)/g)].map(([, y]) => Number(y));
}

Deno.test("where days are missing, a moving average of so long a time is of that time", () => {
  const present = daysFrom("2024-01-01", 200).filter((_, k) => k % 5 !== 3 && k % 11 !== 6);
  assert.equal(labelOf(present, "load over time, 3-month moving average"), "3-month moving average");
  assert.equal(labelOf(present, "loadの3か月移動平均"), "移動平均（3か月）");
  assert.equal(labelOf(present, "load over time, 20-point moving average"), "20-point moving average");
  assert.equal(labelOf(daysFrom("2024-01-01", 200), "loadの3か月移動平均"), "移動平均（91点）");
  // On the tenth, the four days before it that there are and itself.
  const days = ["01", "02", "03", "04", "05", "08", "09", "10"].map((day) => `2024-05-${day}`);
  const loads = csv("at,load", days.map((at, k) => [at, 2 ** k]));
  const last = averages(loads, "load over time, 7-day moving average").at(-1);
  assert.ok(Math.abs((last ?? NaN) - (8 + 16 + 32 + 64 + 128) / 5) < 1e-6, String(last));
});

Deno.test("days of what is measured on working days alone are such days", () => {
  const working = daysFrom("2024-01-01", 140).filter((day) => new Date(day).getUTCDay() % 6 !== 0);
  assert.equal(labelOf(working, "load over time, 20-day moving average"), "20-point moving average");
});
