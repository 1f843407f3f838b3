/** What is said of a picture, in both languages. */

import assert from "node:assert/strict";
import type { ResolvedSpec } from "../../../src/base/chart_spec.ts";
import type { Language } from "../../../src/base/language.ts";
import { makeChart } from "../../../src/charts/make_chart.ts";
import { requestOf } from "./examples.ts";
import { drawn, measure } from "./made.ts";
import { csv, monthsFrom } from "./tables.ts";

const sales = csv(
  "month,shop,sales,staff",
  monthsFrom(2024, 4).flatMap((month, i) =>
    ["A", "B"].map((shop, k) => [month, shop, 100 + 50 * i * (1 - 2 * k) + 60 * k, 3 + k])
  ),
);
const one = csv("month,sales", monthsFrom(2024, 4).map((month, i) => [month, [10, 40, 5, 15][i] ?? 0]));
const scores = "class,score\nX,1\nX,2\nX,3\nY,4\nY,8\nY,12";
const temps = "day,temp\n2024-01-01,5\n2024-01-02,10";

const powers = csv("g,x,y", [1, 10, 100, 1000].flatMap((x, i) => [["a", x, 2 * i], ["b", x, 2 * i + 1]]));

const cases: readonly (readonly [string, ResolvedSpec, Language, RegExp])[] = [
  [
    powers,
    {
      pattern: "scatter",
      x: "x",
      y: "y",
      scale: "log",
      lines: [{ kind: "regression" }],
      filter: [
        { column: "y", op: ">", value: 0 },
      ],
      facet: "g",
    },
    "en",
    /on the logarithmic scale, n = 7\)\. Each panel has its own regression line; .* for each tenfold of x\.$/,
  ],
  [
    powers,
    {
      pattern: "scatter",
      x: "x",
      y: "y",
      scale: "log",
      lines: [{ kind: "regression" }],
      filter: [
        { column: "g", op: "=", value: "b" },
      ],
    },
    "ja",
    /対数で.*回帰直線では、xが10倍になるとyは2変わります。$/,
  ],
  [
    one,
    { pattern: "P01", x: "month", y: "sales", aggregate: "none" },
    "en",
    /^sales went from 10 \(Jan 2024\) to 15 \(Apr 2024\), up 50%\. The highest is 40 \(Feb 2024\), the lowest 5 \(Mar 2024\)\.$/,
  ],
  [
    one,
    { pattern: "P01", x: "month", y: "sales", aggregate: "none" },
    "ja",
    /^salesは2024年1月の10から2024年4月の15へ50%増加しました。 最大は40（2024年2月）、最小は5（2024年3月）です。$/,
  ],
  [temps, { pattern: "P01", x: "day", y: "temp", aggregate: "mean" }, "en", /from 5 .* to 10 .*, up 5\./],
  [
    sales,
    { pattern: "P12", x: "month", y: "sales", color: "shop", aggregate: "sum" },
    "en",
    /^At the end \(Apr 2024\), A is highest with 250 and B lowest with 10: sales, 2 series\. .* changed most/,
  ],
  [
    sales,
    { pattern: "P02", x: "shop", y: "sales", aggregate: "sum" },
    "en",
    /^Of 2 groups, the highest total sales is 700 \(A\), the lowest 340 \(B\)\. The total is 1,040, of which the highest is 67%\.$/,
  ],
  [
    sales,
    { pattern: "P02", x: "shop", y: "sales", aggregate: "mean" },
    "ja",
    /^2件のうち、salesの平均はAが175で最も大きく、Bが85で最も小さいです。$/,
  ],
  [
    sales,
    { pattern: "P02", x: "shop", y: "sales", aggregate: "min" },
    "en",
    /^Of 2 groups, the highest minimum sales is 100 \(A\), the lowest 10 \(B\)\./,
  ],
  [
    "g,v\na,5\nb,5\nc,1",
    { pattern: "P02", x: "g", y: "v", aggregate: "sum" },
    "en",
    /highest v is 5 \(a and b\), the lowest 1 \(c\)/,
  ],
  ["g,v\na,5\nb,5", { pattern: "P02", x: "g", y: "v", aggregate: "sum" }, "en", /^v is 5 in all 2 groups\./],
  [
    sales,
    { pattern: "P21", x: "month", y: "sales", color: "shop", aggregate: "sum" },
    "en",
    /^The highest sales is 250 \(A, Apr 2024\), the lowest 10 \(B, Apr 2024\)\. A leads in 3 of 4\.$/,
  ],
  [
    scores,
    { pattern: "P03", x: "score" },
    "en",
    /^score ranges from 1 to 12, with a mean of 5 and a median of 3\.5 \(n=6\)\./,
  ],
  [
    scores,
    { pattern: "P32", x: "class", y: "score" },
    "en",
    /highest for Y \(8\) and lowest for X \(2\)\. The interquartile range is largest for Y \(4\)\./,
  ],
  [
    scores,
    { pattern: "P23", x: "score", color: "class" },
    "ja",
    /中央値はYの8が最も高く、Xの2が最も低いです。/,
  ],
  [
    "a,b\n1,9\n2,7\n3,5",
    { pattern: "scatter", x: "a", y: "b", lines: [{ kind: "regression" }] },
    "en",
    /^b and a have a strong negative correlation \(r = −1, n = 3\)\. According to the regression line, b changes by −2 for each unit of a\.$/,
  ],
  [
    sales,
    { pattern: "heatmap", x: "month", color: "shop", y: "sales", aggregate: "sum" },
    "en",
    /^The highest sales is 250 \(A, Apr 2024\)/,
  ],
  [
    sales,
    { pattern: "P31", x: "month", y: ["sales", "staff"], aggregate: "mean" },
    "en",
    /^sales went from .* staff went from 3\.5 \(Jan 2024\) to 3\.5 \(Apr 2024\), unchanged\.$/,
  ],
];

for (const [data, spec, language, expected] of cases) {
  Deno.test(`a picture is summarised in ${language}: ${JSON.stringify(spec)}`, () => {
    assert.match(drawn(data, spec, language).sentences.join(" "), expected);
  });
}

Deno.test("the specification of a reply, passed back without a sentence, gives the same picture", () => {
  for (
    const query of [
      "sales trend by shop",
      "average sales by shop",
      "distribution of sales",
      "shop別のsalesの合計",
    ]
  ) {
    const first = makeChart(requestOf({ data: sales, query }), { measure });
    const { spec } = Object(first.metadata);
    const locale = first.language;
    const again = makeChart(requestOf({ data: sales, query: "", spec }, { locale }), { measure });
    assert.equal(again.svg, first.svg, query);
    assert.deepEqual(Object(again.metadata).assumed, [], query);
  }
});
