/** One manner of large numbers in a chart: on its axis, at its marks and at the lines laid over it. */

import assert from "node:assert/strict";
import { labelFormat, levelNumber, tickFormat } from "../../../../src/charts/summary/text/format_number.ts";

const ja = { language: "ja", unit: "", ratio: false } as const;
const en = { language: "en", unit: "", ratio: false } as const;

Deno.test("the ticks of an axis are all in one unit", () => {
  const ticks = tickFormat(ja, { most: 10_000, step: 2_500 });
  assert.deepEqual([0, 2_500, 7_500, 10_000].map(ticks), ["0", "2,500", "7,500", "10,000"]);
  assert.deepEqual([5_000, 10_000, 15_000].map(tickFormat(ja, { most: 20_000, step: 5_000 })), [
    "0.5万",
    "1.0万",
    "1.5万",
  ]);
  assert.deepEqual([500_000, 1_500_000].map(tickFormat(en, { most: 2e6, step: 500_000 })), ["0.5M", "1.5M"]);
  assert.equal(labelFormat(ja, 10_000)(6_998), "6,998");
});

Deno.test("names of lines at a value are in the unit of the axis", () => {
  assert.equal(levelNumber(ja, 15_000_000, 8), "1,500万");
  assert.equal(levelNumber(ja, 12_345, 8), "1.2345万");
  assert.equal(levelNumber({ ...ja, unit: "円" }, 12_345.678, 4), "1.235万円");
  assert.equal(levelNumber(en, 1_600_000, 8), "1.6M");
  assert.equal(levelNumber(en, 512.5, 4), "512.5");
});
