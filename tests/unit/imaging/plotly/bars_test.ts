/** Bars of a figure stand where Plotly has them: beside each other, on each other, as wide as there is room. */

import assert from "node:assert/strict";
import type { JsonRecord } from "../../../../src/base/json.ts";
import { recordsWith, specOf } from "./figure_spec.ts";

const rectsOf = (
  data: readonly JsonRecord[],
  layout: JsonRecord = {},
) => [...recordsWith(specOf(data, layout), "kind", "x2", "fill")];
const heights = (data: readonly JsonRecord[], layout: JsonRecord = {}) =>
  rectsOf(data, layout).map(({ y, y2 }) => [y, y2]);
const spans = (data: readonly JsonRecord[], layout: JsonRecord = {}) =>
  rectsOf(data, layout).map(({ x, x2 }) => [x, x2].map((end) => Number(Number(end).toFixed(4))));

Deno.test("bars of one trace that share a position lie on each other, also beside those of others", () => {
  const data = [
    { type: "bar", x: ["a", "b", "a", "a"], y: [1, 2, 3, -4] },
    { type: "bar", x: ["a"], y: [7] },
  ];
  const expected = [[0, 1], [0, 2], [1, 4], [0, -4], [0, 7]];
  assert.deepEqual(heights(data), expected);
  assert.deepEqual(heights(data, { barmode: "group" }), expected);
  assert.deepEqual(heights(data, { barmode: "overlay" }), [[0, 1], [0, 2], [0, 3], [0, -4], [0, 7]]);
  const lying = rectsOf([{ type: "bar", orientation: "h", y: ["a", "a"], x: [1, 3] }]);
  assert.deepEqual(lying.map(({ x, x2 }) => [x, x2]), [[0, 1], [1, 4]]);
});

Deno.test("a stack adds up what is below zero, and only a relative one keeps it apart", () => {
  const data = [{ type: "bar", x: ["a", "b"], y: [25, -3] }, { type: "bar", x: ["a", "b"], y: [-5, 6] }];
  assert.deepEqual(heights(data, { barmode: "stack" }), [[0, 25], [0, -3], [25, 20], [-3, 3]]);
  assert.deepEqual(heights(data, { barmode: "relative" }), [[0, 25], [0, -3], [0, -5], [0, 6]]);
  const based = [...data, { type: "bar", x: ["a"], y: [2], base: 10 }];
  assert.deepEqual(heights(based, { barmode: "stack" }).at(-1), [10, 12], "a base of its own is no pile");
});

Deno.test("shares are of what a pile is, above and below zero apart where it is relative", () => {
  const data = [{ type: "bar", x: ["a"], y: [30] }, { type: "bar", x: ["a"], y: [10] }, {
    type: "bar",
    x: ["a"],
    y: [-5],
  }];
  const relative = { barmode: "relative", barnorm: "percent" };
  assert.deepEqual(heights(data, relative), [[0, 75], [75, 100], [0, -100]]);
  assert.deepEqual(heights(data, { barmode: "overlay", barnorm: "percent" }), [[0, 30], [0, 10], [0, -5]]);
});

Deno.test("bars on a second axis stand beside those on the first where both name their offset groups", () => {
  const data = [{ type: "bar", x: ["a", "b"], y: [1, 2], offsetgroup: "1" }, {
    type: "bar",
    x: ["a", "b"],
    y: [100, 200],
    yaxis: "y2",
    offsetgroup: 2,
  }];
  const layout = { yaxis2: { overlaying: "y", side: "right" } };
  assert.deepEqual(spans(data, layout), [[-0.4, 0], [0.6, 1], [0, 0.4], [1, 1.4]]);
  const plain = data.map(({ offsetgroup: _, ...trace }) => trace);
  assert.deepEqual(spans(plain, layout).slice(2), [[-0.4, 0.4], [0.6, 1.4]], "without them over each other");
});

Deno.test("bars are stacked by their offset groups, which stand beside each other", () => {
  const bar = (y: number, offsetgroup: string, alignmentgroup?: string) => ({
    type: "bar",
    x: ["a"],
    y: [y],
    offsetgroup,
    ...(alignmentgroup === undefined ? {} : { alignmentgroup }),
  });
  const data = [bar(1, "2023"), bar(3, "2023"), bar(2, "2024"), bar(2, "2024")];
  for (const barmode of ["stack", "relative"]) {
    assert.deepEqual(heights(data, { barmode }), [[0, 1], [1, 4], [0, 2], [2, 4]]);
    assert.deepEqual(spans(data, { barmode }), [[-0.4, 0], [-0.4, 0], [0, 0.4], [0, 0.4]]);
  }
  const shares = heights(data, { barmode: "stack", barnorm: "percent" });
  assert.deepEqual(shares, [[0, 25], [25, 100], [0, 50], [50, 100]]);
  const express = [bar(1, "F", "True"), bar(3, "M", "True")];
  assert.deepEqual(heights(express, { barmode: "relative" }), [[0, 1], [1, 4]]);
  assert.deepEqual(spans(express, { barmode: "relative" }), [[-0.4, 0.4], [-0.4, 0.4]]);
});

Deno.test("bars that share no position are as wide as their room, though they would stand side by side", () => {
  const data = [{ type: "bar", x: ["a", "b"], y: [1, 2] }, { type: "bar", x: ["c"], y: [3] }];
  assert.deepEqual(spans(data), [[-0.4, 0.4], [0.6, 1.4], [1.6, 2.4]]);
});

Deno.test("each bar has the width and the offset that its trace gives it", () => {
  const bar = { type: "bar", x: [0, 10, 30], y: [1, 2, 3], width: [10, 20, 5] };
  assert.deepEqual(spans([{ ...bar, offset: 0 }]), [[0, 10], [10, 30], [30, 35]]);
  assert.deepEqual(spans([bar]), [[-5, 5], [0, 20], [27.5, 32.5]]);
  assert.deepEqual(spans([{ ...bar, width: 4 }]), [[-2, 2], [8, 12], [28, 32]]);
  const pair = [{ type: "bar", x: ["a"], y: [1] }, { type: "bar", x: ["a"], y: [1] }];
  assert.deepEqual(spans(pair, { bargroupgap: 0.5 }), [[-0.3, -0.1], [0.1, 0.3]]);
});
