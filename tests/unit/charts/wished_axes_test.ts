/** Columns that the caller names for the axes are there, or the call fails and says why. */

import assert from "node:assert/strict";
import { makeChart } from "../../../src/charts/make_chart.ts";
import { AppError } from "../../../src/base/errors.ts";
import type { ChartRequest } from "../../../src/base/protocol.ts";
import { requestOf } from "./examples.ts";
import { csv } from "./tables.ts";

const rows = Array.from({ length: 40 }, (_, k) => k);
const grouped = csv("depot,parcels,weight", rows.map((k) => [["East", "West"][k % 2], k % 9, 3 * k]));
const numbers = csv("parcels,weight", rows.map((k) => [k % 9, 3 * k]));

function mapping(data: string, { query = "parcels and weight", ...options }: Partial<ChartRequest>) {
  const request = requestOf({ data, query }, options);
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

Deno.test("a distribution stays one with the groups that the caller names", () => {
  const stays = csv(
    "ward,age,stay_days,admitted",
    rows.map((k) => [`ward ${k % 3}`, 30 + k % 37, k % 11, `2024-0${1 + k % 6}-1${k % 9}`]),
  );
  const ward = "ward";
  const cases: readonly (readonly [string, Partial<ChartRequest>, string])[] = [
    ["distribution of age", { color: ward }, "P23"],
    ["年齢(age)の分布", { color: ward }, "P23"],
    ["histogram of stay_days", { facet: ward }, "P13"],
    ["spread of age", { x: ward }, "P32"],
    ["distribution of age", { x: "age" }, "P03"],
    // Other wishes lead where they led.
    ["breakdown of wards", { x: ward }, "P03"],
    ["age over time", { color: ward }, "P12"],
  ];
  for (const [query, options, pattern] of cases) {
    const [found, axes] = mapping(stays, { query, ...options });
    assert.equal(found, pattern, query);
    assert.ok(Object.values(axes ?? {}).includes(Object.values(options)[0]), query);
  }
});

Deno.test("a wish that leaves no place for what the sentence asks for is told", () => {
  const sales = csv("region,month,revenue", rows.map((k) => [`R${k % 3}`, `2024-0${1 + k % 6}`, k]));
  const chart = (query: string, options: Partial<ChartRequest>) =>
    makeChart(requestOf({ data: sales, query }, options), {
      measure: (text, size) => text.length * size * 0.6,
    });
  const lost = chart("share of revenue", { color: "region" });
  assert.equal(lost.metadata["fallback_applied"], true);
  assert.match(lost.metadata.warnings.join(), /has a place for the columns in options/);
  assert.match(lost.summary, /options/);
  for (const query of ["revenue over time", "compare revenue"]) {
    const { metadata } = chart(query, { color: "region" });
    assert.equal(metadata["fallback_applied"], false, query);
  }
});
