/** Values that are not there: lines break, and labels stand where the lines end. */

import assert from "node:assert/strict";
import { makeChart } from "../../../src/charts/make_chart.ts";
import { gapsOf } from "../../../src/charts/values/line_gaps.ts";
import { isRecord, type JsonRecord } from "../../../src/base/json.ts";
import { requestOf } from "./examples.ts";

function made(data: string, query: string, options: Parameters<typeof requestOf>[1] = {}) {
  const measure = (text: string, size: number) => text.length * size * 0.6;
  return makeChart(requestOf({ data, query }, options), { measure });
}

/** All records of a specification that have these fields. */
function* recordsWith(value: unknown, ...fields: string[]): Generator<JsonRecord> {
  if (Array.isArray(value)) { for (const item of value) yield* recordsWith(item, ...fields); }
  else if (isRecord(value)) {
    if (fields.every((field) => field in value)) yield value;
    for (const inner of Object.values(value)) yield* recordsWith(inner, ...fields);
  }
}

const months = (values: readonly string[]) =>
  ["month,v", ...values.map((value, k) => `2024-0${k + 1},${value}`)].join("\n");

Deno.test("a line is broken where values are missing, and that is said", () => {
  for (const pattern of ["P01", "P31"]) {
    const holed = ["month,s,v", ..."3,5,,,9,".split(",").map((value, k) => `2024-0${k + 1},a,${value}`)];
    const { spec, metadata } = made(holed.join("\n"), "v over time", { pattern });
    const line = [...recordsWith(spec, "x", "y", "series", "order")].map(({ y }) => y);
    assert.deepEqual(line, [3, 5, null, 9], pattern);
    assert.deepEqual(metadata.warnings, [
      '"v" lacks 3 values (Mar 2024, Apr 2024 and Jun 2024): ' +
      "lines are broken at Mar 2024 and Apr 2024, there is no line at Jun 2024",
    ]);
  }
  assert.deepEqual(made(months(["3", "5", "6", "9"]), "v trend").metadata.warnings, []);
  assert.deepEqual(made(months(["3", "5", "6", ""]), "vの推移").metadata.warnings, [
    '"v"の値が1個ありません（2024年4月）',
  ]);
});

Deno.test("a value between gaps stays in sight", () => {
  const days = Array.from({ length: 60 }, (_, k) => {
    const date = new Date(Date.UTC(2024, 0, 1 + k)).toISOString().slice(0, 10);
    return `${date},${k === 29 || k === 31 ? "" : k}`;
  });
  const { spec } = made(["date,v", ...days].join("\n"), "v trend");
  const dots = [...recordsWith(spec, "x", "y", "series")].filter((point) => !("order" in point));
  assert.deepEqual(dots.map(({ y }) => y), [30]);
});

Deno.test("breaks are where a series lacks values, not where it is coarser than the others", () => {
  const gaps = (values: readonly number[]) => {
    const empty = values.flatMap((value, at) => Number.isNaN(value) ? [at] : []);
    return [...gapsOf(Float64Array.from(values), new Set(empty)).breaks];
  };
  assert.deepEqual(gaps([1, 2, NaN, NaN, 3, 4]), [2]);
  assert.deepEqual(gaps([1, NaN, NaN, 4, NaN, NaN, 7]), [], "quarters among months");
  assert.deepEqual(gaps([NaN, 1, NaN, NaN, 3, NaN]), [2]);
  const scattered = Array.from({ length: 60 }, (_, k) => (k * 7) % 11 < 5 ? k : NaN);
  assert.deepEqual(gaps(scattered), [], "more gap than line");
  assert.deepEqual([...gapsOf(Float64Array.of(1, 2, NaN, 3), new Set()).breaks], [], "times of other series");
});

Deno.test("the label of a line stands where the line ends", () => {
  const text = "month,s,v\n2024-01,early,3\n2024-02,early,50\n2024-01,b,1\n2024-02,b,2\n2024-03,b,3";
  const { spec } = made(text, "v trend by s");
  const places = new Map(
    [...recordsWith(spec, "text", "x", "y")].map((item) => [item["text"], Number(item["x"])]),
  );
  const [early = NaN, late = NaN] = [places.get("early"), places.get("b")];
  assert.ok(early > late * 0.4 && early < late * 0.7, `${early} of ${late}`);
  const single = made(months(["3", "5", "9", "", "", ""]), "v trend").spec;
  const label = [...recordsWith(single, "text", "x", "y")].find((item) =>
    item["text"] === "9" && item["y"] !== 0
  );
  assert.ok(Number(label?.["x"]) < 600, "not at the right edge");
});

/** The lines of a specification: the values of each, null where it is broken. */
function linesOf(spec: unknown) {
  const points = [...recordsWith(spec, "x", "y", "series", "order")];
  const lines = Map.groupBy(points, ({ series, color }) => `${series} ${color}`);
  return [...lines.values()].map((line) => line.map(({ y }) => y));
}

Deno.test("what is said of gaps is what each line does, also where some are broken and some joined", () => {
  const rows = [
    ..."1,2,,4,5,6".split(",").map((value, k) => `2024-0${k + 1},broken,${value}`),
    ..."1,,3,,5,".split(",").map((value, k) => `2024-0${k + 1},coarse,${value}`),
  ];
  for (const pattern of ["P12", "P31"]) {
    const { spec, metadata } = made(["month,s,v", ...rows].join("\n"), "v over time by s", { pattern });
    const lines = linesOf(spec);
    assert.ok(lines.some((line) => line.join() === "1,2,,4,5,6"), pattern);
    assert.ok(lines.some((line) => line.join() === "1,3,5"), pattern);
    assert.deepEqual(metadata.warnings, [
      '"v" lacks 4 values (Feb 2024, Mar 2024 and 2 more): lines are broken at Mar 2024, ' +
      "lines join the values around Feb 2024 and Apr 2024, there is no line at Jun 2024",
    ]);
  }
});

Deno.test("a moving average is broken where its line is, and takes only points of its own series", () => {
  const holed = made(months(["2", "4", "6", "", "", "9", "9", "9", "9"]), "v trend with a moving average");
  const [, average] = [
    ...Map.groupBy(
      [...recordsWith(holed.spec, "x", "y", "series", "order")],
      ({ color }) => color,
    ).values(),
  ].map((line) => line.map(({ y }) => y));
  // The first after the gap has one of three values only.
  assert.deepEqual(average, [4, null, 9, 9, 9]);
  const coarse = [
    ...Array.from({ length: 12 }, (_, k) => `2024-${String(k + 1).padStart(2, "0")},monthly,${k}`),
    ...["01", "04", "07", "10"].map((month, k) => `2024-${month},quarterly,${k * 30}`),
  ];
  const { spec } = made(["month,s,v", ...coarse].join("\n"), "v over time by s, 3-point moving average");
  assert.ok(
    linesOf(spec).some((line) => line.join() === "0,30,60,90,30,60"),
    "quarters, then their averages",
  );
});

Deno.test("a running total goes on where a value is missing, and that is said", () => {
  const { spec, metadata, summary } = made(months(["3", "5", "", "9"]), "cumulative v over time");
  assert.deepEqual(linesOf(spec), [[3, 8, 8, 17]]);
  assert.deepEqual(metadata.warnings, ['"v" lacks 1 value (Mar 2024): nothing is added there']);
  assert.match(summary, /17/);
});

Deno.test("what happened within a gap is not told as a single move", () => {
  const { summary } = made(months(["1", "2", "1", "2", "", "90", "91", "90", "91"]), "v trend");
  assert.doesNotMatch(summary, /largest move/);
});
