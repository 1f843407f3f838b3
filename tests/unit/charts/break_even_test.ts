/** The line at which neither profit nor loss is made, lines at zero, and numbers that are only to be marked. */

import assert from "node:assert/strict";
import { made } from "./made.ts";
import { csv, monthsFrom } from "./tables.ts";

const profits = csv(
  "month,operating_result,orders",
  monthsFrom(2024, 12).map((month, at) => [month, at * 30 - 120, 400 + at * 10]),
);

function lineIn(query: string, data = profits): readonly [string, string] {
  const { summary, metadata } = made(data, query);
  return [
    /(?:[Rr]eference lines|補助線)(?:: |は)(.*?) ?(?:[(（。）]|\.(?!\d))/.exec(summary)?.[1] ?? "",
    metadata.warnings.join(),
  ];
}

Deno.test("a break-even lies at its number, and at zero without one where there are losses", () => {
  const cases: readonly (readonly [string, string])[] = [
    ["operating result over time, mark break-even at 0", "Break-even 0"],
    ["operating result over time, break even at zero", "Break-even 0"],
    ["operating result by month with a breakeven line", "Break-even 0"],
    ["operating result by month, show where we break even", "Break-even 0"],
    ["operating result by month, break-even point of 60", "Break-even 60"],
    ["operating result by month, breakeven (60)", "Break-even 60"],
    ["operating resultの推移に損益分岐点を示して", "損益分岐点 0"],
    ["operating resultの推移、損益分岐点は60", "損益分岐点 60"],
    ["operating resultの推移、採算ラインを60に引いて", "損益分岐点 60"],
  ];
  for (const [query, line] of cases) assert.deepEqual(lineIn(query), [line, ""], query);
  assert.match(JSON.stringify(made(profits, "operating result with a break-even line").spec), /Break-even 0/);
});

Deno.test("a break-even of what knows no loss needs a number", () => {
  assert.deepEqual(lineIn("orders by month with a break-even line"), [
    "",
    'the line "Break-even" is left out: the query gives no number for it',
  ]);
  assert.deepEqual(lineIn("ordersの推移と損益分岐点"), [
    "",
    "「損益分岐点」の線の値が文にないため描きませんでした",
  ]);
  assert.deepEqual(lineIn("orders by month, break-even at 450"), ["Break-even 450", ""]);
  // A column of that name is meant by it.
  const units = csv("product,break_even_units", [["a", 40], ["b", 55], ["c", 90]]);
  assert.deepEqual(lineIn("break even units by product", units), ["", ""]);
});

Deno.test("a line at zero and a number that is to be marked are drawn", () => {
  const cases: readonly (readonly [string, string])[] = [
    ["operating result over time with a zero line", "Threshold 0"],
    ["operating result over time with a line at zero", "Threshold 0"],
    ["operating result over time, mark zero", "Threshold 0"],
    ["operating resultの推移にゼロの線を引いて", "しきい値 0"],
    ["operating resultの推移、ゼロラインも", "しきい値 0"],
    ["operating result over time, mark 90", "Threshold 90"],
    ["orders over time, mark the 450 level", "Threshold 450"],
    ["ordersの推移、450をマークして", "しきい値 450"],
  ];
  for (const [query, line] of cases) assert.deepEqual(lineIn(query), [line, ""], query);
});

Deno.test("a break-even that is refused is not drawn", () => {
  for (
    const query of [
      "operating result over time, no break-even line",
      "operating result over time without the zero line",
      "operating resultの推移、損益分岐点は不要",
    ]
  ) assert.equal(lineIn(query)[0], "", query);
});

Deno.test("years and things that are to be marked are no lines", () => {
  for (const query of ["orders over time, mark 2024", "orders over time, mark the 3 best months"]) {
    assert.equal(lineIn(query)[0], "", query);
  }
});
