/** What stands at the marks of a figure: texts of its own, and those that a template makes of its numbers. */

import assert from "node:assert/strict";
import { isRecord, type JsonRecord } from "../../../../src/base/json.ts";
import { plainNumber } from "../../../../src/imaging/plotly/text_template.ts";
import { plotlyToVega } from "../../../../src/imaging/plotly/to_vega.ts";
import { fontMetrics } from "../../../../src/imaging/vega_svg.ts";

/** The texts of all marks of a trace. */
function textsOf(trace: JsonRecord, layout: JsonRecord = {}): unknown[] {
  const found: unknown[] = [];
  const waiting: unknown[] = [plotlyToVega({ data: [trace], layout }, { measure: fontMetrics.width })];
  for (let at = 0; at < waiting.length; at++) {
    const value = waiting[at];
    if (Array.isArray(value)) waiting.push(...value);
    else if (isRecord(value)) {
      if ("kind" in value && "text" in value) found.push(value["text"]);
      waiting.push(...Object.values(value));
    }
  }
  return found;
}

Deno.test("a template writes numbers in the format that it names", () => {
  const bar = { type: "bar", x: ["a", "b"], y: [2.8853333, 1234567] };
  assert.deepEqual(textsOf({ ...bar, texttemplate: "%{y:.2f}" }), ["2.89", "1234567.00"]);
  assert.deepEqual(textsOf({ ...bar, texttemplate: "%{value:.2s}" }), ["2.9", "1.2M"]);
  assert.deepEqual(textsOf({ ...bar, texttemplate: "%{x}: $%{y:,.0f}" }), ["a: $3", "b: $1,234,567"]);
  assert.deepEqual(textsOf({ ...bar, texttemplate: "%{y}" }), ["2.885333", "1.234567M"]);
  assert.deepEqual(textsOf({ ...bar, texttemplate: "%{y:nonsense}" }), ["2.885333", "1.234567M"]);
  assert.deepEqual(textsOf({ ...bar, text: ["p", "q"], texttemplate: "<b>%{text}</b>" }), ["p", "q"]);
  const lying = { type: "bar", orientation: "h", y: ["a"], x: [0.256] };
  assert.deepEqual(textsOf({ ...lying, texttemplate: "%{x:.1%}" }), ["25.6%"]);
});

Deno.test("bars of a histogram carry the texts that it asks for", () => {
  const histogram = { type: "histogram", x: ["a", "b", "a"], texttemplate: "%{value}" };
  assert.deepEqual(textsOf(histogram), ["2", "1"]);
  assert.deepEqual(textsOf({ ...histogram, texttemplate: "%{x}: %{y}" }), ["a: 2", "b: 1"]);
  assert.deepEqual(textsOf({ ...histogram, y: [1.25, 3, 2], histfunc: "avg", texttemplate: "%{y:.1f}" }), [
    "1.6",
    "3.0",
  ]);
});

Deno.test("cells and points are written as their template says", () => {
  const heatmap = { type: "heatmap", z: [[0.014731, 1]], text: [["p", "q"]] };
  assert.deepEqual(textsOf({ ...heatmap, texttemplate: "%{z:.2f}" }), ["0.01", "1.00"]);
  assert.deepEqual(textsOf({ ...heatmap, texttemplate: "%{text} %{z:.1f}" }), ["p 0.0", "q 1.0"]);
  assert.deepEqual(textsOf(heatmap), [], "its texts are for the pointer only");
  const points = { mode: "markers+text", x: [1, 2], y: [3.14159, 4], text: ["p", "q"] };
  assert.deepEqual(textsOf(points), ["p", "q"]);
  assert.deepEqual(textsOf({ ...points, texttemplate: "%{text} (%{y:.1f})" }), ["p (3.1)", "q (4.0)"]);
});

Deno.test("numbers without a format have seven digits, and letters for large powers", () => {
  const cases: readonly (readonly [number, string])[] = [
    [0, "0"],
    [1050.44, "1050.44"],
    [-2.88533333, "−2.885333"],
    [12345, "12.345k"],
    [0.000012, "12μ"],
    [7.5e9, "7.5B"],
    [1e20, "100000000000000000000"],
  ];
  for (const [value, text] of cases) assert.equal(plainNumber(value), text);
});

Deno.test("a template names what belongs to a mark, and times in the format behind a stroke", () => {
  const customdata = [["p", { unit: "kg" }], ["q", { unit: "t" }]];
  const bar = { type: "bar", x: ["2024-01-01", "2024-02-01"], y: [1, 2], customdata };
  assert.deepEqual(textsOf({ ...bar, texttemplate: "%{customdata[0]} %{y} %{customdata[1].unit}" }), [
    "p 1 kg",
    "q 2 t",
  ]);
  assert.deepEqual(textsOf({ ...bar, texttemplate: "%{x|%b %Y}" }), ["Jan 2024", "Feb 2024"]);
  const points = { mode: "markers+text", x: [1, 2], y: [3, 4], customdata: ["one", "two"] };
  assert.deepEqual(textsOf({ ...points, texttemplate: "%{customdata}" }), ["one", "two"]);
  assert.deepEqual(textsOf({ ...points, texttemplate: "%{constructor}%{x.constructor}!" }), ["!", "!"]);
  const heatmap = { type: "heatmap", z: [[1, 2]], customdata: [[["a"], ["b"]]] };
  assert.deepEqual(textsOf({ ...heatmap, texttemplate: "%{z}%{customdata[0]}" }), ["1a", "2b"]);
});

Deno.test("texts at bars and points are written without their tags", () => {
  const text = ["<b>a</b><br>b", "x<sup>2</sup> &lt; 3"];
  assert.deepEqual(textsOf({ type: "bar", x: ["a", "b"], y: [1, 2], text }), ["a b", "x² < 3"]);
  assert.deepEqual(textsOf({ mode: "text", x: [1, 2], y: [1, 2], text }), ["a b", "x² < 3"]);
});
