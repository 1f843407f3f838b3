/** Names of times that have little room. */

import assert from "node:assert/strict";
import { shortDays, shortQuarter } from "../../../../src/charts/text/short_times.ts";

Deno.test("days and weeks are their dates, with the year where it begins", () => {
  assert.deepEqual(shortDays(["2023年12月25日の週", "2024年1月1日の週", "2024年1月8日の週"]), [
    "2023/12/25",
    "2024/1/1",
    "1/8",
  ]);
  assert.deepEqual(shortDays(["week of Dec 30, 2024", "week of Jan 6, 2025"]), [
    "Dec 30, 2024",
    "Jan 6, 2025",
  ]);
  assert.deepEqual(shortDays(["Jan 6, 2025", "Jan 7, 2025"]), ["Jan 6, 2025", "Jan 7"]);
});

Deno.test("names that are no days, or are not in their order, stay as they are", () => {
  for (
    const names of [["2024年1月", "2024年2月"], ["Jan 6, 2025", "Other"], ["Jan 6, 2025", "Jan 7, 2024"]]
  ) {
    assert.deepEqual(shortDays(names), names);
  }
});

Deno.test("quarters are Q1 to Q4", () => assert.equal(shortQuarter("2023年第1四半期"), "2023年Q1"));
