/** Tables with a column for each month, of which a sentence means one, several or all. */

import assert from "node:assert/strict";
import { makeChart } from "../../../src/charts/make_chart.ts";
import { requestOf } from "./examples.ts";

function made(data: string, query: string, more: { readonly y?: string } = {}) {
  const { metadata, summary } = makeChart(requestOf({ data, query }, more), {
    measure: (text, size) => text.length * size * 0.6,
  });
  return { summary, mapping: metadata["mapping"], warnings: metadata.warnings };
}

const harbours = "harbour,Jan,Feb,Mar,Apr,May\nNorth,5,8,13,2,1\nSouth,7,1,3,9,30\nWest,6,6,6,6,6\n";
const offices = "支社,4月,5月,6月\n札幌,10,20,30\n那覇,15,5,8\n松江,3,9,1\n";
const years = "plant,2021,2022,2023\nA,1,2,9\nB,5,5,1\n";

Deno.test("a month that a sentence names is its column", () => {
  const cases: readonly (readonly [string, string, string, string])[] = [
    [harbours, "compare harbours in March", "harbour", "Mar"],
    [harbours, "values in Apr by harbour", "harbour", "Apr"],
    [harbours, "which harbour was highest in May?", "harbour", "May"],
    [harbours, "2月の値を比較", "harbour", "Feb"],
    [offices, "6月の支社別の値を比較", "支社", "6月"],
    [offices, "compare the offices in May", "支社", "5月"],
    [years, "compare plants in 2022", "plant", "2022"],
  ];
  for (const [data, query, x, y] of cases) {
    const { mapping, warnings } = made(data, query);
    assert.deepEqual([mapping, warnings], [{ x, y }, []], query);
  }
});

Deno.test("several months are side by side", () => {
  assert.match(made(harbours, "compare January and May by harbour").summary, /\b30 \(May, South\)/);
});

Deno.test("all months are put together where none is named, and that is told", () => {
  for (
    const [data, query, told] of [
      [harbours, "total by harbour", /South has the highest value \(sum\) with 50/],
      [offices, "支社別の合計", /札幌が60/],
    ] as const
  ) {
    const { summary, warnings } = made(data, query);
    assert.match(summary, told);
    assert.match(warnings.join(" "), /5 columns, "Jan" to "May"|"4月"から"6月"までの3列/);
  }
});

Deno.test("courses stay courses, and the column that a caller names is shown", () => {
  assert.deepEqual(made(harbours, "trend by harbour").mapping, { x: "time", y: "value", color: "harbour" });
  assert.deepEqual(made(harbours, "compare harbours", { y: "Feb" }).mapping, { x: "harbour", y: "Feb" });
});
