/** Bars of a figure stand where Plotly has them: beside each other, on each other, as wide as there is room. */

import assert from "node:assert/strict";
import type { JsonRecord } from "../../../../src/render/json_view.ts";
import { recordsWith, specOf } from "./figure_spec.ts";

const rectsOf = (
  data: readonly JsonRecord[],
  layout: JsonRecord = {},
) => [...recordsWith(specOf(data, layout), "kind", "x2", "fill")];
const heights = (data: readonly JsonRecord[], layout: JsonRecord = {}) =>
  rectsOf(data, layout).map(({ y, y2 }) => [y, y2]);

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
