/** What Chartelier's own server does wrong, each as a test. */

import assert from "node:assert/strict";
import { makeChart } from "../../../src/charts/make_chart.ts";
import { requestOf } from "./examples.ts";

const months = ["2024-01-01", "2024-02-01", "2024-03-01"];
const byRegion = (time: string, times: readonly string[]) =>
  [`${time},region,sales`, ...times.flatMap((at, k) => [`${at},North,${10 + k}`, `${at},South,${90 + k}`])]
    .join("\n");

function made(data: string, query: string, options: Parameters<typeof requestOf>[1] = {}) {
  return makeChart(requestOf({ data, query }, options), {
    measure: (text, size) => text.length * size * 0.6,
  });
}

interface Bar {
  readonly x: number;
  readonly x2: number;
  readonly y2: number;
  readonly color: string;
}

function isBar(value: unknown): value is Bar {
  return typeof value === "object" && value !== null && "x2" in value && "y2" in value && "color" in value;
}

/** The data values in a specification that are bars of this mark. */
function* barsIn(spec: unknown): Generator<Bar> {
  if (Array.isArray(spec)) { for (const item of spec) yield* barsIn(item); }
  else if (typeof spec === "object" && spec !== null) {
    if ("mark" in spec && JSON.stringify(spec.mark).includes('"rect"') && "data" in spec) {
      const { values } = Object(spec.data);
      if (Array.isArray(values)) yield* values.filter(isBar);
    }
    for (const inner of Object.values(spec)) yield* barsIn(inner);
  }
}

Deno.test("P21 on a time axis puts the bars of a time side by side", () => {
  const { spec, metadata } = made(byRegion("date", months), "gap between regions each month");
  assert.equal(metadata.pattern_id, "P21");
  const bars = [...barsIn(spec)].toSorted((a, b) => a.x - b.x);
  assert.equal(bars.length, 6);
  for (const [index, bar] of bars.slice(1).entries()) {
    assert.ok(bar.x >= (bars[index]?.x2 ?? 0) - 1e-9, `bar ${index + 1} lies over the one before it`);
  }
  assert.equal(new Set(bars.map(({ color }) => color)).size, 2);
});

Deno.test("P31 and P13 are drawn without any model, and the panels of P31 share their scale", () => {
  const { spec, metadata } = made(
    byRegion("date", months),
    "overview of sales over time, one panel for each region",
  );
  assert.equal(metadata.pattern_id, "P31");
  const domains = [
    ...JSON.stringify(spec).matchAll(
      /"y":\{"field":"y","type":"quantitative","scale":\{"domain":(\[[^\]]*\])/g,
    ),
  ]
    .map(([, domain]) => domain);
  assert.ok(domains.length > 1);
  assert.equal(new Set(domains).size, 1);
  const values = ["date,ms", ...Array.from({ length: 60 }, (_, k) => `2024-0${1 + k % 3}-05,${100 + k}`)]
    .join("\n");
  assert.equal(made(values, "how the distribution of ms changes over time").metadata.pattern_id, "P13");
});

Deno.test("columns of time are found by what they hold, not by their name", () => {
  const times: readonly (readonly [string, readonly string[]])[] = [
    ["month", ["2024-01", "2024-02", "2024-03"]],
    ["月", ["1月", "2月", "3月"]],
    ["年", ["2021", "2022", "2023"]],
    ["period", ["2024/1", "2024/2", "2024/3"]],
    ["期間", ["2024年1月", "2024年2月", "2024年3月"]],
    ["q", ["2024Q1", "2024Q2", "2024Q3"]],
  ];
  for (const [name, values] of times) {
    const { metadata } = made(byRegion(name, values), "sales trend by region");
    assert.deepEqual([metadata.pattern_id, metadata["mapping"]], ["P12", {
      x: name,
      y: "sales",
      color: "region",
    }], name);
  }
});

Deno.test("size and locale are kept, rows of one key are put together, and lines reach the chart", () => {
  const twice = `${byRegion("date", months)}\n${byRegion("date", months).split("\n").slice(1).join("\n")}`;
  const { spec, frame, summary, metadata } = made(twice, "sales trend, target 150", {
    width: 700,
    height: 500,
    locale: "ja",
    pattern: "P31",
  });
  const { width, height, padding } = frame;
  assert.equal(width + padding.left + padding.right, 700);
  assert.equal(height + padding.top + padding.bottom, 500);
  assert.match(summary, /[ぁ-ん]/);
  assert.deepEqual(metadata["auxiliary"], ["target_line"]);
  assert.ok(JSON.stringify(metadata["operations_applied"]).includes("groupby_agg"));
  assert.match(JSON.stringify(spec), /目標/);
});
