/** Heatmaps of a figure: every number in the cell of its row and column, in the colour that its scale gives it. */

import assert from "node:assert/strict";
import type { JsonRecord } from "../../../../src/base/json.ts";
import { recordsWith, specOf } from "./figure_spec.ts";

/** What is written in the cells, by the middle of each. */
function cells(trace: JsonRecord, layout: JsonRecord = {}): Readonly<Record<string, unknown>> {
  const spec = specOf([{ type: "heatmap", texttemplate: "%{z}", ...trace }], layout);
  const words = [...recordsWith(spec, "kind", "text", "align")];
  return Object.fromEntries(words.map(({ x, y, text }) => [`${x} ${y}`, text]));
}
const fills = (trace: JsonRecord) =>
  [...recordsWith(specOf([{ type: "heatmap", ...trace }]), "kind", "x2", "fill")].map(({ fill }) => fill);

Deno.test("lists of places and numbers become the grid that they describe", () => {
  const named = { x: [..."xxyyzz"], y: [..."ababab"], z: [1, 2, 3, 4, 5, 6] };
  assert.deepEqual(cells(named), {
    "0 0": "1",
    "1 0": "3",
    "2 0": "5",
    "0 1": "2",
    "1 1": "4",
    "2 1": "6",
  });
  const numbers = { x: [3, 1, 2, 3, 1], y: [1, 1, 1, 2, 2], z: [1, 2, 3, 4, 5] };
  assert.deepEqual(cells(numbers), { "3 1": "1", "1 1": "2", "2 1": "3", "3 2": "4", "1 2": "5" });
  const texts = { ...named, text: [..."uvwxyz"], texttemplate: "%{text}" };
  assert.equal(cells(texts)["2 1"], "z");
});

Deno.test("cells stand at their names, in whatever order the axis has these", () => {
  const grid = { x: ["a", "b", "c"], y: ["p"], z: [[1, 2, 3]] };
  const xaxis = { categoryorder: "array", categoryarray: ["c", "a", "b"] };
  assert.deepEqual(cells(grid, { xaxis }), { "1 0": "1", "2 0": "2", "0 0": "3" });
});

Deno.test("grids that lie the other way round or are counted from a first place stand where they belong", () => {
  assert.deepEqual(cells({ z: [[1, 2, 3]], transpose: true }), { "0 0": "1", "0 1": "2", "0 2": "3" });
  assert.deepEqual(cells({ z: [[1, 2]], x0: 10, dx: 5, y0: 3 }), { "10 3": "1", "15 3": "2" });
});

Deno.test("colours go as far below the middle that a heatmap names as above it", () => {
  const colorscale = [[0, "#000000"], [1, "#ffffff"]];
  const z = [[-2, 0, 10]];
  const [low, middle, high] = fills({ z, colorscale, zmid: 0 });
  assert.deepEqual([low, middle, high], ["rgb(102,102,102)", "rgb(128,128,128)", "rgb(255,255,255)"]);
  assert.equal(fills({ z, colorscale })[0], "#000000");
  assert.equal(fills({ z, colorscale, zmid: 0, zmin: -2, zmax: 10 })[0], "#000000", "a range is a range");
});
