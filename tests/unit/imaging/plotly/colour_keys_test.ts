/** Colours that stand for numbers have their key, each scale its own. */

import assert from "node:assert/strict";
import type { JsonRecord } from "../../../../src/base/json.ts";
import { vegaSvg } from "../../../../src/imaging/vega_svg.ts";
import { recordsWith, specOf } from "./figure_spec.ts";

const reds = [[0, "#ffffff"], [1, "#ff0000"]];
const blues = [[0, "#ffffff"], [1, "#0000ff"]];

function dots(color: readonly number[], marker: JsonRecord): JsonRecord {
  return { mode: "markers", x: [1, 2], y: [1, 2], marker: { color, showscale: true, ...marker } };
}

function keysOf(spec: JsonRecord): readonly JsonRecord[] {
  return [...recordsWith(spec, "gradientLength")];
}

Deno.test("two scales of colours have two keys with their titles and numbers", async () => {
  const spec = specOf([
    dots([1, 9], { colorscale: reds, colorbar: { title: { text: "red" } } }),
    dots([100, 900], { colorscale: blues, colorbar: { title: { text: "blue" }, x: 1.2 } }),
  ]);
  assert.deepEqual(keysOf(spec).map(({ title }) => title), [["red"], ["blue"]]);
  const domains = [...recordsWith(spec, "domain", "range")].filter(({ name }) => /^numbers/.test(`${name}`));
  assert.deepEqual(domains.map(({ domain }) => domain), [[1, 9], [100, 900]]);
  const svg = await vegaSvg(spec);
  for (const text of [">red<", ">blue<", ">8<", ">800<"]) assert.ok(svg.includes(text), text);
});

Deno.test("traces that share a scale of colours have one key", () => {
  const marker = { coloraxis: "coloraxis" };
  const spec = specOf([dots([1, 2], marker), dots([8, 9], marker)], { coloraxis: { colorscale: reds } });
  assert.equal(keysOf(spec).length, 1);
});

Deno.test("a key that the figure has beside one of its plots stands there", () => {
  const half = (letter: string, more: JsonRecord) => ({ type: "heatmap", xaxis: letter, ...more });
  const spec = specOf([
    half("x", { z: [[1, 2]], colorscale: reds, colorbar: { x: 0.45 } }),
    half("x2", { z: [[10, 20]], colorscale: blues }),
  ], { width: 760, xaxis: { domain: [0, 0.4] }, xaxis2: { domain: [0.6, 1] } });
  assert.deepEqual(keysOf(spec).map(({ orient, legendX }) => [orient, legendX]), [
    ["none", 276],
    [undefined, undefined],
  ]);
});

Deno.test("where there are too many scales of colours for keys, the picture says so", () => {
  const some = (count: number) =>
    specOf(Array.from({ length: count }, (_, index) => dots([index, 20 + index], {})));
  assert.equal(keysOf(some(6)).length, 4);
  assert.match(JSON.stringify(some(6)), /Of 6 scales of colours 4 have their key here/);
  assert.doesNotMatch(JSON.stringify(some(4)), /scales of colours/);
});

Deno.test("of scales of colours that Plotly shows no key to, at most one has it", () => {
  const count = (...traces: JsonRecord[]) => keysOf(specOf(traces)).length;
  const quiet = (color: readonly number[]) => dots(color, { showscale: undefined });
  assert.equal(count(quiet([1, 2]), quiet([3, 4])), 1);
  assert.equal(count(quiet([1, 2]), dots([3, 4], {}), dots([5, 6], {})), 2);
  assert.equal(count(dots([1, 2], { showscale: false })), 0);
});
