/** Charts of a part of a table: what they say of the whole, and that they say so. */

import assert from "node:assert/strict";
import type { ChartSpec } from "../../../src/base/chart_spec.ts";
import type { TablePart } from "../../../src/base/protocol.ts";
import { makeChart } from "../../../src/charts/make_chart.ts";
import { requestOf } from "./examples.ts";
import { measure, textsOf } from "./made.ts";

function made(spec: ChartSpec, part: TablePart, locale: "ja" | "en" = "en") {
  return makeChart(requestOf({ data: sales, query: "" }, { part, spec, locale }), { measure });
}

const sales = "shop,sales\nA,10\nA,20\nB,5\nB,5";
const bars = { pattern: "P02", x: "shop", y: "sales" } as const;

Deno.test("sums and counts of a sample are scaled to the whole, means are not, and the reply says so", () => {
  const sample = { taken: "sample", total: 40 } as const;
  const sum = made({ ...bars, aggregate: "sum" }, sample);
  assert.match(sum.summary, /highest total sales is 300 \(A\)/);
  assert.match(sum.metadata.warnings.join(), /a random sample of 4 of 40 rows.*scaled up to all rows/);
  assert.match(made({ pattern: "P02", x: "shop", aggregate: "count" }, sample).summary, /in all 2 groups|20/);
  assert.match(made({ ...bars, aggregate: "mean" }, sample).summary, /highest mean sales is 15 \(A\)/);
  const stats = Object(sum.metadata["stats"]);
  assert.deepEqual([stats.rows, stats.sampled, stats.sampled_rows], [40, true, 4]);
  assert.ok(Object(sum.metadata)["operations_applied"].includes("sample"));
});

Deno.test("the picture itself says that it is of a part, and of which", () => {
  const text = (part: TablePart, locale: "ja" | "en") =>
    textsOf(made({ ...bars, aggregate: "sum" }, part, locale).svg).join("\n");
  assert.match(text({ taken: "sample", total: 40_000 }, "en"), /Estimated from a sample of 4 of 40,000 rows/);
  assert.match(text({ taken: "sample", total: 40_000 }, "ja"), /全40,000行から選んだ標本4行による推定/);
  assert.match(text({ taken: "first", total: 9 }, "en"), /First 4 of 9 rows only/);
  assert.match(text({ taken: "first", total: null }, "en"), /First 4 rows only/);
});
