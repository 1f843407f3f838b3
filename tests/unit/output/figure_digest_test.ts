import assert from "node:assert/strict";
import { isRecord, type JsonRecord } from "../../../src/base/json.ts";
import { figureDigest, figureOf } from "../../../src/output/figure_digest.ts";

function bundle(name: string): JsonRecord {
  const value: unknown = JSON.parse(Deno.readTextFileSync(new URL(`./data/${name}.json`, import.meta.url)));
  assert.ok(isRecord(value));
  return value;
}

Deno.test("figureDigest tells a Plotly line chart with typed arrays", () => {
  assert.equal(
    figureDigest(bundle("plotly_line")),
    `Plotly figure "Sales by region", 2 traces
x axis: "date"
y axis: "sales"
legend: "region"
- scatter (lines) "North": 6 points; x 2024-01-01 … 2024-01-06; y 0 … 15
- scatter (lines) "South": 6 points; x 2024-01-01 … 2024-01-06; y 1.5 … 16.5`,
  );
});

Deno.test("figureDigest tells a Plotly heatmap by its shape", () => {
  assert.equal(
    figureDigest(bundle("plotly_heatmap")),
    "Plotly figure, 1 trace\n- heatmap: 4 points; x 4 categories (a, b, c, d); z 3×4, 0 … 11",
  );
});

Deno.test("figureDigest counts dates and numbers that are none as missing", () => {
  const bdata = new Uint8Array(new Float64Array([1, NaN, Infinity, 4]).buffer).toBase64();
  const figure = {
    data: [{ x: ["2024-01-01", "NaT", "2024-01-03", "2024-01-04"], y: { dtype: "f8", bdata } }],
  };
  assert.equal(
    figureDigest({ "application/vnd.plotly.v1+json": figure }),
    "Plotly figure, 1 trace\n- scatter: 4 points; " +
      "x 2024-01-01 … 2024-01-04, 1 missing; y 1 … 4, 2 missing",
  );
});

Deno.test("figureDigest tells the facets of a Plotly figure", () => {
  const digest = figureDigest(bundle("plotly_facets")) ?? "";
  assert.match(digest, /annotations: date=2024-01-01/);
  assert.match(digest, /- bar: 2 points; x 2 categories \(North, South\); y 0 … 1/);
});

Deno.test("figureDigest tells an Altair chart with a named dataset", () => {
  assert.equal(
    figureDigest(bundle("altair_line")),
    `Vega-Lite chart "Sales by region"
- line: color region (nominal); x date (temporal); y sum(sales) (quantitative) "Total"; 12 rows; region 2 categories (North, South); date 2024-01-01 … 2024-01-06; sales 0 … 16.5`,
  );
});

Deno.test("figureDigest tells both views of an Altair concatenation", () => {
  const digest = figureDigest(bundle("altair_concat")) ?? "";
  assert.match(digest, /^Vega-Lite chart "Two", 2 views side by side\n- bar: x bin\(sales\)/);
  assert.match(digest, /y count\(\) \(quantitative\); 12 rows/);
  assert.match(digest, /- line "Sales by region": /);
});

Deno.test("figureDigest finds the chart in the page that Altair sends by default", () => {
  const page = bundle("altair_html");
  assert.deepEqual(Object.keys(page).toSorted(), ["text/html", "text/plain"]);
  assert.equal(
    figureDigest(page),
    "Vega-Lite chart\n- bar: x a (ordinal); y b (quantitative); 3 rows; a 1 … 3; b 4 … 6",
  );
  assert.equal(figureOf(page)?.library, "altair");
});

Deno.test("figureDigest finds the figure in a page of Plotly's", () => {
  const html =
    `<div><script>Plotly.newPlot("id-1", [{"type":"bar","x":["a","]"],"y":[1,2]}],  {"title":{"text":"T"}}, {})</script>`;
  assert.equal(
    figureDigest({ "text/html": html }),
    'Plotly figure "T", 1 trace\n- bar: 2 points; x 2 categories (a, ]); y 1 … 2',
  );
});

Deno.test("figureDigest tells a Vega chart", () => {
  const spec = {
    marks: [{ type: "rect" }],
    axes: [{ orient: "bottom", title: "month" }],
    data: [{ name: "t", values: [{ a: 1 }, { a: null }] }],
  };
  assert.equal(
    figureDigest({ "application/vnd.vega.v5+json": spec }),
    'Vega chart, marks: rect\nbottom axis: "month"\n- data "t": 2 rows; a 1, 1 missing',
  );
});

Deno.test("figureDigest takes figures that hold nonsense", () => {
  let nested: unknown = [];
  for (let i = 0; i < 5_000; i++) nested = { layer: [nested] };
  for (
    const type of [
      "application/vnd.plotly.v1+json",
      "application/vnd.vegalite.v5+json",
      "application/vnd.vega.v5+json",
    ]
  ) {
    for (
      const spec of [{}, { data: 3, layout: [] }, { data: [{ x: { dtype: "f8", bdata: "?" } }] }, {
        layer: [nested],
      }]
    ) {
      assert.ok(figureDigest({ [type]: spec }) !== null);
    }
    assert.equal(figureDigest({ [type]: "text" }), null);
  }
  assert.ok(figureDigest({ "application/vnd.plotly.v1+json": { data: [{ x: [[[[nested]]]] }] } }) !== null);
  assert.equal(figureDigest({ "text/html": "vegaEmbed })({ broken" }), null);
});

Deno.test("figureDigest stays short for figures of many traces and points", () => {
  const x = Array.from({ length: 10_000 }, (_, i) => i);
  const data = Array.from({ length: 200 }, () => ({ type: "scatter", x, y: x }));
  const digest = figureDigest({ "application/vnd.plotly.v1+json": { data, layout: {} } }) ?? "";
  assert.ok(digest.length < 4_000);
  assert.match(digest, /… and 170 more traces/);
});
