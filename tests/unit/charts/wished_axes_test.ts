/** Columns that the caller names for the axes are there, or the call fails and says why. */

import assert from "node:assert/strict";
import { makeChart } from "../../../src/charts/make_chart.ts";
import { AppError } from "../../../src/errors.ts";
import type { ChartRequest } from "../../../src/rooms.ts";
import { requestOf } from "./examples.ts";
import { csv } from "./tables.ts";

const rows = Array.from({ length: 40 }, (_, k) => k);
const grouped = csv("depot,parcels,weight", rows.map((k) => [["East", "West"][k % 2], k % 9, 3 * k]));
const numbers = csv("parcels,weight", rows.map((k) => [k % 9, 3 * k]));

function mapping(data: string, options: Partial<ChartRequest>) {
  const request = requestOf({ data, query: "parcels and weight" }, options);
  const { metadata } = makeChart(request, { measure: (text, size) => text.length * size * 0.6 });
  return [metadata.pattern_id, metadata["mapping"]];
}

function refusal(data: string, options: Partial<ChartRequest>): string {
  try {
    return JSON.stringify(mapping(data, options));
  } catch (error) {
    assert.ok(error instanceof AppError);
    return error.message;
  }
}

Deno.test("a histogram has the column of x, and no other along y", () => {
  assert.deepEqual(mapping(grouped, { pattern: "P03", x: "parcels" }), ["P03", { x: "parcels", y: "count" }]);
  assert.equal(
    refusal(grouped, { pattern: "P03", x: "parcels", y: "weight" }),
    'Cannot use "options.y" "weight" in P03: options.x holds numbers, which are counted along y',
  );
});

Deno.test("parts of a whole have the groups of x and the numbers of y", () => {
  const parts = ["P03", { x: "depot", y: "weight" }];
  assert.deepEqual(mapping(grouped, { pattern: "P03", x: "depot", y: "weight" }), parts);
  assert.deepEqual(mapping(grouped, { pattern: "P03", y: "weight" }), parts);
  assert.match(refusal(numbers, { pattern: "P03", y: "weight" }), /^Cannot draw P03: .* as options\.x$/);
});

Deno.test("one column is not along both axes", () => {
  for (const pattern of [undefined, "P02", "P03"]) {
    assert.equal(
      refusal(grouped, { pattern, x: "parcels", y: "Parcels" }),
      'Cannot use "options.y" "Parcels": options.x names the same column',
    );
  }
  assert.deepEqual(mapping(grouped, { pattern: "P02", x: "parcels" }), ["P02", {
    x: "parcels",
    y: "weight",
  }]);
});
