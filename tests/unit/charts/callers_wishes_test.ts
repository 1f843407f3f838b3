/** What the caller names in options: columns, lines and titles. */

import assert from "node:assert/strict";
import { makeChart } from "../../../src/charts/make_chart.ts";
import { AppError } from "../../../src/base/errors.ts";
import type { ChartRequest } from "../../../src/base/protocol.ts";
import { requestOf } from "./examples.ts";
import { csv } from "./tables.ts";

const measure = (text: string, size: number) => text.length * size * 0.6;

function chartOf(data: string, query: string, options: Partial<ChartRequest>) {
  return makeChart(requestOf({ data, query }, options), { measure });
}

Deno.test("a misspelt column is answered with the ten names that are most like it", () => {
  const names = [...Array.from({ length: 40 }, (_, k) => `field_${k}`), "net_weight", "month"];
  const table = `${names.join(",")}\n${names.map(() => "1").join(",")}`;
  assert.throws(() => chartOf(table, "trend", { y: "net_wieght" }), (error) => {
    assert.ok(error instanceof AppError);
    const { available } = error.details;
    assert.ok(Array.isArray(available));
    assert.equal(available.length, 10);
    assert.equal(available[0], "net_weight");
    return true;
  });
});

const plants = csv(
  "plant,width",
  Array.from({ length: 60 }, (_, k) => [`plant ${k % 3}`, 10 + (k % 7) + (k % 3)]),
);

Deno.test("a mean that the caller wants over boxes is one line through all of them", () => {
  const { spec, summary, metadata } = chartOf(plants, "spread of width by plant", {
    auxiliary: ["mean_line", "median_line"],
  });
  assert.equal(metadata.pattern_id, "P32");
  assert.deepEqual(metadata.auxiliary, ["mean_line", "median_line"]);
  assert.match(summary, /reference lines: Overall mean 13\.9\d*, Overall median 14\./);
  assert.match(JSON.stringify(spec), /"Overall mean 13\.9\d*"/);
  assert.doesNotMatch(JSON.stringify(spec), /◇/);
  const said = chartOf(plants, "spread of width by plant with the means", {});
  assert.match(JSON.stringify(said.spec), /◇ mean/);
});

Deno.test("a title has two lines, and it is said where they do not hold it", () => {
  const short = chartOf(plants, "compare width by plant", { title: "w".repeat(100) });
  assert.deepEqual(short.metadata.warnings, []);
  assert.match(JSON.stringify(short.spec), /"w{60,}".*"w{20,}"/);
  const long = chartOf(plants, "plantごとのwidthを比較", { title: "長い題".repeat(66) });
  assert.match(long.metadata.warnings.join(), /タイトルが長く/);
});
