/** The legend of a figure: when there is one, who is in it, in which order. */

import assert from "node:assert/strict";
import { figureDigest } from "../../../../src/output/figure_digest.ts";
import { isRecord, type JsonRecord } from "../../../../src/base/json.ts";
import { recordsWith, specOf } from "./figure_spec.ts";

const line = (name: string, more: JsonRecord = {}) => ({
  x: [1, 2],
  y: [1, 2],
  mode: "lines",
  name,
  ...more,
});
const bar = (name: string, more: JsonRecord = {}) => ({ type: "bar", x: ["p"], y: [1], name, ...more });

function signalOf(spec: JsonRecord, name: string): readonly unknown[] {
  const signal = [...recordsWith(spec, "name", "value")].find((one) => one["name"] === name);
  return isRecord(signal?.["value"]) ? Object.values(signal["value"]) : [];
}

function legend(data: readonly JsonRecord[], layout: JsonRecord = {}) {
  return signalOf(specOf(data, layout), "trace_names");
}

Deno.test("a trace that is kept out of the legend still makes one for the other", () => {
  assert.deepEqual(legend([line("band", { showlegend: false }), line("middle")]), ["middle"]);
  assert.deepEqual(legend([line("alone")]), []);
  assert.deepEqual(legend([line("a", { showlegend: false }), line("b", { showlegend: false })]), []);
  assert.deepEqual(legend([line("a", { showlegend: false }), line("b")], { showlegend: false }), []);
});

Deno.test("the legend lists what is stacked from the top", () => {
  const bars = [bar("a"), bar("b")];
  assert.deepEqual(legend(bars, { barmode: "stack" }), ["b", "a"]);
  assert.deepEqual(legend(bars, { barmode: "relative" }), ["a", "b"]);
  assert.deepEqual(legend(bars), ["a", "b"]);
  assert.deepEqual(legend(bars, { barmode: "stack", legend: { traceorder: "normal" } }), ["a", "b"]);
  assert.deepEqual(legend([line("a", { stackgroup: "s" }), line("b", { stackgroup: "s" })]), ["b", "a"]);
  assert.deepEqual(legend([line("a"), line("b", { fill: "tonexty" })]), ["b", "a"]);
  assert.deepEqual(legend([line("a"), line("b", { fill: "tozeroy" })]), ["a", "b"]);
});

Deno.test("groups of the legend stay in their order, and their traces together", () => {
  const bars = ["1", "2", "1"].map((legendgroup, index) => bar(`${legendgroup}.${index}`, { legendgroup }));
  assert.deepEqual(legend(bars), ["1.0", "1.2", "2.1"]);
  assert.deepEqual(legend(bars, { barmode: "stack" }), ["1.2", "1.0", "2.1"]);
  assert.deepEqual(legend([line("a"), line("b", { legendrank: 1 })]), ["b", "a"]);
});

Deno.test("a trace that is in the legend only is faded there, and others keep their colours", () => {
  const data = [bar("gone", { visible: false }), bar("off", { visible: "legendonly" }), bar("on"), bar("")];
  const spec = specOf(data);
  assert.deepEqual(signalOf(spec, "trace_names"), ["off", "on", "trace 3"]);
  assert.deepEqual(signalOf(spec, "trace_opacities"), [0.5, 1, 1]);
  const fills = [...recordsWith(spec, "fill", "x2", "y2")].map(({ fill }) => fill);
  assert.deepEqual(
    new Set(fills.filter((fill) => typeof fill === "string")),
    new Set(["#EF553B", "#00cc96"]),
  );
});

Deno.test("long names in the legend lose their middle, not their end", () => {
  const names = [1, 2].map((number) => `The measured output of the second machine in hall number ${number}`);
  const [first, second] = legend(names.map((name) => line(name)));
  assert.match(String(first), /^The measured.*….*number 1$/);
  assert.match(String(second), /….*number 2$/);
});

Deno.test("the words about a figure say which of its traces are not shown", () => {
  const data = [bar("on"), bar("off", { visible: "legendonly" }), bar("gone", { visible: false })];
  const lines = (figureDigest({ "application/vnd.plotly.v1+json": { data } }) ?? "").split("\n");
  assert.deepEqual(lines.map((line) => line.split(":")[0]), [
    "Plotly figure, 3 traces",
    '- bar "on"',
    '- bar "off", not shown (in the legend only)',
    '- bar "gone", not shown',
  ]);
});
