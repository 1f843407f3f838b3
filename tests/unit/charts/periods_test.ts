/** Steps of time and times themselves, as a sentence names them. */

import assert from "node:assert/strict";
import { makeChart } from "../../../src/charts/make_chart.ts";
import { requestOf } from "./examples.ts";
import { csv, daysFrom } from "./tables.ts";

function made(data: string, query: string) {
  return makeChart(requestOf({ data, query }), { measure: (text, size) => text.length * size * 0.6 });
}

const days = (count: number) =>
  csv(
    "予約日,窓口,所要",
    daysFrom("2023-01-01", count).map((day, k) => [day, ["東口", "西口"][k % 2], k % 9]),
  );

Deno.test("what is so many a month, a week or a year is put together by it", () => {
  const cases: readonly (readonly [string, RegExp])[] = [
    ["月間の予約数の推移", /2023年1月の31から2024年6月の30へ/],
    ["窓口別に月間予約件数の推移", /2024年6月時点の件数は東口/],
    ["週間予約数の推移", /2024年6月24日の週の7/],
    ["日別の予約数の推移", /2024年6月30日/],
    ["年間予約数の推移", /2023年の365から2024年の182へ/],
  ];
  for (const [query, told] of cases) assert.match(made(days(547), query).summary, told, query);
});

Deno.test("a stretch that the data does not go beyond, or so many of one, is no step", () => {
  assert.match(
    made(days(300), "年間の予約数の推移").summary,
    /2023年1月1日/,
  );
  for (const query of ["直近6か月間の予約数の推移", "過去2年間の予約数の推移", "直近3週間の予約数の推移"]) {
    assert.match(made(days(547), query).summary, /2024年6月30日/, query);
  }
});
