/** Means that come with their number: a line at that number, not one at the mean of the data. */

import assert from "node:assert/strict";
import { auxiliaryOf } from "../../../src/charts/read/auxiliary_rules.ts";
import { made } from "./made.ts";
import { csv } from "./tables.ts";

Deno.test("a mean with its number is a line there, under its own name", () => {
  const cases: readonly (readonly [string, string, number])[] = [
    ["churn over time against the sector average of 4%", "Sector average", 4],
    ["churn over time, the OECD average is 4", "OECD average", 4],
    ["rent by city vs the U.S. median of $1,900", "U.S. median", 1900],
    ["rent by city, state average rent is about 1.2k", "State average rent", 1200],
    ["churn by shop vs the industry average customer churn of 3%", "Industry average customer churn", 3],
    ["rent by city with last year's average (1,450)", "Last year's average", 1450],
    ["distribution of marks, mean = 55", "Mean", 55],
    ["県別の家賃、全国平均は6万円", "全国平均", 60_000],
    ["県別の家賃と全国平均（6万円）", "全国平均", 60_000],
    ["支店別の離職率を業界平均12%と比較", "業界平均", 12],
    ["支店別の離職率、業界平均離職率は12%", "業界平均離職率", 12],
    ["点数の分布、平均は55点です", "平均", 55],
  ];
  for (const [query, name, value] of cases) {
    const lines = auxiliaryOf(query).map((wish) => [wish.kind, wish.name, wish.value]);
    assert.deepEqual(lines, [["threshold", name, value]], query);
  }
});

Deno.test("means of so many things, of years and of the data are no such lines", () => {
  for (
    const query of [
      "average of 3 months by shop",
      "the average of 2019",
      "shops with an average of 500 visits",
      "customers with an average basket value of 50 euros",
      "an average of 5 or more orders",
      "average rent by city",
      "7-day moving average of 30 shops",
      "平均点が60点以上の組",
      "平均60点の組",
      "月平均30件の顧客",
      "平均気温20度の都市",
      "支店別平均500",
    ]
  ) assert.ok(auxiliaryOf(query).every(({ kind }) => kind === "moving_avg"), query);
});

Deno.test("a given mean changes nothing else of the chart", () => {
  const rents = csv(
    "city,country,rent",
    ["Graz", "Bern", "Lyon", "Ulm"].flatMap((city, k) =>
      [0, 1, 2].map((at) => [city, k % 2 === 0 ? "EU" : "CH", 900 + k * 100 + at * 10])
    ),
  );
  const plain = made(rents, "total rent by city");
  const lined = made(rents, "total rent by city against the EU average of 3,100");
  assert.deepEqual(lined.metadata.warnings, []);
  assert.deepEqual(lined.metadata["mapping"], plain.metadata["mapping"]);
  assert.match(lined.summary, /rent \(sum\).*EU average 3,100/);
  const classes = csv("クラス,数学,国語", [["A", 50, 70], ["B", 61, 66], ["A", 58, 60], ["B", 66, 71]]);
  const { metadata, summary } = made(classes, "クラス別の数学の平均点、全国平均52点");
  assert.deepEqual(metadata["mapping"], { x: "クラス", y: "数学" });
  assert.match(summary, /全国平均 52/);
});

Deno.test("a mean of others without a number is said to lack it, and is not that of the data", () => {
  const rents = csv("city,rent", [["Graz", 900], ["Bern", 1200], ["Lyon", 1000]]);
  for (
    const [query, name] of [
      ["rent by city vs the industry average", "Industry average"],
      ["rent by city with the OECD median", "OECD median"],
      ["cityごとのrentを業界平均と比較", "業界平均"],
    ] as const
  ) {
    const { metadata } = made(rents, query);
    assert.deepEqual(metadata["auxiliary"], [], query);
    assert.ok(metadata.warnings.join().includes(name), query);
  }
  // What the data has is meant by it.
  const compared = csv("city,rent", [["Graz", 900], ["Bern", 1200], ["EU average", 1000]]);
  assert.deepEqual(made(compared, "rent by city with the EU average").metadata.warnings, []);
  assert.deepEqual(auxiliaryOf("world average temperature by year"), []);
});

Deno.test("a plan with its number is a target", () => {
  for (const query of ["costs by month compared to a plan of 500", "月別の費用、計画は500"]) {
    assert.deepEqual(auxiliaryOf(query), [{ kind: "target_line", value: 500 }], query);
  }
  assert.deepEqual(auxiliaryOf("costs of plan 3 by month"), []);
});
