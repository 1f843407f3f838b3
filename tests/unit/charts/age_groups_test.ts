/** Ages by tens are labels, and no seconds. */

import assert from "node:assert/strict";
import { naturalOrder } from "../../../src/charts/values/category_order.ts";
import { made } from "./made.ts";
import { csv } from "./tables.ts";

const rows = Array.from({ length: 40 }, (_, k) => k);

Deno.test("ages by tens are groups that a sentence names, in both languages", () => {
  const en = csv("age_group,spend", rows.map((k) => [["30s", "20s", "10s", "40s"][k % 4], 100 + k]));
  const { metadata, summary } = made(en, "average spend by age group");
  assert.deepEqual([metadata.pattern_id, metadata["mapping"]], ["P02", { x: "age_group", y: "spend" }]);
  assert.match(summary, /40s has the highest spend \(average\) with 121 and 30s the lowest/);
  const two = made(en, "spend of people in their 20s and 30s");
  assert.deepEqual(two.metadata["mapping"], { x: "age_group", y: "spend" });
  assert.match(two.summary, /^Only rows with "30s", "20s" in column "age_group"/);
  const few = csv("年代,人数", [["30代", 5], ["20代", 9], ["10代", 2]]);
  assert.equal(made(few, "20代と30代の人数").metadata["fallback_applied"], false);
});

Deno.test("ages by tens lie in their order, with those below and above at the ends", () => {
  const cases: readonly (readonly string[])[] = [
    ["10s", "20s", "30s", "60s"],
    ["under 20", "20s", "30s", "60+"],
    ["20歳未満", "20代", "30代", "60代以上"],
    ["<18", "18-29", "30-49", "50+"],
    ["1980s", "1990s", "2000s"],
  ];
  for (const labels of cases) {
    const mixed = labels.toReversed();
    assert.deepEqual(naturalOrder(mixed)?.map((at) => mixed[at]), labels, labels.join());
  }
});

Deno.test("what is called a time is one in seconds", () => {
  const data = csv("timeout,errors", rows.map((k) => [["30s", "20s", "10s", "40s"][k % 4], k]));
  const { metadata, summary } = made(data, "timeout distribution");
  assert.equal(metadata.pattern_id, "P03");
  assert.match(summary, /ranges from 10 s to 40 s/);
});
