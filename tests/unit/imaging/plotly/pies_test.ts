/** Pies: where their parts and texts are, and which colours they have. */

import assert from "node:assert/strict";
import { type JsonRecord, recordsAt } from "../../../../src/base/json.ts";
import { recordsWith, specOf } from "./figure_spec.ts";

const partsOf = (pie: JsonRecord, layout: JsonRecord = {}) =>
  [...recordsWith(specOf([{ type: "pie", ...pie }], layout), "name", "values")]
    .filter(({ name }) => name === "parts")
    .flatMap((data) => recordsAt(data, "values"));

const degrees = (angle: unknown) => Math.round(Number(angle) * 180 / Math.PI);
const legendOf = (data: readonly JsonRecord[], layout: JsonRecord = {}) => {
  const signal = [...recordsWith(specOf(data, layout), "name", "value")].find(({ name }) =>
    name === "trace_names"
  );
  return Object.values(signal?.["value"] ?? {});
};

Deno.test("the first part of a pie begins at the top, the others lie against the clock before it", () => {
  const pie = { labels: ["a", "b", "c"], values: [2, 1, 1] };
  const angles = (more: JsonRecord) =>
    partsOf({ ...pie, ...more }).map(({ from, to }) => [degrees(from), degrees(to)]);
  assert.deepEqual(angles({}), [[180, 0], [0, -90], [-90, -180]]);
  assert.deepEqual(angles({ direction: "clockwise" }), [[0, 180], [180, 270], [270, 360]]);
  assert.deepEqual(angles({ rotation: 90 })[0], [270, 90]);
});

Deno.test("parts beyond the colours of a figure have lighter and darker ones", () => {
  const labels = Array.from({ length: 25 }, (_, k) => `part ${k}`);
  const colours = partsOf({ labels, values: labels.map(() => 1) }).map(({ colour }) => colour);
  assert.equal(new Set(colours).size, 25);
  assert.equal(colours[10], "rgb(198,202,253)");
  const plain = partsOf({ labels, values: labels.map(() => 1) }, { extendpiecolors: false });
  assert.equal(new Set(plain.map(({ colour }) => colour)).size, 10);
});

Deno.test("parts have the colours that are given to them, and the others those of the figure in their order", () => {
  const pie = { labels: ["a", "b", "c"], values: [3, 2, 1], marker: { colors: ["gold", null, "navy"] } };
  assert.deepEqual(partsOf(pie).map(({ colour }) => colour), ["gold", "#636efa", "navy"]);
  const theme = { piecolorway: ["#111111", "#222222"] };
  assert.deepEqual(
    partsOf({ labels: ["a", "b"], values: [2, 1] }, theme).map(({ colour }) => colour),
    theme.piecolorway,
  );
});

Deno.test("texts that do not fit on their parts stand beside the pie, one below the other", () => {
  const labels = ["most", "much", ...Array.from({ length: 6 }, (_, k) => `a rather long name ${k}`)];
  const parts = partsOf({ labels, values: [200, 100, 1, 1, 1, 1, 1, 1], textinfo: "label+percent" });
  const beside = parts.filter(({ isLed }) => isLed === true);
  assert.deepEqual(beside.map(({ text }) => Array.isArray(text) && text[0]), labels.slice(2));
  const ys = beside.map(({ textY }) => Number(textY)).toSorted((a, b) => a - b);
  for (const [index, y] of ys.slice(1).entries()) assert.ok(y - (ys[index] ?? NaN) >= 28 - 1e-9, ys.join());
  const crowd = partsOf({ values: Array.from({ length: 300 }, () => 1), textinfo: "label" });
  assert.ok(crowd.filter(({ isLed }) => isLed === true).length < 100, "no more than there is room for");
});

Deno.test("parts without a label or a value are told as Plotly tells them", () => {
  const pie = {
    type: "pie",
    labels: ["a", "b", "a", null, "<b>d</b>"],
    values: [1, 0, 3, 2, 1],
    textinfo: "label",
  };
  assert.deepEqual(partsOf(pie).map(({ text }) => text), [["a"], ["null"], ["d"], ["b"]]);
  assert.deepEqual(legendOf([pie]), ["a", "null", "d", "b"]);
});

Deno.test("a pie has its title, above it or in its hole", () => {
  const title = (more: JsonRecord) => {
    const spec = specOf([{ type: "pie", values: [1, 2], title: { text: "Share" }, ...more }]);
    const marks = [...recordsWith(spec, "text", "baseline", "x")];
    return marks.map(({ text, baseline }) => JSON.stringify([text, baseline])).filter((one) =>
      one.includes("Share")
    );
  };
  assert.deepEqual(title({}), ['[{"value":["Share"]},{"value":"bottom"}]']);
  assert.deepEqual(title({ hole: 0.5 }), ['[{"value":["Share"]},{"value":"middle"}]']);
});

Deno.test("templates of a pie name all that belongs to a part, in lines", () => {
  const pie = { labels: ["a", "b"], values: [3, 1], customdata: [["x", 5], ["y", 6]] };
  const texttemplate = "<b>%{label}</b><br>%{value} (%{percent:.1%})<br>%{customdata[0]}%{customdata[1]:.1f}";
  assert.deepEqual(partsOf({ ...pie, texttemplate })[0]?.["text"], ["a", "3 (75.0%)", "x5.0"]);
});

Deno.test("pies beside each other are of one size, whatever is written around them", () => {
  const pie = (values: readonly number[], x: readonly number[]) => ({ type: "pie", values, domain: { x } });
  const radii = (right: readonly number[]) => {
    const spec = specOf([pie([1, 1], [0, 0.45]), pie([99, 1], right)]);
    return [...recordsWith(spec, "outerRadius")].map(({ outerRadius }) => JSON.stringify(outerRadius));
  };
  assert.equal(new Set(radii([0.55, 1])).size, 1);
  assert.equal(new Set(radii([0.8, 1])).size, 2);
});
