/** Where its axes have ranges a figure shows what is within them, and is as large as it would else be. */

import assert from "node:assert/strict";
import { drawFigure } from "../../../../src/imaging/draw_figure.ts";
import type { JsonRecord } from "../../../../src/base/json.ts";
import { vegaSvg } from "../../../../src/imaging/vega_svg.ts";
import { recordsWith, specOf } from "./figure_spec.ts";

type Traces = readonly JsonRecord[];
const wordsOf = (spec: JsonRecord) => [...recordsWith(spec, "kind", "text", "align")];
const domainOf = (spec: JsonRecord, wanted: string) => {
  const scale = [...recordsWith(spec, "name", "domain", "range")].find(({ name }) => name === wanted);
  return Array.isArray(scale?.["domain"]) ? scale["domain"].map(Number) : [];
};
const sizeOf = async (data: Traces, layout: JsonRecord) =>
  /width="(\d+)" height="(\d+)"/.exec(await vegaSvg(specOf(data, layout)))?.slice(1).map(Number) ?? [];

Deno.test("texts of points outside of a range are left out", async () => {
  const points = { mode: "markers+text", x: [1, 2, 500], y: [1, 2, 3], text: ["a", "b", "FAR"] };
  const layout = { xaxis: { range: [0, 5] } };
  assert.deepEqual(wordsOf(specOf([points], layout)).map(({ text }) => text), ["a", "b"]);
  const [width = NaN] = await sizeOf([points], layout);
  assert.ok(width < 800, `${width} pixels`);
});

Deno.test("texts of bars that a range cuts stand in the middle of what is seen of their bar", () => {
  const bar = { type: "bar", x: ["a", "b", "c", "d"], y: [98, 99, 97, 120], texttemplate: "%{y}" };
  const words = (more: JsonRecord) =>
    wordsOf(specOf([{ ...bar, ...more }], { yaxis: { range: [95, 100] }, barmode: "relative" }));
  const inside = words({ textposition: "inside" });
  assert.deepEqual(inside.map(({ text, y }) => [text, y]), [["98", 96.5], ["99", 97], ["97", 96], [
    "120",
    97.5,
  ]]);
  const outside = words({ textposition: "outside" });
  assert.deepEqual(outside.map(({ y, baseline }) => [y, baseline]), [[98, "bottom"], [99, "bottom"], [
    97,
    "bottom",
  ], [100, "top"]]);
  const lying = { type: "bar", orientation: "h", y: ["a"], x: [980], text: ["980"], textposition: "inside" };
  const [word] = wordsOf(specOf([lying], { xaxis: { range: [950, 1000] } }));
  assert.deepEqual([word?.["x"], word?.["y"]], [965, 0]);
  const below = wordsOf(specOf([{ ...bar, y: [90, 99, 97, 120] }], { yaxis: { range: [95, 100] } }));
  assert.deepEqual(below.map(({ text }) => text), ["99", "97", "120"]);
});

Deno.test("shapes and annotations end where the axes end that they refer to", async () => {
  const points = { mode: "markers", x: [1, 2, 3], y: [1, 2, 3] };
  const ranges = { xaxis: { range: [0, 4] }, yaxis: { range: [0, 4] } };
  const layout = {
    ...ranges,
    annotations: [{ x: 100, y: 2, text: "far away" }, { x: 1, y: 1, text: "near" }],
    shapes: [
      { type: "line", x0: 50, x1: 50, yref: "y domain", y0: 0, y1: 1 },
      { type: "rect", xref: "paper", x0: 0, x1: 1, y0: -100, y1: 2 },
    ],
  };
  const [[width = NaN, height], [plain = NaN, low]] = [
    await sizeOf([points], layout),
    await sizeOf([points], ranges),
  ];
  assert.ok(height === low && Math.abs(width - plain) <= 2, `${width}×${height}`);
  const svg = await vegaSvg(specOf([points], layout));
  assert.match(svg, />near</);
  assert.doesNotMatch(svg, />far away</);
});

Deno.test("axes without a range reach over the shapes and annotations on them", () => {
  const line = { mode: "lines", x: [1, 2, 3], y: [1, 2, 3] };
  const spec = specOf([line], {
    shapes: [{ type: "line", xref: "paper", x0: 0, x1: 1, y0: 10, y1: 10 }],
    annotations: [{ x: 5, y: 2, text: "later" }],
  });
  assert.ok((domainOf(spec, "y")[1] ?? 0) > 10);
  assert.ok((domainOf(spec, "x")[1] ?? 0) > 5);
  const plain = specOf([line], { shapes: [{ type: "line", x0: 1, x1: 3, y0: 1, y1: 3 }] });
  assert.deepEqual(domainOf(plain, "y"), domainOf(specOf([line]), "y"), "what is within changes nothing");
});

Deno.test("a text on the paper far outside does not stretch the picture", async () => {
  const figure = (annotations: readonly JsonRecord[]) =>
    JSON.stringify({ data: [{ y: [1, 2, 3] }], layout: { annotations } });
  const far = [{ xref: "paper", yref: "paper", x: 40, y: 0.5, text: "far", showarrow: false }];
  const drawn = await drawFigure({ form: "plotly", json: figure(far), maxEdge: 1_600 });
  assert.ok(drawn.width / drawn.height < 3, `${drawn.width}×${drawn.height}`);
  assert.equal(drawn.note, undefined);
});

Deno.test("what is left out of a picture is told with it", async () => {
  const y = Array.from({ length: 20_000 }, (_, k) => Math.sin(k));
  const json = JSON.stringify({ data: [{ mode: "markers", y }], layout: { title: "한" } });
  const { note } = await drawFigure({ form: "plotly", json, maxEdge: 400 });
  assert.match(String(note), /^Of 20000 points one in 3 is drawn; the font lacks/);
});

Deno.test("names stand at their bars where a range shows only some of them", () => {
  const bar = { type: "bar", x: [..."abcdefghij"], y: [..."0123456789"].map(Number) };
  const middles = (range: readonly number[]) => {
    const scales = [...recordsWith(specOf([bar], { xaxis: { range } }), "name", "domain", "range")];
    const [x, names] = ["x", "x_names"].map((wanted) => scales.find(({ name }) => name === wanted));
    const numbers = (list: unknown) => Array.isArray(list) ? list.map(Number) : [];
    const [[from = 0, to = 0], [left = 0, right = 0]] = [numbers(x?.["domain"]), numbers(x?.["range"])];
    const [start = 0, end = 0] = numbers(names?.["range"]);
    const shown = Array.isArray(names?.["domain"]) ? names["domain"].map(String) : [];
    return shown.map((name, index) => {
      const middle = start + (end - start) * (index + 0.5) / shown.length;
      const place = from + (to - from) * (middle - left) / (right - left);
      return `${name} at ${place.toFixed(3)}`;
    });
  };
  assert.deepEqual(middles([-0.5, 2.5]), ["a at 0.000", "b at 1.000", "c at 2.000"]);
  assert.deepEqual(middles([3, 4.2]), ["d at 3.000", "e at 4.000"]);
  assert.deepEqual(middles([4.5, 2.5]), ["d at 3.000", "e at 4.000"]);
  assert.equal(middles([-2, 20]).length, 10);
});

Deno.test("names before the first and after the last at which something stands are not shown", () => {
  const names = (x: readonly string[]) => {
    const xaxis = { categoryorder: "array", categoryarray: ["z", "a", "b", "c", "d"] };
    return domainOf(specOf([{ type: "bar", x, y: x.map(() => 1) }], { xaxis }), "x");
  };
  assert.deepEqual(names(["c", "a"]), [0.5, 3.5]);
  assert.deepEqual(names(["z", "d"]), [-0.5, 4.5]);
});

Deno.test("large points have room before the frame, along axes of every kind", () => {
  const marker = { size: [40, 60, 80, 100] };
  const edges = (data: JsonRecord, layout: JsonRecord = {}) => {
    const spec = specOf([{ mode: "markers", marker, ...data }], layout);
    const dots = [...recordsWith(spec, "kind", "symbol")];
    return (["x", "y"] as const).flatMap((letter) => {
      const scale = [...recordsWith(spec, "name", "domain", "range")].find(({ name }) => name === letter);
      const isLog = scale?.["type"] === "log";
      const place = (value: unknown) => isLog ? Math.log(Number(value)) : Number(value);
      const [from = NaN, to = NaN] = Array.isArray(scale?.["domain"]) ? scale["domain"].map(place) : [];
      const length = Array.isArray(scale?.["range"]) ? Math.max(...scale["range"].map(Number)) : NaN;
      return dots.flatMap((dot) => {
        const pixel = (place(dot[letter]) - from) / (to - from) * length;
        const radius = Math.sqrt(Number(dot["size"])) / 2;
        return [pixel - radius, length - pixel - radius];
      });
    });
  };
  const least = (ends: readonly number[]) => Math.min(...ends);
  const y = [10, 11, 12, 13];
  assert.ok(least(edges({ x: [1, 2, 3, 4], y })) > -0.5);
  assert.ok(least(edges({ x: [1, 10, 100, 1000], y }, { xaxis: { type: "log" } })) > -0.5);
  assert.ok(least(edges({ x: [1, 2, 3, 4], y }, { xaxis: { autorange: "reversed" } })) > -0.5);
  const given = edges({ x: [1, 2, 3, 4], y }, { xaxis: { range: [1, 4] } });
  assert.ok(least(given) < -10, "a range that is given stays");
});
