import assert from "node:assert/strict";
import { countMoments, needsMoment } from "../../../../src/charts/read/moment.ts";
import { saidTimes } from "../../../../src/charts/read/said_times.ts";

Deno.test("moments are counted as they are written, and words that hold parts of them are none", () => {
  const cases = [
    ["market share by quarterly plan", 0],
    ["top 5 shops", 0],
    ["売上の推移と目標160万", 0],
    ["sales in 2024", 1],
    ["2023年から2024年まで", 2],
    ["2023-2024", 2],
    ["Jan–Mar 2024", 2],
    ["Q1-Q3", 2],
    ["from March 5 to 2 April", 2],
    ["FY23-FY24", 2],
    ["the first half against the second half of 2024", 2],
    ["上半期と下半期", 2],
  ] as const;
  for (const [text, count] of cases) assert.equal(countMoments(text), count, text);
  assert.equal(needsMoment("\\bfoo\\b"), false);
});

Deno.test("stretches are found however closely their ends stand", () => {
  for (
    const query of [
      "2021-2023",
      "2021〜2023年",
      "Jan–Mar 2024",
      "1月から3月",
      "between May and June",
      "FY21-FY23",
    ]
  ) {
    assert.equal(saidTimes(`sales ${query}`).times[0]?.time.kind, "range", query);
  }
  assert.equal(saidTimes("sales excluding 2021 to 2022").times[0]?.time.kind, "not_range");
});
