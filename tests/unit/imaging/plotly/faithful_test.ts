/** What a reader takes from a figure: the key to its colours, bins that can be compared, texts that can be read. */

import assert from "node:assert/strict";
import type { JsonRecord } from "../../../../src/base/json.ts";
import { fontMetrics, vegaSvg } from "../../../../src/imaging/vega_svg.ts";
import { recordsWith, specOf } from "./figure_spec.ts";

const barsOf = (spec: JsonRecord) => [...recordsWith(spec, "kind", "x2", "fill")];
const wordsOf = (spec: JsonRecord) => [...recordsWith(spec, "kind", "text", "align")];

Deno.test("the key to colours goes from the least number to the greatest, not from zero", async () => {
  const figures: readonly JsonRecord[] = [
    { type: "heatmap", z: [[50, 51], [52, 53]] },
    { type: "bar", x: ["a", "b", "c"], y: [1, 2, 3], marker: { color: [50, 51, 53] } },
  ];
  for (const figure of figures) {
    const svg = await vegaSvg(specOf([figure]));
    const key = svg.slice(svg.indexOf("role-legend"));
    assert.match(key, />53(?:\.0)?</);
    assert.doesNotMatch(key, />(?:0|10|20|30|40)</);
  }
});

Deno.test("histograms of one group of bins and on axes that match have the same bins", () => {
  const data = (more: JsonRecord) => [
    { type: "histogram", x: [0.1, 0.4, 1.2, 2.3], ...more },
    { type: "histogram", x: [3.3, 40.2, 55.1, 97.5], xaxis: "x2", yaxis: "y2", ...more },
  ];
  const widths = (spec: JsonRecord) =>
    new Set(barsOf(spec).map(({ x, x2 }) => (Number(x2) - Number(x)).toFixed(6)));
  assert.equal(widths(specOf(data({}), { xaxis2: { matches: "x" } })).size, 1);
  assert.equal(widths(specOf(data({ bingroup: "x" }))).size, 1);
  assert.equal(widths(specOf(data({}))).size, 2, "of axes that have nothing in common");
});

Deno.test("a histogram has bins of the round width that Plotly takes for as many as are asked for", () => {
  const x = Array.from({ length: 1000 }, (_, k) => Math.sin(k) * 50);
  const count = (trace: JsonRecord) => barsOf(specOf([{ type: "histogram", ...trace }])).length;
  assert.equal(count({ x, nbinsx: 20 }), 21);
  assert.equal(count({ x, nbinsx: 15 }), 11);
  assert.equal(count({ x: x.map(Math.round), nbinsx: 200 }), 101);
  assert.equal(count({ x: [1, 2], nbinsx: 1 }), 2);
});

Deno.test("texts on bars are light where the bars are dark, and beside bars that are too small for them", () => {
  const bars = (more: JsonRecord) =>
    specOf([{ type: "bar", x: ["a", "b"], y: [100, 1], text: ["100", "1"], ...more }], {
      barmode: "relative",
    });
  const look = (spec: JsonRecord) => wordsOf(spec).map(({ fill, baseline }) => [fill, baseline]);
  assert.deepEqual(look(bars({ marker: { color: "#1f2a44" } })), [["#ffffff", "middle"], [
    "#2a3f5f",
    "bottom",
  ]]);
  assert.deepEqual(look(bars({ marker: { color: "#fde725" } }))[0], ["#2a3f5f", "middle"]);
  assert.deepEqual(look(bars({ textfont: { color: "red" } }))[0], ["red", "middle"]);
});

Deno.test("texts at the ends of lying bars lie on no name", () => {
  const text = ["−1,234,567", "5"];
  const bar = { type: "bar", orientation: "h", y: ["a", "b"], x: [-100, 50], text, textposition: "outside" };
  const scale = [...recordsWith(specOf([bar]), "name", "domain", "range")].find(({ name }) => name === "x");
  const [low = NaN, high = NaN] = Array.isArray(scale?.["domain"]) ? scale["domain"].map(Number) : [];
  const [, width = NaN] = Array.isArray(scale?.["range"]) ? scale["range"].map(Number) : [];
  const end = (-100 - low) / (high - low) * width;
  assert.ok(end >= fontMetrics.width("−1,234,567", 11), `${end} pixels`);
  const given = specOf([bar], { xaxis: { range: [-100, 50] } });
  assert.deepEqual(
    [...recordsWith(given, "name", "domain", "range")].find(({ name }) => name === "x")?.["domain"],
    [-100, 50],
  );
});

Deno.test("traces that share a colour axis have one scale over the numbers of all of them", async () => {
  const data = [
    { type: "heatmap", z: [[0, 10]], coloraxis: "coloraxis" },
    { type: "heatmap", z: [[50, 100]], coloraxis: "coloraxis", xaxis: "x2", yaxis: "y2" },
    {
      type: "scatter",
      mode: "markers",
      x: [0, 1],
      y: [0, 1],
      marker: { color: [0, 100], coloraxis: "coloraxis" },
    },
  ];
  const colorscale = [[0, "#000000"], [1, "#ffffff"]];
  const layout = { xaxis: { domain: [0, 0.45] }, xaxis2: { domain: [0.55, 1] }, yaxis2: { anchor: "x2" } };
  const spec = specOf(data, { ...layout, coloraxis: { colorscale } });
  const cells = barsOf(spec).map(({ fill }) => fill);
  assert.deepEqual(cells.slice(1), ["rgb(26,26,26)", "rgb(128,128,128)", "rgb(255,255,255)"]);
  const svg = await vegaSvg(spec);
  assert.match(svg.slice(svg.indexOf("role-legend")), />100</);
  const around = specOf(data.slice(0, 1), { coloraxis: { colorscale, cmid: 0 } });
  assert.deepEqual(barsOf(around).map(({ fill }) => fill)[0], "rgb(128,128,128)");
});

Deno.test("text on a cell is light on a dark colour, however that is written", () => {
  const cases = [["navy", "#ffffff"], ["darkgreen", "#ffffff"], ["white", "#2a3f5f"], ["gold", "#2a3f5f"], [
    "#005",
    "#ffffff",
  ]];
  for (const [colour, text] of cases) {
    const heatmap = {
      type: "heatmap",
      z: [[1, 2]],
      texttemplate: "%{z}",
      colorscale: [[0, colour], [1, colour]],
    };
    assert.deepEqual(wordsOf(specOf([heatmap])).map(({ fill }) => fill), [text, text], `${colour}`);
  }
});

Deno.test("bars below zero end before the frame, as those above do", () => {
  const bar = { type: "bar", x: ["a", "b"], y: [4, -6] };
  const scale = [...recordsWith(specOf([bar]), "name", "domain", "range")].find(({ name }) => name === "y");
  const [low = NaN, high = NaN] = Array.isArray(scale?.["domain"]) ? scale["domain"].map(Number) : [];
  assert.ok(low < -6 && high > 4, `${low} to ${high}`);
});

Deno.test("a figure with an array that cannot be read is refused, not drawn over the numbers of its points", () => {
  for (
    const bad of [{ dtype: "f8", bdata: "AAAA" }, { dtype: "f8", bdata: "?" }, { dtype: "c16", bdata: "" }]
  ) {
    const unread = { name: "Error", message: `an array of it ("${bad.dtype}") cannot be read` };
    assert.throws(() => specOf([{ type: "bar", x: bad, y: [1, 2] }]), unread);
    assert.throws(() => specOf([{ y: [1, 2], marker: { color: bad } }]), unread);
  }
});
