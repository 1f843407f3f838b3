import assert from "node:assert/strict";
import { isRecord, type JsonRecord } from "../../../../src/base/json.ts";
import { plotlyToVega } from "../../../../src/imaging/plotly/to_vega.ts";
import { fontMetrics, vegaSvg } from "../../../../src/imaging/vega_svg.ts";

type Traces = readonly JsonRecord[];

function specOf(data: Traces, layout: JsonRecord = {}): JsonRecord {
  return plotlyToVega({ data, layout }, { measure: fontMetrics.width });
}

function svgOf(data: Traces, layout: JsonRecord = {}): Promise<string> {
  return vegaSvg(specOf(data, layout));
}

/** The values of all datasets in a specification that have these fields. */
function* rowsWith(value: unknown, ...fields: string[]): Generator<JsonRecord> {
  if (Array.isArray(value)) { for (const item of value) yield* rowsWith(item, ...fields); }
  else if (isRecord(value)) {
    if (fields.every((field) => field in value)) yield value;
    for (const inner of Object.values(value)) yield* rowsWith(inner, ...fields);
  }
}

function bars(spec: JsonRecord) {
  return [...rowsWith(spec, "kind", "x2", "fill")].map(({ x, x2, y, y2 }) => [x, x2, y, y2]);
}

const typed = { dtype: "f8", bdata: new Uint8Array(new Float64Array([3, 5]).buffer).toBase64() };

Deno.test("plotlyToVega draws every kind of trace that it knows, with typed arrays", async () => {
  const kinds: Traces = [
    { type: "scatter", mode: "markers", x: [1, 2], y: typed, name: "点" },
    { type: "scatter", mode: "lines", x: ["2024-01-01", "2024-02-01"], y: typed },
    { type: "scatter", fill: "tozeroy", y: typed },
    { type: "scattergl", y: typed },
    { type: "bar", x: ["東京", "大阪"], y: typed },
    { type: "histogram", x: typed },
    { type: "box", y: typed, name: "箱" },
    { type: "violin", y: typed, name: "v" },
    { type: "heatmap", z: [[1, 2], [3, 4]] },
    { type: "pie", labels: ["甲", "乙"], values: typed },
  ];
  for (const trace of kinds) {
    const svg = await svgOf([trace], { title: { text: "題名" }, showlegend: true });
    assert.match(svg, /^<svg /, String(trace["type"]));
    assert.match(svg, />題名</);
    assert.doesNotMatch(svg, /NaN|undefined|Infinity/, String(trace["type"]));
  }
});

Deno.test("plotlyToVega puts bars beside each other, on each other, or over each other", () => {
  const data = [{ type: "bar", x: ["a"], y: [3] }, { type: "bar", x: ["a"], y: [5] }];
  const [left, right] = bars(specOf(data, { barmode: "group" }));
  assert.deepEqual([left?.slice(2), right?.slice(2)], [[0, 3], [0, 5]]);
  assert.ok(Number(left?.[1]) <= Number(right?.[0]) + 1e-9, "side by side");
  const [low, high] = bars(specOf(data, { barmode: "stack" }));
  assert.deepEqual([low?.slice(2), high?.slice(2)], [[0, 3], [3, 8]]);
  assert.deepEqual(low?.slice(0, 2), high?.slice(0, 2));
  const over = bars(specOf(data, { barmode: "overlay" }));
  assert.deepEqual(over.map((bar) => bar.slice(2)), [[0, 3], [0, 5]]);
  const [lying] = bars(specOf([{ type: "bar", orientation: "h", y: ["a"], x: [3] }]));
  assert.deepEqual(lying?.slice(0, 2), [0, 3]);
  const signs = bars(specOf([{ type: "bar", x: ["a"], y: [3] }, { type: "bar", x: ["a"], y: [-2] }], {
    barmode: "relative",
  }));
  assert.deepEqual(signs.map((bar) => bar.slice(2)), [[0, 3], [0, -2]]);
});

Deno.test("plotlyToVega counts, sums and scales the bins of histograms", () => {
  const sizes = (trace: JsonRecord) =>
    bars(specOf([{ type: "histogram", ...trace }])).map(([, , , top]) => top);
  const values = [0.1, 0.2, 1.5, 2.5];
  const xbins = { start: 0, end: 3, size: 1 };
  assert.deepEqual(sizes({ x: values, xbins }), [2, 1, 1]);
  assert.deepEqual(sizes({ x: values, xbins, histnorm: "percent" }), [50, 25, 25]);
  assert.deepEqual(sizes({ x: values, xbins, cumulative: { enabled: true } }), [2, 3, 4]);
  assert.deepEqual(sizes({ x: values, y: [1, 2, 3, 4], histfunc: "sum", xbins }), [3, 3, 4]);
  assert.deepEqual(sizes({ x: ["b", "a", "b"] }), [2, 1]);
});

Deno.test("plotlyToVega stacks areas and leaves gaps in lines", () => {
  const stacked = specOf([
    { type: "scatter", x: [1, 2], y: [1, 2], stackgroup: "one" },
    { type: "scatter", x: [1, 2], y: [10, 20], stackgroup: "one" },
  ]);
  const points = [...rowsWith(stacked, "x", "y", "defined")].map(({ x, y }) => `${x} ${y}`);
  assert.ok(points.includes("2 22"), "the second lies on the first");
  const gaps = [...rowsWith(specOf([{ y: [1, null, 3], mode: "lines" }]), "defined")].filter((row) =>
    !("interpolate" in row)
  ).map((row) => row["defined"]);
  assert.deepEqual(gaps, [true, false, true]);
});

Deno.test("plotlyToVega stacks over gaps as Plotly does: zero, or the line between the neighbours", () => {
  const stack = (more: JsonRecord, values: readonly (number | null)[] = [1, null, 3]) => {
    const spec = specOf([
      { type: "scatter", x: [1, 2, 3], y: values, stackgroup: "one", ...more },
      { type: "scatter", x: [1, 2, 3, 4], y: [10, 20, 30, 40], stackgroup: "one" },
    ]);
    const rows = [...rowsWith(spec, "x", "y", "defined")].filter((row) => !("interpolate" in row));
    assert.ok(rows.every(({ defined }) => defined === true), "no edge is broken");
    const edges = Map.groupBy(rows, ({ x }) => x);
    return [1, 2, 3, 4].map((x) => Math.max(...(edges.get(x) ?? []).map(({ y }) => Number(y))));
  };
  assert.deepEqual(stack({}), [11, 20, 33, 40]);
  assert.deepEqual(stack({}, [1, NaN, 3]), [11, 20, 33, 40]);
  assert.deepEqual(stack({ stackgaps: "interpolate" }), [11, 22, 33, 43]);
  assert.deepEqual(stack({ stackgaps: "interpolate" }, [null, null, null]), [10, 20, 30, 40]);
  assert.deepEqual(stack({ groupnorm: "percent" }), [100, 100, 100, 100]);
});

Deno.test("plotlyToVega stacks sidewards where the figure does", () => {
  const spec = specOf(["a", "b"].map(() => ({
    type: "scatter",
    orientation: "h",
    x: [1, 2],
    y: [10, 20],
    stackgroup: "one",
  })));
  const points = [...rowsWith(spec, "x", "y", "defined")].map(({ x, y }) => `${x} ${y}`);
  assert.ok(points.includes("4 20") && points.includes("2 10"), points.join());
});

function typedArray(...values: number[]) {
  return { dtype: "f8", bdata: new Uint8Array(new Float64Array(values).buffer).toBase64() };
}

Deno.test("plotlyToVega leaves out what is no number or no date and keeps the kind of the axis", () => {
  const scaleOf = (trace: JsonRecord, letter: "x" | "y") => {
    const scales = [...rowsWith(specOf([trace]), "name", "type", "domain", "range")];
    return scales.filter(({ name }) => String(name).startsWith(letter)).map(({ name, type }) =>
      `${name} ${type}`
    );
  };
  const holed = typedArray(10, NaN, 30, Infinity, -Infinity, 100);
  const at = [0, 1, 2, 3, 4, 5];
  for (const type of ["scatter", "bar", "box", "violin"]) {
    assert.deepEqual(scaleOf({ type, y: holed }, "y"), ["y linear"], type);
  }
  assert.deepEqual(scaleOf({ type: "histogram", x: holed }, "x"), ["x linear"]);
  assert.deepEqual(scaleOf({ type: "scatter", x: holed, y: at }, "x"), ["x linear"]);
  const dates = ["2024-01-01T00:00:00.000000", "NaT", "NaT", "2024-03-01T00:00:00.000000"];
  assert.deepEqual(scaleOf({ type: "scatter", x: dates, y: [1, 2, 3, 4] }, "x"), ["x utc"]);
  assert.deepEqual(scaleOf({ type: "bar", x: ["a", "b", "c", "7"], y: [1, 2, 3, 4] }, "x"), [
    "x linear",
    "x_names band",
  ]);
  const [line] = rowsWith(specOf([{ type: "scatter", x: at, y: holed, mode: "lines" }]), "name", "values");
  assert.deepEqual([...rowsWith(line, "defined")].map(({ defined }) => defined), [
    true,
    false,
    true,
    false,
    false,
    true,
  ]);
  const text = JSON.stringify(specOf([
    { type: "bar", x: ["a", "b"], y: [1, 2], text: typedArray(NaN, 3) },
    { type: "pie", labels: ["p", "q"], values: typedArray(NaN, 2) },
    { type: "heatmap", z: [typedArray(1, NaN)], texttemplate: "%{z}" },
  ]));
  assert.doesNotMatch(text, /NaN|Infinity/);
});

Deno.test("plotlyToVega leaves the room of what is missing empty", () => {
  const [first] = bars(specOf([{ type: "bar", y: typedArray(10, NaN, 100) }]));
  assert.deepEqual(first?.slice(0, 2), [-0.4, 0.4], "no wider than with a bar between");
  const text = JSON.stringify(specOf([{ type: "heatmap", z: [typedArray(1, NaN)] }]));
  assert.match(text, /"name":"x","type":"linear","domain":\[-0\.5,1\.5\]/);
});

Deno.test("plotlyToVega ends the whiskers of a box at the box at least", () => {
  const rules = [...rowsWith(specOf([{ type: "box", y: [1, 2, 2, 3, 9] }]), "kind", "x2", "stroke")]
    .filter(({ kind }) => kind === "rule").map(({ y, y2 }) => [y, y2]);
  assert.deepEqual(rules.slice(0, 2), [[1, 1.75], [4.5, 4.5]]);
});

Deno.test("plotlyToVega keeps the lines of a grid inside of their own subplot", async () => {
  const layout = {
    height: 480,
    yaxis: { domain: [0, 0.4] },
    xaxis2: { anchor: "y2" },
    yaxis2: { domain: [0.6, 1], anchor: "x2" },
  };
  const svg = await svgOf([{ y: [1, 2] }, { y: [5, 9], xaxis: "x2", yaxis: "y2" }], layout);
  const lengths = [...svg.matchAll(/<line [^>]*?x2="(-?[\d.]+)" y2="(-?[\d.]+)" stroke="#e5e5e5"/g)];
  assert.ok(lengths.length > 0);
  assert.ok(lengths.every(([, , height]) => Math.abs(Number(height)) <= 128 + 1), "as high as the subplot");
});

Deno.test("plotlyToVega gives subplots the places and ranges that the layout says", () => {
  const data = [{ y: [1, 2] }, { y: [5, 9], xaxis: "x2", yaxis: "y2" }];
  const layout = {
    xaxis: { domain: [0, 0.4] },
    xaxis2: { domain: [0.6, 1] },
    yaxis2: { anchor: "x2", matches: "y" },
    annotations: [{ text: "<b>North</b>", x: 0.2, y: 1, xref: "paper", yref: "paper", showarrow: false }],
  };
  const spec = specOf(data, layout);
  const groups = [...rowsWith(spec, "scales", "axes", "marks")].filter((group) => group["type"] === "group");
  assert.equal(groups.length, 2);
  const scales = groups.map((group) => JSON.stringify(group["scales"]));
  const domainOf = (text: string | undefined) =>
    /"name":"y"[^}]*?"domain":(\[[^\]]*\])/.exec(text ?? "")?.[1];
  assert.equal(domainOf(scales[0]), domainOf(scales[1]), "axes that match have one range");
  assert.match(JSON.stringify(spec), /"North"/);
});

Deno.test("plotlyToVega keeps given ranges, logarithms and reversed axes", () => {
  const text = (layout: JsonRecord) =>
    JSON.stringify(specOf([{ x: [1, 100], y: [1, 2], mode: "lines" }], layout));
  assert.match(text({ yaxis: { range: [0, 10] } }), /"name":"y","type":"linear","domain":\[0,10\]/);
  assert.match(
    text({ xaxis: { type: "log", range: [0, 3] } }),
    /"name":"x","type":"log","domain":\[1,1000\]/,
  );
  assert.match(text({ yaxis: { autorange: "reversed" } }), /"name":"y","type":"linear","domain":\[2,1\]/);
});

Deno.test("plotlyToVega refuses figures of which it could draw only a part", () => {
  assert.throws(
    () => specOf([{ type: "bar", y: [1] }, { type: "sankey" }]),
    /type "sankey" are not drawn here/,
  );
  assert.throws(() => specOf([]), /no traces/);
});

Deno.test("plotlyToVega draws boxes of which the quartiles are given", () => {
  const given = {
    type: "box",
    q1: [1, 2],
    median: [2, 3],
    q3: [3, 5],
    lowerfence: [0, 1],
    upperfence: [5, 8],
  };
  const upright = bars(specOf([{ ...given, x: ["a", "b"] }]));
  assert.deepEqual(upright.map(([, , y, y2]) => [y, y2]), [[1, 3], [2, 5]]);
  const text = JSON.stringify(specOf([{ ...given, x: ["a", "b"] }]));
  assert.match(text, /"domain":\[-0\.4,8\.4\]/);
  const flat = bars(specOf([{ ...given, y: ["a", "b"], orientation: "h" }]));
  assert.deepEqual(flat.map(([x, x2]) => [x, x2]), [[1, 3], [2, 5]]);
  assert.equal(bars(specOf([{ type: "box", q1: [1], median: [2], q3: [3], name: "only" }])).length, 1);
});

Deno.test("plotlyToVega puts the values of a histogram's bins together as they are asked to", () => {
  const heights = (histfunc: string) =>
    bars(specOf([{ type: "histogram", x: ["a", "a", "b"], y: [2, 4, 9], histfunc }])).map(([, , , y2]) => y2);
  assert.deepEqual(heights("count"), [2, 1]);
  assert.deepEqual(heights("sum"), [6, 9]);
  assert.deepEqual(heights("avg"), [3, 9]);
  assert.deepEqual(heights("min"), [2, 9]);
  assert.deepEqual(heights("max"), [4, 9]);
});

Deno.test("plotlyToVega lets nothing of a figure into expressions, fields or addresses", async () => {
  const evil = "url(http://127.0.0.1:9/x) ']);alert(1)//";
  const svg = await svgOf([
    { type: "bar", x: [evil, "b"], y: [1, 2], name: evil, marker: { color: evil }, text: [evil, evil] },
    { y: [1, 2], line: { color: "url(#a)" }, name: "b" },
  ], { title: { text: evil }, paper_bgcolor: "url(http://127.0.0.1:9/y)", yaxis: { tickformat: evil } });
  assert.doesNotMatch(svg, /(?:fill|stroke|href)="url\(/);
});

Deno.test("plotlyToVega takes figures that hold nonsense", async () => {
  const odd: Traces = [
    { type: "bar" },
    { type: "scatter", x: {}, y: "abc" },
    { type: "histogram", x: [null, "a", 3] },
    { type: "box", y: [null] },
    { type: "violin", y: [1] },
    { type: "heatmap", z: [[]] },
    { type: "heatmap", z: 3 },
    { type: "pie", values: [-1, 0] },
    { type: "scatter", x: [1e308, -1e308], y: [0, 1e-300], marker: { size: [-1, 1e9] }, mode: "markers" },
    { type: "bar", x: ["a"], y: [1], width: "wide", marker: { color: [[1]] } },
  ];
  for (const trace of odd) {
    const svg = await svgOf([trace], {
      xaxis: 3,
      yaxis: { range: ["a", null] },
      shapes: [{}],
      annotations: [3, {}],
    });
    assert.match(svg, /^<svg /, JSON.stringify(trace));
  }
});
