/** Names of times that have little room. */

import assert from "node:assert/strict";
import { layNames } from "../../../../../src/charts/draw/sheet/axes.ts";
import { makePage } from "../../../../../src/charts/draw/sheet/page.ts";
import { shortQuarter, splitTimes } from "../../../../../src/charts/summary/text/short_times.ts";

const parts = (names: readonly string[]) => splitTimes(names)?.map(({ label, year }) => [label, year]);

Deno.test("times are split into what changes often and the year", () => {
  assert.deepEqual(parts(["2023年12月25日の週", "2024年1月1日の週"]), [["12/25", "2023年"], [
    "1/1",
    "2024年",
  ]]);
  assert.deepEqual(parts(["week of Dec 30, 2024", "week of Jan 6, 2025"]), [["Dec 30", "2024"], [
    "Jan 6",
    "2025",
  ]]);
  assert.deepEqual(parts(["Jan 6, 2025", "Jan 7, 2025"]), [["Jan 6", "2025"], ["Jan 7", "2025"]]);
  assert.deepEqual(parts(["2023年1月", "2023年2月"]), [["1月", "2023年"], ["2月", "2023年"]]);
  assert.deepEqual(parts(["Nov 2023", "Jan 2024"]), [["Nov", "2023"], ["Jan", "2024"]]);
  assert.deepEqual(parts(["2024年度第1四半期", "2024年度第2四半期"]), [["Q1", "2024年度"], [
    "Q2",
    "2024年度",
  ]]);
  assert.deepEqual(parts(["Q4 2023", "Q1 2024"]), [["Q4", "2023"], ["Q1", "2024"]]);
});

Deno.test("names that are no times of one kind, or are not in their order, are not split", () => {
  for (
    const names of [["2024年", "2025年"], ["Jan 6, 2025", "Other"], ["Jan 6, 2025", "Jan 7, 2024"], [
      "Jan 2024",
      "Q1 2024",
    ], ["North", "South"]]
  ) {
    assert.equal(splitTimes(names), null, names.join());
  }
});

Deno.test("quarters are Q1 to Q4", () => assert.equal(shortQuarter("2023年第1四半期"), "2023年Q1"));

const page = makePage({
  width: 1200,
  height: 900,
  language: "ja",
  measure: (text, size) => text.length * size * 0.6,
});
const months = Array.from(
  { length: 24 },
  (_, index) => `${2022 + Math.floor(index / 12)}年${index % 12 + 1}月`,
);

Deno.test("months that do not fit side by side stand level over their years", () => {
  const { names, under, turned, whole } = layNames(page, months, { step: 46, left: 60 });
  assert.deepEqual(names.slice(0, 3), ["1月", "2月", "3月"]);
  assert.deepEqual(under?.filter((text) => text !== ""), ["2022年", "2023年"]);
  assert.deepEqual([under?.[0], under?.[12], turned, whole], ["2022年", "2023年", false, true]);
});

Deno.test("of narrow months every third one is named, beginning with January", () => {
  const { names } = layNames(page, months, { step: 18, left: 60 });
  assert.deepEqual(names.slice(0, 7), ["1月", "", "", "4月", "", "", "7月"]);
});

Deno.test("times that fit are written out, but weeks only by their first day", () => {
  assert.deepEqual(layNames(page, ["2024年1月", "2024年2月"], { step: 300, left: 60 }).names, [
    "2024年1月",
    "2024年2月",
  ]);
  assert.deepEqual(
    layNames(page, ["week of Mar 4, 2024", "week of Mar 11, 2024"], { step: 300, left: 60 }).names,
    [
      "Mar 4",
      "Mar 11",
    ],
  );
});
