/** Lines and areas of a figure have the shape that it gives them. */

import assert from "node:assert/strict";
import type { JsonRecord } from "../../../../src/base/json.ts";
import { recordsWith, specOf } from "./figure_spec.ts";

/** The points of each line and each edge of an area, in their order. */
function paths(data: readonly JsonRecord[], layout: JsonRecord = {}) {
  const spec = specOf(data, layout);
  return [...recordsWith(spec, "name", "values")].flatMap(({ values }) => {
    const points = [...recordsWith(values, "defined")];
    return points.length === 0 ? [] : [points.map(({ x, y, defined }) => defined === true ? [x, y] : null)];
  });
}
const line = (shape: string, y: readonly (number | null)[]) => ({ mode: "lines", y, line: { shape } });

Deno.test("steps go sidewards and up in the order that their shape names", () => {
  const steps = (shape: string) => paths([line(shape, [1, 3])])[0];
  assert.deepEqual(steps("hv"), [[0, 1], [1, 1], [1, 3]]);
  assert.deepEqual(steps("vh"), [[0, 1], [0, 3], [1, 3]]);
  assert.deepEqual(steps("hvh"), [[0, 1], [0.5, 1], [0.5, 3], [1, 3]]);
  assert.deepEqual(steps("vhv"), [[0, 1], [0, 2], [1, 2], [1, 3]]);
  assert.deepEqual(steps("linear"), [[0, 1], [1, 3]]);
  const [gap] = paths([line("hv", [1, null, 3, 4])]);
  assert.deepEqual(gap, [[0, 1], null, [2, 3], [3, 3], [3, 4]]);
  const [log] = paths([line("vhv", [1, 100])], { yaxis: { type: "log" } });
  assert.deepEqual(log?.[1], [0, 10], "half-way as it is seen");
});

Deno.test("areas have the edge of their line, in steps and bent", () => {
  const [area, edge] = paths([{ ...line("hv", [0, 3, 1]), fill: "tozeroy" }]);
  assert.deepEqual(edge, [[0, 0], [1, 0], [1, 3], [2, 3], [2, 1]]);
  assert.deepEqual(area?.slice(0, 5), edge);
  const [bent, bow = []] = paths([{ ...line("spline", [0, 3, 1]), fill: "tozeroy" }]);
  assert.ok(bow.length > 10 && bow.every((point) => (Number(point?.[1]) || 0) <= 3));
  assert.deepEqual(bent?.slice(0, bow.length), bow);
  assert.deepEqual([bow[0], bow.at(-1)], [[0, 0], [2, 1]]);
});

Deno.test("areas on each other share the edge between them, whatever its shape", () => {
  const stack = [[1, 2], [10, 20]].map((y) => ({ ...line("hv", y), stackgroup: "one" }));
  const [, first, second] = paths(stack);
  assert.deepEqual(first, [[0, 1], [1, 1], [1, 2]]);
  assert.deepEqual(second, [[0, 11], [1, 11], [1, 22], [1, 2], [1, 1], [0, 1]]);
});
