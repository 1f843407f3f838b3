/** What a chart does not show though the sentence asks for it is told in the summary, and the rest is shown where it is wanted. */

import assert from "node:assert/strict";
import { made } from "./made.ts";
import { csv } from "./tables.ts";

const deals = csv(
  "goods,rank,amount",
  Array.from({ length: 96 }, (_, i) => [`G${i % 8}`, ["gold", "silver"][i % 2], 100 + i % 8 * 40]),
);

Deno.test("of a sum and a number that are both asked for, the one that is not shown is told", () => {
  const cases: readonly (readonly [string, RegExp])[] = [
    ["rank別のamountの合計と件数", /^注意: 図は合計だけを示し、件数は示していません。/],
    ["rankごとの件数とamountの合計", /^注意: 図は合計だけを示し、件数は示していません。/],
    ["total amount and number of deals by rank", /^Note: the chart shows the sum only, not the count\./],
    ["mean and median amount by rank", /^Note: the chart shows the median only, not the average\./],
  ];
  for (const [query, summary] of cases) {
    const chart = made(deals, query);
    assert.match(chart.summary, summary, query);
    assert.equal(chart.metadata.warnings.length, 1, query);
  }
  for (const query of ["rank別の合計件数", "total number of deals by rank"]) {
    assert.deepEqual(made(deals, query).metadata.warnings, [], query);
  }
});

Deno.test("another kind of chart than the one asked for is told in the summary", () => {
  assert.match(
    made(deals, "pie chart of amount by rank").summary,
    /^Note: shares are drawn as bars, not as a pie\./,
  );
  assert.match(made(deals, "rank別のamountを円グラフで").summary, /^注意: 円グラフの代わりに/);
});

Deno.test("the largest and all others together are shown where both are asked for", () => {
  for (
    const [query, other] of [
      ["top 3 goods by amount and the rest as other", /"Other/],
      ["top 3 goods by amount, others grouped as other", /"Other/],
      ["amountの上位3goodsとその他", /その他/],
    ] as const
  ) {
    const { spec, metadata } = made(deals, query);
    assert.match(JSON.stringify(spec), other, query);
    assert.match(JSON.stringify(metadata["operations_applied"]), /top_k/, query);
  }
  assert.doesNotMatch(JSON.stringify(made(deals, "top 3 goods by amount").spec), /"Other/);
});
