/** Means and medians of all beside those of groups: lines, and never how rows are put together. */

import assert from "node:assert/strict";
import { auxiliaryOf } from "../../../src/charts/read/auxiliary_rules.ts";
import { made } from "./made.ts";
import { csv, monthsFrom } from "./tables.ts";

const wages = csv(
  "branch,wage",
  ["North", "South", "West"].flatMap((branch, k) =>
    Array.from({ length: 4 + 3 * k }, (_, at) => [branch, 100 * (k + 1) + at * (k + 2)])
  ),
);
const wagesJa = wages.replace("branch,wage", "支店,給与");

Deno.test("a mean or a median of all is a line over the groups", () => {
  const mean = [{ kind: "mean_line", overall: true }];
  const median = [{ kind: "median_line", overall: true }];
  const cases: readonly (readonly [string, readonly unknown[]])[] = [
    ["wage by branch with the company-wide mean", mean],
    ["wage by branch and the overall average", mean],
    ["wage by branch, overall median", median],
    ["wage by branch vs the grand mean", mean],
    ["wage by branch against the firmwide median", median],
    ["wage by branch compared to the average across all branches", mean],
    ["wage by branch with the median of all workers", median],
    ["支店別の給与、全社平均も", mean],
    ["支店別の給与と全体の中央値", median],
    ["支店別の給与を全店平均と比較", mean],
    ["支店別の給与に全体の平均を重ねて", mean],
  ];
  for (const [query, lines] of cases) assert.deepEqual(auxiliaryOf(query), lines, query);
});

Deno.test("a mean of all that is asked for by itself is no line", () => {
  for (
    const query of [
      "overall average wage by branch",
      "what is the overall mean wage?",
      "average wage by branch",
      "show the average of wages by branch",
      "全体の平均を教えて",
      "月別の全社平均",
      "全店平均の推移",
    ]
  ) assert.deepEqual(auxiliaryOf(query), [], query);
});

Deno.test("the line of all leaves the groups as they are put together without it", () => {
  const cases: readonly (readonly [string, string, RegExp])[] = [
    [wages, "average wage by branch with the overall average", /wage \(average\).*Mean 240\.7/],
    [wages, "total wage by branch with the overall median", /wage \(sum\).*Median 1,463/],
    [wages, "median wage by branch vs the overall median", /wage \(median\).*Median 218/],
    [wages, "wage by branch with the company-wide median", /wage \(average\).*Median 218/],
    [wagesJa, "支店別の平均給与と全社平均", /給与（平均）.*平均 240\.7/],
    [wagesJa, "支店別の合計給与、全体の中央値も", /給与（合計）.*中央値 1,463/],
  ];
  for (const [data, query, summary] of cases) assert.match(made(data, query).summary, summary, query);
});

Deno.test("a mean of all stands beside a moving average", () => {
  const sales = csv("month,sales", monthsFrom(2023, 24).map((month, at) => [month, 100 + at]));
  const both = ["mean_line", "moving_avg"];
  for (
    const query of [
      "sales over time with 3-month moving average and the overall mean",
      "sales over time with the overall mean and a rolling average",
      "salesの推移に移動平均と全体の平均を重ねて",
    ]
  ) assert.deepEqual(made(sales, query).metadata["auxiliary"], both, query);
});

Deno.test("panels and overlaid groups carry the line of all instead of their own, where that is asked for", () => {
  const shops = csv(
    "month,shop,sales",
    monthsFrom(2023, 12).flatMap((month, at) => [[month, "A", 10 + at], [month, "B", 50 + at]]),
  );
  assert.match(
    made(shops, "panels of sales over time by shop with the mean").summary,
    /Mean A 15\.5, B 55\.5/,
  );
  const lined = made(shops, "panels of sales over time by shop with the overall mean");
  assert.match(lined.summary, /Reference lines: Overall mean 35\.5\./);
  assert.match(JSON.stringify(lined.spec), /Overall mean 35\.5/);
  const overlaid = made(wages, "overlay the distributions of wage by branch with the overall median");
  assert.match(overlaid.summary, /Overall median 218/);
});

Deno.test("boxes carry a line at the mean or the median of all, where that is asked for", () => {
  const spread = (query: string) => made(wages, query);
  assert.match(spread("boxplots of wage by branch with the overall median").summary, /Overall median 218/);
  const lined = spread("boxplots of wage by branch with the overall mean");
  assert.match(lined.summary, /Overall mean 240\.7/);
  assert.doesNotMatch(JSON.stringify(lined.spec), /◇/);
  assert.match(JSON.stringify(spread("boxplots of wage by branch with means").spec), /◇/);
  assert.deepEqual(spread("boxplots of wage by branch with medians").metadata["auxiliary"], []);
});
