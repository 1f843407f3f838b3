/** A chart that would show nothing is refused, and a column without values is told. */

import assert from "node:assert/strict";
import { makeChart } from "../../../src/charts/make_chart.ts";
import type { ChartRequest } from "../../../src/base/protocol.ts";
import { requestOf } from "./examples.ts";

const measure = (text: string, size: number) => text.length * size * 0.6;

function chartOf(data: string, query: string, options: Partial<ChartRequest> = {}) {
  return makeChart(requestOf({ data, query }, options), { measure });
}

const noPrices = "shop,price\nOak,\nElm,\n";
const noTown = '[{"shop":"Oak","visits":5,"town":null},{"shop":"Elm","visits":6,"town":null}]';

Deno.test("a measure without values is refused by its name", () => {
  const none = { code: "invalid_argument", message: 'Cannot draw "price": the column has no values' };
  for (const query of ["compare price by shop", "distribution of price", "shop別のpriceを比較"]) {
    assert.throws(() => chartOf(noPrices, query), none);
  }
  assert.throws(() => chartOf(noPrices, "compare price by shop", { pattern: "P02" }), none);
});

Deno.test("a column without values is no axis, no colour and no panel", () => {
  const none = { code: "invalid_argument", message: 'Cannot draw "town": the column has no values' };
  assert.throws(() => chartOf(noTown, "compare visits", { x: "town" }), none);
  assert.throws(() => chartOf(noTown, "compare visits by shop", { color: "town" }), none);
  assert.throws(() => chartOf(noTown, "visits", { facet: "town" }), none);
  assert.throws(
    () => chartOf(noTown, "compare visits", { y: "town" }),
    /"options.y" "town": it has no values/,
  );
});

Deno.test("columns whose values never stand in one row are refused together", () => {
  const apart = "month,sales\n2024-01,\n,40\n2024-02,\n";
  assert.throws(() => chartOf(apart, "sales trend"), /^AppError: Cannot draw "sales" with "month": no row/);
});

Deno.test("a quotation mark behind which all is one cell is named as what is wrong", () => {
  assert.throws(() => chartOf('shop,sales\n"Oak,4\nElm,6\n', "compare sales by shop"), {
    hint: /Close the quotation mark/,
  });
});

Deno.test("counting instead of a measure without values is loud, also in a chart that the caller chose", () => {
  const table = "month,price\n2024-01,\n2024-02,\n";
  for (const options of [{}, { pattern: "P01" }]) {
    const { summary, metadata } = chartOf(table, "price trend", options);
    assert.equal(metadata.fallback_applied, true);
    assert.match(summary, /a column that the query names has no values/);
  }
});
