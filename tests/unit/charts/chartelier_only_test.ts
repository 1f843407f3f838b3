import assert from "node:assert/strict";
import { makeChart } from "../../../src/charts/make_chart.ts";
import { requestOf } from "./examples.ts";
import { measure } from "./made.ts";

Deno.test("where only Chartelier's patterns may be drawn, another one becomes P13 or what the table can fill", () => {
  const prices = "month,price,units\n2024-01,3,50\n2024-01,4,40\n2024-02,5,35\n2024-02,6,20";
  const bare = "price,units\n3,50\n4,40\n5,35";
  for (const [data, pattern] of [[prices, "P13"], [bare, "P03"]] as const) {
    const request = requestOf({ data, query: "scatter plot of units against price" });
    assert.equal(makeChart(request, { measure }).metadata.pattern_id, "scatter");
    const { metadata, summary } = makeChart({ ...request, chartelierOnly: true }, { measure });
    assert.deepEqual([metadata.pattern_id, metadata["fallback_applied"]], [pattern, true]);
    assert.match(metadata.warnings[0] ?? "", new RegExp(`auto-fallback to ${pattern}: scatter`));
    assert.match(summary, /^Note: auto-fallback/);
  }
});
