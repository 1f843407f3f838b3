/** Years over each other along their months or quarters. */

import assert from "node:assert/strict";
import { makeChart } from "../../../../src/charts/make_chart.ts";
import { requestOf } from "../examples.ts";
import { csv, daysFrom, monthsFrom } from "../tables.ts";

function made(data: string, query: string) {
  const { metadata, summary, spec } = makeChart(requestOf({ data, query }), {
    measure: (text, size) => text.length * size * 0.6,
  });
  return { chart: [metadata.pattern_id, metadata["mapping"]], summary, picture: JSON.stringify(spec) };
}

const months = csv("month,guests", monthsFrom(2022, 36).map((month, i) => [month, 200 + i]));
const monthsJa = csv("年月,宿泊者数", monthsFrom(2022, 36).map((month, i) => [month, 200 + i]));
const days = csv("date,guests", daysFrom("2022-01-01", 1096).map((day, i) => [day, 20 + i % 7]));
const quarters = csv(
  "year,quarter,income",
  [2022, 2023].flatMap((year, i) =>
    ["Q1", "Q2", "Q3", "Q4"].map((quarter, k) => [year, quarter, 10 * i + k])
  ),
);

Deno.test("years that are laid over each other are lines along the months", () => {
  for (const data of [months, days]) {
    for (const query of ["monthly guests, years overlaid", "guests by month with one line per year"]) {
      assert.deepEqual(made(data, query).chart, ["P12", { x: "month", y: "guests", color: "year" }], query);
    }
  }
  for (const query of ["月別の宿泊者数を年ごとに重ねて", "宿泊者数の推移を年別に重ねて見たい"]) {
    assert.deepEqual(made(monthsJa, query).chart, ["P12", { x: "月", y: "宿泊者数", color: "年" }], query);
  }
});

Deno.test("a picture of years is called after what they are years of", () => {
  assert.match(made(monthsJa, "月別の宿泊者数を年ごとに重ねて").picture, /年別の宿泊者数の推移/);
});

Deno.test("years that are compared month by month are bars beside each other", () => {
  const { chart, summary } = made(months, "compare monthly guests of 2023 and 2024");
  assert.deepEqual(chart, ["P21", { x: "month", y: "guests", color: "year" }]);
  assert.match(summary, /^Only rows from 2023 and 2024 are used .* 235 \(2024, Dec\)/);
  assert.deepEqual(made(monthsJa, "2023年と2024年の月別宿泊者数を比べたい").chart, [
    "P21",
    { x: "月", y: "宿泊者数", color: "年" },
  ]);
});

Deno.test("years and quarters in columns of their own are both shown", () => {
  for (const query of ["income by quarter and year", "Year-over-year income by quarter"]) {
    assert.deepEqual(
      made(quarters, query).chart,
      ["P21", { x: "quarter", y: "income", color: "year" }],
      query,
    );
  }
});

Deno.test("years alone, and months alone, are as they were", () => {
  assert.deepEqual(made(months, "guests by year").chart, ["P01", { x: "month", y: "guests" }]);
  assert.deepEqual(made(months, "monthly guests").chart, ["P01", { x: "month", y: "guests" }]);
  assert.deepEqual(made(monthsJa, "年ごとの宿泊者数").chart, ["P01", { x: "年月", y: "宿泊者数" }]);
});

Deno.test("years that cannot be laid over each other as asked are told", () => {
  const rooms = csv(
    "month,room,guests",
    monthsFrom(2022, 36).flatMap((month, i) => ["Lake", "Hill"].map((room) => [month, room, i])),
  );
  const long = csv("month,guests", monthsFrom(2010, 144).map((month, i) => [month, i]));
  const yearly = csv("year,guests", Array.from({ length: 9 }, (_, i) => [2010 + i, i]));
  for (
    const [data, query, why] of [
      [rooms, "guests by room, one line per year", /as the chart tells groups from each other/],
      [long, "monthly guests, one line per year", /as there are too many of them/],
      [yearly, "guests with one line per year", /does not tell the parts of a year/],
      [monthsJa, "月別の宿泊者数を年度ごとに重ねて", /^注意: 年度ではなく、暦年/],
    ] as const
  ) assert.match(made(data, query).summary, why, query);
  assert.doesNotMatch(made(months, "guests by month with one line per year").summary, /Note/);
  assert.doesNotMatch(made(rooms, "monthly guests by room, year over year").summary, /laid over/);
});
