/** How many groups a sentence wants to see at most. */

import assert from "node:assert/strict";
import { made } from "./made.ts";
import { csv, monthsFrom } from "./tables.ts";

function regions(header: string): string {
  return csv(
    header,
    monthsFrom(2024, 12).flatMap((month, k) =>
      ["North", "South", "East", "West", "Mid"].map((region, i) => [month, region, 100 + k + i * 50])
    ),
  );
}
const [en, ja] = [regions("month,region,sales"), regions("年月,地域,売上")];

Deno.test("so many groups are the largest ones, and no line at that number", () => {
  const cases: readonly (readonly [string, string])[] = [
    [en, "sales by region, limit to 3 regions"],
    [en, "sales by region, limit the chart to three regions"],
    [en, "sales by region, only 3 regions"],
    [en, "show at most 3 regions by sales"],
    [en, "regions by sales, limited to 3"],
    [en, "sales per region, 3 regions max"],
    [ja, "地域別の売上、3地域に絞って"],
    [ja, "売上の地域を3つに絞って比較"],
    [ja, "地域別の売上を3地域だけ"],
    [ja, "最大3地域の売上を比べて"],
  ];
  for (const [data, query] of cases) {
    const { metadata, summary } = made(data, query);
    const [, x, y] = data.split("\n")[0]?.split(",") ?? [];
    assert.deepEqual(
      [metadata.pattern_id, metadata["mapping"], metadata["auxiliary"], metadata.warnings],
      ["P02", { x, y }, [], []],
      query,
    );
    assert.match(summary, /Mid.*(?:East the lowest of those shown|Eastが.*表示した中で最も小さい)/, query);
  }
});

Deno.test("so many groups of a course or of distributions are cut too, and that is told", () => {
  const course = made(en, "sales trend by region limited to 2 regions");
  assert.equal(course.metadata.pattern_id, "P12");
  assert.match(
    course.summary,
    /^Only 2 of the 5 groups in column "region" are used, those with the highest sales: "Mid", "West"\./,
  );
  assert.match(
    made(en, "lowest 2 regions by sales over time").summary,
    /with the lowest sales: "North", "South"/,
  );
  assert.match(
    made(ja, "売上の推移を上位2地域で").summary,
    /^列"地域"の5個のうち、売上が大きい2個（"Mid", "West"）だけ/,
  );
  assert.match(
    made(en, "distribution of sales by region, only 2 regions").summary,
    /"Mid", "West".*\(2 parts/,
  );
});

Deno.test("a limit of what is measured is a line, and so many months are no groups", () => {
  for (const query of ["sales by region with a limit of 1500", "sales by region, limit 1500"]) {
    assert.deepEqual(made(en, query).metadata["auxiliary"], ["threshold"], query);
  }
  assert.match(made(en, "sales by region, only the last 3 months").summary, /last 3 months/);
});
