/** Boxes and violins of a figure: the numbers are those that Plotly itself takes of the same values. */

import assert from "node:assert/strict";
import type { JsonRecord } from "../../../../src/base/json.ts";
import { recordsWith, specOf } from "./figure_spec.ts";

const shapesOf = (data: readonly JsonRecord[], kind: string, layout: JsonRecord = {}) =>
  [...recordsWith(specOf(data, layout), "kind")].filter((shape) => shape["kind"] === kind);
const rounded = (value: unknown) => Number(Number(value).toFixed(3));

/** First and third quartile, median, both whiskers, and what lies beyond. */
function box(trace: JsonRecord) {
  const data = [{ type: "box", ...trace }];
  const [rect] = shapesOf(data, "rect");
  const rules = shapesOf(data, "rule");
  return {
    quartiles: [rect?.["y"], rules.at(-1)?.["y"], rect?.["y2"]].map(rounded),
    whiskers: [rules[0]?.["y"], rules[1]?.["y2"]].map(rounded),
    beyond: shapesOf(data, "dot").map(({ y }) => y),
  };
}

Deno.test("quartiles lie on the line of ranks unless a trace says how it halves its values", () => {
  const y = [1, 2, 3, 4, 5, 6, 7, 8, 40];
  const whiskers = [1, 8];
  assert.deepEqual(box({ y }), { quartiles: [2.75, 5, 7.25], whiskers, beyond: [40] });
  const method = (quartilemethod: string) => box({ y, quartilemethod }).quartiles;
  assert.deepEqual(method("exclusive"), [2.5, 5, 7.5]);
  assert.deepEqual(method("inclusive"), [3, 5, 7]);
  const even = [0.2, 0.2, 0.6, 1, 0.5, 0.4];
  for (const quartilemethod of ["linear", "exclusive", "inclusive"]) {
    assert.deepEqual(box({ y: even, quartilemethod }).quartiles, [0.2, 0.45, 0.6]);
  }
  assert.deepEqual(box({ y: [7] }).quartiles, [7, 7, 7]);
});

Deno.test("all points of a box are within the plot, the least and the greatest among them", () => {
  const many = Array.from({ length: 5000 }, (_, k) => Math.sin(k) * 10).with(17, 99).with(18, -99);
  for (const y of [[0, 1, 1, 2, 3, 5, 8, 13, 21], many]) {
    const spec = specOf([{ type: "box", y, boxpoints: "all", jitter: 0.9, pointpos: -2 }]);
    const dots = [...recordsWith(spec, "kind", "symbol")];
    const scale = [...recordsWith(spec, "name", "domain", "range")].find(({ name }) => name === "x");
    const [from = NaN, to = NaN] = Array.isArray(scale?.["domain"]) ? scale["domain"].map(Number) : [];
    assert.ok(dots.every(({ x }) => Number(x) > from && Number(x) < to), `${from} to ${to}`);
    const values = dots.map((dot) => Number(dot["y"]));
    assert.deepEqual([Math.min(...values), Math.max(...values)], [Math.min(...y), Math.max(...y)]);
  }
  assert.match(
    JSON.stringify(specOf([{ type: "box", y: many, boxpoints: "all" }])),
    /Of 5000 points one in 5/,
  );
});

Deno.test("boxes keep the places of their groups also where a subplot lacks one", () => {
  const trace = (offsetgroup: string | number, axis: string) => ({
    type: "box",
    x: ["a", "a", "a"],
    y: [1, 2, 3],
    offsetgroup,
    xaxis: `x${axis}`,
    yaxis: `y${axis}`,
  });
  const layout = { boxmode: "group", xaxis2: { matches: "x" } };
  for (const [first, second] of [["F", "M"], [1, 2], [0, "1"]] as const) {
    const data = [trace(first, ""), trace(second, ""), trace(second, "2")];
    const middles = shapesOf(data, "rect", layout).map(({ x, x2 }) => rounded((Number(x) + Number(x2)) / 2));
    assert.deepEqual(middles, [-0.175, 0.175, 0.175], `${first}, ${second}`);
  }
  const [wide] = shapesOf([trace("F", "")], "rect", { boxgap: 0, boxgroupgap: 0 });
  assert.deepEqual([wide?.["x"], wide?.["x2"]], [-0.5, 0.5]);
});

/** Both ends of a violin and half of its greatest width. */
function violin(trace: JsonRecord, others: readonly JsonRecord[] = []) {
  const spec = specOf([{ type: "violin", points: false, ...trace }, ...others]);
  const points = [...recordsWith(spec, "defined", "x", "y")].filter((point) => !("encode" in point));
  const outline = points.filter(({ x }) => typeof x === "number" && x < 0.5);
  const [xs, ys] = [outline.map(({ x }) => Number(x)), outline.map(({ y }) => Number(y))];
  return { ends: [Math.min(...ys), Math.max(...ys)].map(rounded), half: rounded(Math.max(...xs)) };
}

Deno.test("a violin is as smooth as its values are spread, and ends two widths beyond them unless it says where", () => {
  const y = [1, 2, 2, 3, 3, 3, 4, 4, 5, 30];
  // The spread within the quartiles counts, not that of a single value far outside.
  const width = 1.059 * (2 / 1.349) * 10 ** -0.2;
  assert.deepEqual(violin({ y }).ends, [1 - 2 * width, 30 + 2 * width].map(rounded));
  assert.deepEqual(violin({ y, bandwidth: 3 }).ends, [-5, 36]);
  assert.deepEqual(violin({ y, bandwidth: 3, spanmode: "hard" }).ends, [1, 30]);
  assert.deepEqual(violin({ y, bandwidth: 3, spanmode: "manual", span: [0, null] }).ends, [0, 36]);
  assert.deepEqual(
    violin({ y: [5, 5] }),
    { ends: [5, 5], half: 0.245 },
    "values that are all the same are a line",
  );
});

Deno.test("violins of one group are drawn in one scale", () => {
  const narrow = { type: "violin", y: [2.9, 3, 3, 3.1], x0: "b", points: false };
  const y = [1, 2, 3, 4, 5];
  assert.equal(violin({ y, x0: "a" }).half, 0.245);
  assert.equal(violin({ y, x0: "a", name: "one" }, [{ ...narrow, name: "other" }]).half, 0.245);
  assert.ok(violin({ y, x0: "a", scalegroup: "g" }, [{ ...narrow, scalegroup: "g" }]).half < 0.05);
});
