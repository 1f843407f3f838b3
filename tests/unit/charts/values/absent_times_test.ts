/** Times without rows: lines break where a rhythm is broken, and counts are zero. */

import assert from "node:assert/strict";
import { makeChart } from "../../../../src/charts/make_chart.ts";
import { isRecord, type JsonRecord } from "../../../../src/base/json.ts";
import { requestOf } from "../examples.ts";

function made(data: string, query: string, options: Parameters<typeof requestOf>[1] = {}) {
  const measure = (text: string, size: number) => text.length * size * 0.6;
  return makeChart(requestOf({ data, query }, options), { measure });
}

/** The points of all lines. */
function* pointsOf(value: unknown): Generator<JsonRecord> {
  if (Array.isArray(value)) { for (const item of value) yield* pointsOf(item); }
  else if (isRecord(value)) {
    if (["x", "y", "series", "order"].every((field) => field in value)) yield value;
    for (const inner of Object.values(value)) yield* pointsOf(inner);
  }
}

const hour = 3_600_000;

function hourly(hours: readonly number[]): string {
  const rows = hours.map((k) => `${new Date(Date.UTC(2024, 0, 1) + k * hour).toISOString()},${k % 9}`);
  return ["at,v", ...rows].join("\n");
}

function daily(days: readonly number[]): string {
  const rows = days.map((k) => `${new Date(Date.UTC(2024, 0, 1 + k)).toISOString().slice(0, 10)},${k % 9}`);
  return ["date,v", ...rows].join("\n");
}

const upTo = (count: number) => Array.from({ length: count }, (_, k) => k);
const breaksOf = (spec: unknown) => [...pointsOf(spec)].filter(({ y }) => y === null).length;

Deno.test("a line is broken where a stretch of rows is missing, and that is said", () => {
  const { spec, metadata } = made(daily(upTo(30).filter((k) => k < 9 || k > 19)), "v trend");
  assert.equal(breaksOf(spec), 1);
  assert.deepEqual(metadata.warnings, [
    '"v" lacks 11 values (Jan 10, 2024, Jan 11, 2024 and 9 more): lines are broken there',
  ]);
  const months = "月,v\n2024-01,1\n2024-02,2\n2024-03,2\n2024-07,4\n2024-08,4";
  assert.deepEqual(made(months, "vの推移").metadata.warnings, [
    '"v"の値が3個ありません（2024年4月、2024年5月、2024年6月）。線はそこで途切れます',
  ]);
  const ends = "date,v\n2024-01-31,1\n2024-02-29,2\n2024-03-31,2\n2024-07-31,4\n2024-08-31,4\n2024-09-30,3";
  assert.equal(breaksOf(made(ends, "v trend").spec), 1, "ends of months");
});

Deno.test("a series that lacks rows where others have them is broken alone", () => {
  const rows = upTo(120).flatMap((k) =>
    ["a", "b"].flatMap((name) =>
      name === "b" && k > 40 && k < 71
        ? []
        : [`${new Date(Date.UTC(2024, 0, 1) + k * hour).toISOString()},${name},${k % 9}`]
    )
  );
  // The other panel shows the line too, in grey.
  for (const [pattern, breaks] of [["P12", 1], ["P31", 2]] as const) {
    const { spec, metadata } = made(["at,s,v", ...rows].join("\n"), "v over time by s", { pattern });
    assert.equal(breaksOf(spec), breaks, pattern);
    assert.match(metadata.warnings.join(), /lacks 30 values/);
  }
});

Deno.test("weekends, nights and times that are left out are no gaps", () => {
  const whole = [
    daily(upTo(12).filter((k) => k % 7 < 5)),
    daily(upTo(70).filter((k) => k % 7 < 5)),
    hourly(upTo(240).filter((k) => k % 24 >= 9 && k % 24 < 18)),
    daily([0, 1, 5, 9, 11, 20, 34]),
  ];
  for (const data of whole) assert.deepEqual(made(data, "v trend").metadata.warnings, []);
  const years = upTo(36).map((k) =>
    `${2022 + Math.floor(k / 12)}-${String(k % 12 + 1).padStart(2, "0")},${k}`
  );
  const { metadata } = made(["month,v", ...years].join("\n"), "v trend without 2023");
  assert.deepEqual(metadata.warnings, ['rows from 2023 are left out (column "month")']);
});

Deno.test("a time without rows counts zero", () => {
  const visits =
    "date,page\n2024-01-01,a\n2024-01-01,b\n2024-01-02,a\n2024-01-04,c\n2024-01-09,c\n2024-01-13,c";
  const { spec, summary } = made(visits, "number of visits per day");
  assert.equal([...pointsOf(spec)].length, 13);
  assert.match(summary, /the lowest 0 \(Jan 3, 2024 and 7 more times\)/);
});
