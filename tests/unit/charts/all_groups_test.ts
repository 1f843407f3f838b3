/** Summaries tell of every group of the data, also of those that a chart puts together. */

import assert from "node:assert/strict";
import { leftSeries } from "../../../src/charts/values/left_series.ts";
import { made } from "./made.ts";
import { csv, monthsFrom } from "./tables.ts";

/** Twelve shops, of which the last one rises from next to nothing to far above all others. */
const rising = csv(
  "month,shop,orders",
  monthsFrom(2024, 6).flatMap((month, at) =>
    Array.from({ length: 12 }, (_, k) => [month, `shop ${k}`, k === 11 ? 1 + at * 300 : 900 - k * 10])
  ),
);

Deno.test("a group that is not shown by name leads where it does", () => {
  const { summary } = made(rising, "orders over time by shop");
  assert.match(
    summary,
    /shop 11 \(within "Other"\) leads in orders with 1,501; shop 10 \(within "Other"\) is lowest with 800/,
  );
  assert.match(summary, /shop 11 \(within "Other"\) changed by the largest amount: from 1 to 1,501/);
  assert.doesNotMatch(summary, /shop 0 leads/);
  const ja = made(rising.replace("month,shop,orders", "月,店舗,注文数"), "店舗ごとの注文数の推移").summary;
  assert.match(
    ja,
    /shop 11（「その他」の中）が1,501で最も大きく、shop 10（「その他」の中）が800で最も小さい/,
  );
});

Deno.test("bars side by side are compared with those that are put together", () => {
  const { summary, metadata } = made(rising, "compare the orders of the shops in each month, as bars");
  assert.equal(metadata.pattern_id, "P21");
  assert.match(summary, /The highest orders is 1,501 \(shop 11 \(within "Other"\), Jun 2024\)/);
  assert.match(summary, /the lowest 1 \(shop 11 \(within "Other"\), Jan 2024\)/);
  assert.match(summary, /widest at Jan 2024 \(899 between shop 0 and shop 11 \(within "Other"\)\)/);
});

Deno.test("where not all places are on the axis, the highest is that of those shown", () => {
  const rows = Array.from({ length: 40 }, (_, k) => [`town ${k % 20}`, k < 20 ? "x" : "y", 100 + k]);
  const { summary } = made(csv("town,kind,visits", rows), "visits by town and kind side by side");
  assert.match(summary, /^Of those shown, the highest visits is .*Among them, the gap is widest at /);
});

Deno.test("groups that are too many to tell apart are left alone", () => {
  const labels = Array.from({ length: 3000 }, (_, k) => `g${k}`);
  const input = {
    codes: Int32Array.from(labels.keys()),
    labels,
    shown: [0],
    places: new Int32Array(3000),
    numbers: { values: null },
    kind: "count",
    scale: 1,
  } as const;
  assert.equal(leftSeries({ ...input, length: 1000 }), null);
  assert.equal(leftSeries({ ...input, length: 1 })?.length, 2999);
});
