/** Axes that must match have in common what one of them says. */

import assert from "node:assert/strict";
import type { JsonRecord } from "../../../../src/base/json.ts";
import { recordsWith, specOf } from "./figure_spec.ts";

const halves = { xaxis: { domain: [0, 0.45] }, xaxis2: { domain: [0.55, 1], matches: "x" } };

/** The domains of the scales of both plots along an axis. */
function domains(name: string, axes: JsonRecord, values: JsonRecord = { x: [1, 2], y: [3, 4] }) {
  const data = [{ ...values, xaxis: "x", yaxis: "y" }, { ...values, xaxis: "x2", yaxis: "y2" }];
  const scales = [...recordsWith(specOf(data, { ...halves, ...axes }), "name", "domain", "range")];
  return scales.filter((scale) => scale["name"] === name).map(({ domain }) => domain);
}

Deno.test("the range of an axis is that of all axes that match it", () => {
  const both = [[0, 20], [0, 20]];
  assert.deepEqual(domains("y", { yaxis: { range: [0, 20] }, yaxis2: { matches: "y" } }), both);
  assert.deepEqual(domains("y", { yaxis: {}, yaxis2: { matches: "y", range: [0, 20] } }), both);
  assert.notDeepEqual(domains("y", { yaxis: { range: [0, 20] }, yaxis2: {} }), both);
});

Deno.test("axes that match one that is turned round, or of powers, are so too", () => {
  for (const said of [{ autorange: "reversed" }, { type: "log" }]) {
    const [first, second] = domains("y", { yaxis: said, yaxis2: { matches: "y" } });
    assert.deepEqual(first, second);
  }
});

Deno.test("names on axes that match stand in one order", () => {
  const named = { type: "bar", x: ["a", "b", "c"], y: [1, 2, 3] };
  const axes = { xaxis: { ...halves.xaxis, categoryorder: "category descending" } };
  assert.deepEqual(domains("x_names", axes, named), [["c", "b", "a"], ["c", "b", "a"]]);
});

Deno.test("axes that match each other in a ring are drawn", () => {
  assert.equal(domains("y", { yaxis: { matches: "y2" }, yaxis2: { matches: "y" } }).length, 2);
});

Deno.test("cells are square in all plots whose axes match", () => {
  const z = [[1, 2, 3, 4], [5, 6, 7, 8]];
  const heatmap = { type: "heatmap", z };
  const data = [{ ...heatmap, xaxis: "x", yaxis: "y" }, { ...heatmap, xaxis: "x2", yaxis: "y2" }];
  const layout = { ...halves, yaxis: { scaleanchor: "x" }, yaxis2: { matches: "y" } };
  const sides = [...recordsWith(specOf(data, layout), "signals", "axes", "marks")].filter(({ type }) =>
    type === "group"
  ).map(({ signals }) => [...recordsWith(signals, "value")].map(({ value }) => Number(value)));
  assert.equal(sides.length, 2);
  for (const [width = 0, height = 0] of sides) assert.ok(Math.abs(width - 2 * height) < 0.01);
});
