import assert from "node:assert/strict";
import { made } from "../made.ts";

const tickets = "month,status\n2024-01,open\n2024-02,shut\n2024-03,open\n";

Deno.test("counting rows in place of a distribution is loud", () => {
  for (const query of ["how did the distribution change over time", "分布の移り変わり", "spread over time"]) {
    const { summary, metadata } = made(tickets, query);
    assert.equal(metadata.pattern_id, "P01", query);
    assert.equal(metadata.fallback_applied, true, query);
    assert.match(summary, /no column of numbers|数値の列がありません/, query);
  }
  assert.equal(made(tickets, "box plot of status").metadata.fallback_applied, true);
});

Deno.test("how groups and counted things are spread needs no numbers", () => {
  for (
    const query of [
      "how is status distributed over the months",
      "distribution of status",
      "statusの分布",
      "月ごとの件数の分布",
    ]
  ) assert.equal(made(tickets, query).metadata.fallback_applied, false, query);
});
