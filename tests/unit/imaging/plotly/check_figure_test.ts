/** Figures that would take gigabytes or hours are refused before anything is drawn, as are those that need a browser. */

import assert from "node:assert/strict";
import type { JsonRecord } from "../../../../src/base/json.ts";
import { checkFigure } from "../../../../src/imaging/plotly/check_figure.ts";
import { plotlyCorpus } from "../../../harness/plotly_corpus.ts";

const many = (length: number) => Array.from({ length }, (_, index) => index);
const rows = (height: number, width: number) => Array.from({ length: height }, () => many(width));
const line = { y: [1, 2] };
const typed = (shape: string) => ({ dtype: "f8", bdata: new Uint8Array(80).toBase64(), shape });

interface Case {
  readonly data: readonly JsonRecord[];
  readonly layout?: JsonRecord;
}

/** By the error that each gets. */
const refused: Readonly<Record<string, Case>> = {
  'traces of type "scatter3d" need WebGL': { data: [line, { type: "scatter3d" }] },
  'traces of type "parcoords" need WebGL': { data: [{ type: "parcoords" }] },
  'traces of type "scattermapbox" need map tiles from the network': { data: [{ type: "scattermapbox" }] },
  'traces of type "hologram" need a newer plotly.js': { data: [{ type: "hologram" }] },
  'traces of type "constructor" need a newer plotly.js': { data: [{ type: "constructor" }] },
  "3,000 traces": { data: many(3_000).map(() => line) },
  "60,000 points": { data: [{ type: "bar", y: many(60_000) }] },
  "1,500,000 cells": { data: [{ type: "heatmap", z: rows(1_000, 1_500) }] },
  "1,000,000 cells": { data: [{ type: "contour", z: rows(1_000, 1_000) }] },
  "20,000 sectors": { data: [{ type: "pie", values: many(20_000) }] },
  "2,000 sectors": { data: [{ type: "sankey", link: { value: many(2_000) } }] },
  "6,000 texts": { data: [{ mode: "text", y: many(6_000) }] },
  "1,000,000,000,000 ticks": { data: [line], layout: { yaxis: { range: [0, 1e9], dtick: 1e-3 } } },
  "10,000,000 ticks": { data: [{ x: [0, 1e6], y: [1, 2] }], layout: { xaxis: { dtick: 0.1 } } },
  "20,000,000 ticks": {
    data: [{ x: [0, 2e6], y: [1, 2] }],
    layout: { template: { layout: { xaxis: { minor: { dtick: 0.1 } } } } },
  },
  "45,291 ticks": {
    data: [{ x: ["1900-01-01", "2024-01-02"], y: line.y }],
    layout: { xaxis: { dtick: 86_400_000 } },
  },
  "100,000 ticks": { data: [line], layout: { xaxis: { tickvals: many(100_000) } } },
  "1,000,000,000 ticks": { data: [line], layout: { yaxis2: { nticks: 1e9 } } },
  "1,000,000 ticks": {
    data: [{ type: "indicator", gauge: { axis: { range: [0, 1e6], dtick: 1 } } }],
  },
  "1,000,000,000 bins": { data: [{ type: "histogram", x: line.y, nbinsx: 1e9 }] },
  "4,000,000 bins": { data: [{ type: "contour", contours: { start: 0, end: 4e6, size: 1 } }] },
  "3,000,000,000 steps of a violin": { data: [{ type: "violin", y: [1, 2, 3], bandwidth: 1e-9 }] },
  "5,000 annotations": { data: [line], layout: { annotations: many(5_000).map(() => ({ text: "a" })) } },
  "1,000,000,000 subplots": { data: [line], layout: { grid: { rows: 1e9 } } },
  "400 subplots": { data: [line], layout: { grid: { rows: 20, columns: 20 } } },
  "200 subplots": { data: many(200).map((index) => ({ ...line, xaxis: `x${index + 1}` })) },
  "its width is 1000000000 pixels": { data: [line], layout: { width: 1e9 } },
  "100,000,000 pixels": { data: [line], layout: { width: 1e4, height: 1e4 } },
  "a text of 1,000,000 characters": { data: [line], layout: { title: { text: "a".repeat(1e6) } } },
  "1,200,000 characters of text": { data: many(300).map(() => ({ ...line, name: "n".repeat(4_000) })) },
  "a format that makes texts of 1000000000": {
    data: [line],
    layout: { xaxis: { tickformat: "1000000000d" } },
  },
  "a format that makes texts of 999999": { data: [{ ...line, texttemplate: "%{y:.1f} %{x:>999999d}" }] },
  "declares more values than it has": { data: [{ type: "heatmap", z: typed("1000000, 1000000") }] },
  "a typed array in it declares": { data: [{ type: "heatmap", z: typed("1000000000, 0") }] },
  "nested too deeply": { data: [{ meta: many(200).reduce((inner: JsonRecord) => ({ inner }), {}) }] },
};

Deno.test("checkFigure says why a figure is not drawn", () => {
  for (const [why, { data, layout = {} }] of Object.entries(refused)) {
    assert.throws(() => checkFigure({ data, layout }), (error) => {
      assert.ok(error instanceof Error && error.message.includes(why), `${why}: ${error}`);
      return true;
    }, why);
  }
});

Deno.test("checkFigure accepts ordinary figures and what is not shown", () => {
  for (const { figure } of plotlyCorpus()) checkFigure(figure);
  checkFigure({ data: [{ type: "surface", visible: false }, line], layout: {} });
  checkFigure({
    data: [{ mode: "lines", y: many(200_000) }],
    layout: { xaxis: { tickformat: "%Y since 2020" } },
  });
  checkFigure({ data: [{ ...line, texttemplate: "in 2024: %{y:.2f}" }], layout: {} });
});
