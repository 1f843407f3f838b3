/** The marks of a figure are where Plotly would have them: bars, boxes in violins, cells, parts of a pie, the legend. */

import assert from "node:assert/strict";
import type { JsonRecord } from "../../../../src/base/json.ts";
import { vegaSvg } from "../../../../src/imaging/vega_svg.ts";
import { recordsWith, specOf } from "./figure_spec.ts";

const rectsOf = (spec: JsonRecord) => [...recordsWith(spec, "kind", "x2", "fill")];
const scaleOf = (spec: JsonRecord, wanted: string) =>
  [...recordsWith(spec, "name", "domain", "range")].find(({ name }) => name === wanted);

Deno.test("bars stand on the lower end of a logarithmic axis, the shortest of them too", () => {
  const bars = rectsOf(specOf([{ type: "bar", x: ["a", "b"], y: [1, 1000] }], { yaxis: { type: "log" } }));
  assert.deepEqual(bars.map(({ y, y2 }) => [y, y2]), [[0.5, 1], [0.5, 1000]]);
});

Deno.test("bars begin at the dates that a figure gives", () => {
  const day = 86_400_000;
  const bar = { type: "bar", orientation: "h", y: ["a"], base: ["2023-01-15"], x: [2 * day] };
  const [one] = rectsOf(specOf([bar], { xaxis: { type: "date" } }));
  assert.deepEqual([one?.["x"], one?.["x2"]], [Date.UTC(2023, 0, 15), Date.UTC(2023, 0, 17)]);
});

Deno.test("bars are shares of their position where the layout asks for shares", () => {
  const data = [{ type: "bar", x: ["a", "b"], y: [1, 2], texttemplate: "%{y:.0f}" }, {
    type: "bar",
    x: ["a", "b"],
    y: [3, 2],
  }];
  const spec = specOf(data, { barmode: "stack", barnorm: "percent" });
  assert.deepEqual(rectsOf(spec).map(({ y, y2 }) => [y, y2]), [[0, 25], [0, 50], [25, 100], [50, 100]]);
  assert.deepEqual([...recordsWith(spec, "kind", "text")].map(({ text }) => text), ["25", "50"]);
});

Deno.test("names in two levels are one name for each bar", () => {
  const bar = { type: "bar", x: [["2023", "2023", "2024"], ["H1", "H2", "H1"]], y: [1, 2, 3] };
  assert.deepEqual(scaleOf(specOf([bar]), "x_names")?.["domain"], ["2023 H1", "2023 H2", "2024 H1"]);
});

Deno.test("a violin has a box, a mean and points where it asks for them", () => {
  const y = [1, 2, 3, 4, 5, 6, 7, 8, 9, 40];
  const shapes = (more: JsonRecord) =>
    [...recordsWith(specOf([{ type: "violin", y, ...more }]), "kind")].map(({ kind }) => kind);
  assert.deepEqual(shapes({ points: false }), []);
  assert.ok(shapes({ points: false, box: { visible: true } }).includes("rect"));
  assert.deepEqual(shapes({}), ["dot"], "of the points those far outside");
  assert.equal(shapes({ points: "all" }).length, y.length);
  const paths = (more: JsonRecord) =>
    [...recordsWith(specOf([{ type: "violin", y, points: false, ...more }]), "strokeDash")].length;
  assert.deepEqual([paths({}), paths({ meanline: { visible: true } })], [0, 1]);
});

Deno.test("the ground does not shine through between the cells of a heatmap", () => {
  const cells = rectsOf(specOf([{ type: "heatmap", z: [[1, 2], [3, 4]] }]));
  assert.equal(cells.length, 4);
  for (const { fill, stroke } of cells) assert.equal(stroke, fill);
});

Deno.test("cells are square where the figure ties its axes together", () => {
  const spec = specOf([{ type: "heatmap", z: [[1, 2, 3, 4], [5, 6, 7, 8]] }], {
    yaxis: { scaleanchor: "x", autorange: "reversed" },
  });
  const [width, height] = ["x", "y"].map((name) => {
    const range = scaleOf(spec, name)?.["range"];
    return Array.isArray(range) ? Math.max(...range.map(Number)) : NaN;
  });
  assert.equal(width, 2 * (height ?? NaN));
});

Deno.test("parts of a pie carry what textinfo asks for, in ink that can be read, and are drawn out", () => {
  const pie = { type: "pie", labels: ["a", "b"], values: [3000, 1000], pull: [0.2, 0] };
  const parts = (more: JsonRecord) => [...recordsWith(specOf([{ ...pie, ...more }]), "middle", "text")];
  const texts = (more: JsonRecord) => parts(more).map(({ text }) => text);
  assert.deepEqual(texts({}), [["75%"], ["25%"]]);
  assert.deepEqual(texts({ textinfo: "percent+label+value" })[0], ["a", "3,000", "75%"]);
  assert.deepEqual(texts({ texttemplate: "%{label}: %{percent} (%{percent:.3f})" })[1], ["b: 25% (0.250)"]);
  const rising = { values: [1000, 3000], texttemplate: ["first: %{label}", "second: %{label}"] };
  assert.deepEqual(
    texts(rising),
    [["second: b"], ["first: a"]],
    "templates go with their parts when these are sorted",
  );
  assert.deepEqual(texts({ textinfo: "none" }), [[], []]);
  assert.deepEqual(parts({ marker: { colors: ["navy", "gold"] } }).map(({ ink }) => ink), [
    "#ffffff",
    "#2a3f5f",
  ]);
  const [out, rest] = parts({}).map(({ x, y }) => [Number(x), Number(y)]);
  assert.notDeepEqual(out, rest);
});

Deno.test("the legend shows lines as lines and points by their shape, never by the colour of a number", async () => {
  const x = [1, 2];
  const spec = specOf([
    { mode: "lines", x, y: [1, 2], name: "line" },
    { mode: "markers", x, y: [1, 2], name: "points", marker: { symbol: "diamond", color: [1, 9] } },
    { type: "bar", x, y: [1, 2], name: "bars" },
  ]);
  assert.deepEqual(scaleOf(spec, "symbols")?.["range"], ["stroke", "diamond", "square"]);
  const colours = scaleOf(spec, "traces")?.["range"];
  assert.equal(Array.isArray(colours) ? colours[1] : null, "#7f7f7f");
  assert.match(await vegaSvg(spec), /role-legend-symbol/);
});

Deno.test("a band between two lines does not pull the axis down to zero", () => {
  const x = [1, 2, 3];
  const band = [{ x, y: [101, 102, 103] }, { x, y: [99, 100, 101], fill: "tonexty" }];
  const from = (data: readonly JsonRecord[]) => {
    const domain = scaleOf(specOf(data), "y")?.["domain"];
    return Array.isArray(domain) ? Number(domain[0]) : NaN;
  };
  assert.ok(from(band) > 90, `from ${from(band)}`);
  assert.equal(from([{ x, y: [101, 102, 103], fill: "tozeroy", mode: "lines" }]), 0);
});

Deno.test("the title of an axis stands beyond the texts of its ticks", () => {
  const ticks = { tickvals: [1, 2], ticktext: ["one", "two"], title: { text: "n" } };
  const spec = specOf([{ x: [1, 2], y: [1, 2] }], { xaxis: ticks });
  const axis = [...recordsWith(spec, "titlePadding", "labels")][0];
  assert.ok(Number(axis?.["titlePadding"]) > 11 && axis?.["labels"] === false);
});

Deno.test("names stand in the order of what stands at them where the layout asks for it", () => {
  const bar = { type: "bar", orientation: "h", y: ["a", "b", "c"], x: [2, 3, 1] };
  const names = (categoryorder: string) =>
    scaleOf(specOf([bar], { yaxis: { categoryorder } }), "y_names")?.["domain"];
  assert.deepEqual(names("total ascending"), ["c", "a", "b"]);
  assert.deepEqual(names("max descending"), ["b", "a", "c"]);
  assert.deepEqual(names("category descending"), ["c", "b", "a"]);
  assert.deepEqual(names("trace"), ["a", "b", "c"]);
  const many = { type: "bar", x: ["a", "none", "b", "a", "b", "a"], y: [1, null, 5, 1, 6, 100] };
  const order = (categoryorder: string) =>
    scaleOf(specOf([many], { xaxis: { categoryorder } }), "x_names")?.["domain"];
  assert.deepEqual(order("median descending"), ["b", "a", "none"]);
  assert.deepEqual(order("geometric mean ascending"), ["none", "a", "b"]);
  assert.deepEqual(
    order("mean ascending"),
    ["none", "b", "a"],
    "a name without numbers does not spoil the order",
  );
  assert.deepEqual(order("constructor ascending"), ["a", "none", "b"]);
});

Deno.test("axes that match have their names in one order, that of what stands at them on all of these", () => {
  const x = ["a", "b", "c"];
  const spec = specOf([
    { type: "bar", x, y: [3, 2, 1] },
    { type: "bar", x, y: [1, 5, 9], xaxis: "x2", yaxis: "y2" },
  ], {
    xaxis: { categoryorder: "total descending", matches: "x2" },
    xaxis2: { categoryorder: "total descending", anchor: "y2" },
    yaxis: { domain: [0, 0.4] },
    yaxis2: { domain: [0.6, 1], anchor: "x2" },
  });
  const orders = [...recordsWith(spec, "name", "domain", "range")].filter(({ name }) => name === "x_names");
  assert.deepEqual(orders.map(({ domain }) => domain), [["c", "b", "a"], ["c", "b", "a"]]);
});

Deno.test("texts of digits are names where the theme says so, as that of Plotly does", () => {
  const bar = { type: "bar", x: ["2021", "2022"], y: [1, 2] };
  const strict = { template: { layout: { autotypenumbers: "strict" } } };
  assert.deepEqual(scaleOf(specOf([bar], strict), "x_names")?.["domain"], ["2021", "2022"]);
  assert.equal(scaleOf(specOf([bar]), "x_names"), undefined);
  assert.equal(scaleOf(specOf([{ ...bar, x: [2021, 2022] }], strict), "x_names"), undefined);
});

Deno.test("a strip chart shows its points, not the boxes that it hides", () => {
  const clear = "rgba(255,255,255,0)";
  const strip = { type: "box", y: [1, 2, 3], boxpoints: "all", pointpos: 0, fillcolor: clear };
  const spec = specOf([{ ...strip, line: { color: clear }, marker: { color: "#ff0000" }, name: "s" }]);
  const dots = [...recordsWith(spec, "kind", "symbol")];
  assert.deepEqual(dots.map(({ fill }) => fill), ["#ff0000", "#ff0000", "#ff0000"]);
  assert.deepEqual(rectsOf(spec).map(({ fill }) => fill), [clear]);
});

Deno.test("boxes that the legend tells apart stand beside each other at one place", () => {
  const box = (name: string) => ({ type: "box", y: [1, 2, 3], x0: " ", name, offsetgroup: name });
  const spec = specOf([box("F"), box("M")], { boxmode: "group" });
  assert.deepEqual(scaleOf(spec, "x_names")?.["domain"], [" "]);
  const [one, other] = rectsOf(spec);
  assert.ok(Number(one?.["x2"]) <= Number(other?.["x"]));
});

Deno.test("points are as clear as each of them says", () => {
  const points = { mode: "markers", x: [1, 2], y: [1, 2], opacity: 0.5 };
  const clear = (opacity: unknown) =>
    [...recordsWith(specOf([{ ...points, marker: { opacity } }]), "kind", "symbol")].map((dot) =>
      dot["opacity"]
    );
  assert.deepEqual(clear([0.8, 0.2]), [0.4, 0.1]);
  assert.deepEqual(clear(0.6), [0.3, 0.3]);
  assert.deepEqual(clear(0), [0, 0]);
});

Deno.test("points have their bars of uncertainty along both axes", () => {
  const points = { mode: "markers", x: [1], y: [5], error_x: { array: [0.5] } };
  const rules = [
    ...recordsWith(specOf([{ ...points, error_y: { array: [2], arrayminus: [1] } }]), "kind", "x2"),
  ];
  assert.deepEqual(rules.map(({ x, x2, y, y2 }) => [x, x2, y, y2]), [[0.5, 1.5, 5, 5], [1, 1, 4, 7]]);
});

Deno.test("a bar of uncertainty that reaches zero does not empty a logarithmic plot", () => {
  for (const letter of ["x", "y"] as const) {
    const points = { mode: "markers", x: [10, 100], y: [10, 100], [`error_${letter}`]: { array: [10, 200] } };
    const spec = specOf([points], { [`${letter}axis`]: { type: "log" } });
    const rules = [...recordsWith(spec, "kind", `${letter}2`)];
    assert.deepEqual(rules.map((rule) => [rule[letter], rule[`${letter}2`]]), [[10, 20], [100, 300]]);
    const domain = scaleOf(spec, letter)?.["domain"];
    assert.ok(
      Array.isArray(domain) && domain.every((end) => Number.isFinite(end) && end > 0),
      String(domain),
    );
  }
});

Deno.test("bars that lie have their bars of uncertainty, each in the middle of its own", () => {
  const bar = { type: "bar", orientation: "h", y: ["a"], x: [5], error_x: { array: [2] } };
  const spec = specOf([bar, { ...bar, x: [8] }]);
  const middles = rectsOf(spec).map(({ y, y2 }) => (Number(y) + Number(y2)) / 2);
  const rules = [...recordsWith(spec, "kind", "x2")].filter(({ kind }) => kind === "rule");
  assert.deepEqual(rules.map(({ x, x2, y, y2 }) => [x, x2, y, y2]), [
    [3, 7, middles[0], middles[0]],
    [6, 10, middles[1], middles[1]],
  ]);
});

Deno.test("numbers of an axis are written as Plotly writes them", async () => {
  const labels = async (y: readonly number[]) => await vegaSvg(specOf([{ x: [2020, 2021, 2022], y }]));
  assert.match(await labels([100, 200, 300]), />2021<[^]*>200</);
  assert.match(await labels([1e6, 2e6, 3e6]), />2M</);
  assert.match(await labels([1e9, 2e9, 3e9]), />2B</);
  assert.doesNotMatch(await labels([0, 0, 0]), />0\.0000/);
  const zeros = specOf([{ type: "bar", x: ["a"], y: [0] }]);
  assert.deepEqual(scaleOf(zeros, "y")?.["domain"], [0, 1]);
});

Deno.test("bars of uncertainty have strokes across their ends, as long as the figure says", () => {
  const caps = (error_y: JsonRecord) => {
    const spec = specOf([{ mode: "markers", x: [1], y: [5], error_y: { array: [2], ...error_y } }]);
    return [...recordsWith(spec, "left", "right", "stroke")].filter(({ y }) => typeof y === "number")
      .map(({ x, y, left, right }) => [x, y, left, right]);
  };
  assert.deepEqual(caps({}), [[1, 3, -4, 4], [1, 7, -4, 4]]);
  assert.deepEqual(caps({ width: 9 })[0], [1, 3, -9, 9]);
  assert.deepEqual(caps({ width: 0 }), []);
});
