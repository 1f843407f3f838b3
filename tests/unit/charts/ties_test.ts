/** Summaries that name winners only where there are some, and ends only where they are. */

import assert from "node:assert/strict";
import { makeChart } from "../../../src/charts/make_chart.ts";
import { listed } from "../../../src/charts/summary/text/listed.ts";
import { requestOf } from "./examples.ts";
import { csv } from "./tables.ts";

function summaryOf(data: string, query: string, options: Parameters<typeof requestOf>[1] = {}): string {
  const measure = (text: string, size: number) => text.length * size * 0.6;
  return makeChart(requestOf({ data, query }, options), { measure }).summary;
}

const cities = csv("city,v", Array.from({ length: 30 }, (_, k) => [`City ${k}`, k]));

Deno.test("of the smallest, the largest is only the largest of those shown", () => {
  const summary = summaryOf(cities, "bottom 5 cities by v");
  assert.match(summary, /^Of 30 cities, City 0 has the lowest v with 0 and/);
  assert.match(summary, /City 4 the highest of those shown with 4\. Second lowest is City 1 \(1\)\.$/);
  assert.match(summaryOf(cities, "lowest 5 cities by v"), /City 4 the highest of those shown/);
  assert.match(
    summaryOf(cities.replaceAll("City", "市").replace("city", "市名"), "vの下位3市名"),
    /市 0が0で最も小さく、表示した中では市 2が2で最も大きい/,
  );
  assert.match(
    summaryOf(cities, "top 1 city by v"),
    /City 29 has the highest v with 29\. The chart is made of 30 rows\.$/,
  );
});

Deno.test("bars of one height have neither a highest nor a lowest", () => {
  assert.equal(
    summaryOf("k,v\na,7\nb,7\nc,7", "compare v by k"),
    "All 3 values of k have the same v: 7. The chart is made of 3 rows.",
  );
  assert.equal(
    summaryOf("店,v\na,7\nb,7", "店ごとのvを比較"),
    "2つの店のvはどちらも7です。2行のデータによる図です。",
  );
  assert.equal(
    summaryOf("k,v\na,7\nb,7\nc,3\nd,3\ne,3\nf,3\ng,5", "compare v by k"),
    "Of the 7 values of k, a and b have the highest v with 7 and c, d and 2 more the lowest with 3. " +
      "The highest is 2.3 times the lowest.",
  );
  assert.match(summaryOf("k,v\na,9\nb,7\nc,7\nd,1", "compare v by k"), /Second are b and c \(7\)/);
});

Deno.test("boxes that are alike are said to be alike", () => {
  const rows = ["a", "b", "c"].flatMap((group) =>
    Array.from({ length: 22 }, (_, k) => [group, k < 20 ? k : 900 + k])
  );
  const summary = summaryOf(csv("g,v", rows), "spread of v by g");
  assert.match(
    summary,
    /The median is 10\.5 in all of them\. The interquartile range is 10\.5 in all of them;/,
  );
  assert.match(summary, /there are 6 outliers, 2 in each\.$/);
  const more = summaryOf(csv("g,v", [...rows, ["b", 950], ["c", 950]]), "spread of v by g");
  assert.match(more, /there are 8 outliers, the most in b and c \(3 each\)\./);
});

Deno.test("bars beside each other have no leader where they are alike", () => {
  const table = (value: (quarter: number, region: string) => number) =>
    csv(
      "q,r,v",
      [1, 2, 3, 4].flatMap((q) => ["a", "b"].map((r) => [`2024Q${q}`, r, value(q, r)])),
    );
  const query = "compare v of r in each quarter";
  assert.equal(summaryOf(table(() => 5), query), "v is 5 everywhere. The chart is made of 8 rows.");
  assert.equal(
    summaryOf(table((q, r) => r === "a" ? q : 5 - q), query),
    "The highest v is 4 (a, Q4 2024 and 1 more), the lowest 1 (a, Q1 2024 and 1 more). " +
      "The gap is widest at Q1 2024 and Q4 2024 (3); b and a lead in 2 of 4 each.",
  );
});

Deno.test("a series that has ended does not lead at the end", () => {
  const short = "month,s,v\n2024-01,a,3\n2024-02,a,50\n2024-01,b,1\n2024-02,b,2\n2024-03,b,3";
  const summary = summaryOf(short, "v trend by s");
  assert.match(summary, /^At the end \(Mar 2024\), only b has a value of v: 3 \(2 series\)\./);
  assert.match(summary, /a \(50, Feb 2024\) ends earlier\./);
  const tie = summaryOf(`${short}\n2024-02,c,9\n2024-03,c,3`, "v trend by s");
  assert.match(tie, /^At the end \(Mar 2024\), b and c have the same v: 3 \(3 series\)\./);
});

Deno.test("series that are measured at times of their own reach the end", () => {
  const rows = Array.from({ length: 40 }, (_, k) => {
    const at = new Date(Date.UTC(2024, 0, 1, 0, k)).toISOString();
    return [at, k % 2 === 0 ? "a" : "b", k % 2 === 0 ? 90 : 10];
  });
  assert.match(
    summaryOf(csv("at,sensor,v", rows), "v trend by sensor"),
    /^By the last values until Jan 1, 2024 00:39, a leads in v with 90; b is lowest/,
  );
});

Deno.test("a line that does not move stays, and extremes that come again are counted", () => {
  assert.equal(
    summaryOf("month,v\n2024-01,3\n2024-02,3\n2024-03,3", "v trend"),
    "v stays at 3 from Jan 2024 to Mar 2024. The chart is made of 3 rows.",
  );
  assert.match(
    summaryOf("month,v\n2024-01,3\n2024-02,5\n2024-03,3\n2024-04,4", "v trend"),
    /The highest is 5 \(Feb 2024\), the lowest 3 \(Jan 2024 and 1 more time\)\./,
  );
});

Deno.test("percentages differ by points", () => {
  const rates = [10, 11, 10.5, 11, 7.7, 8, 11].map((rate, k) => [`2024-0${k + 1}`, `${rate}%`]);
  const summary = summaryOf(csv("month,rate", rates), "rate trend");
  assert.match(summary, /to 11% \(Jul 2024\), up 1 point\./);
  assert.match(summary, /a decrease of 3\.3 points at May 2024/);
  assert.match(summaryOf("k,rate\na,10%\nb,12.5%", "compare rate by k"), /They differ by 2\.5 points/);
});

Deno.test("sums are called sums in every summary", () => {
  const rows = ["2024-01", "2024-02", "2024-03"].flatMap((month) =>
    ["a", "b", "a", "b"].map((group, k) => [month, group, k + 1])
  );
  const data = csv("month,s,v", rows);
  for (
    const [query, pattern] of [["v trend by s", "P12"], ["v by month and s", "P21"], [
      "v of s",
      "P31",
    ]] as const
  ) {
    assert.match(summaryOf(data, query, { pattern }), /v \(sum\)/, pattern);
  }
});

Deno.test("lines laid over distributions are told, each of them once", () => {
  const rows = ["2022", "2023", "2024"].flatMap((year) =>
    Array.from({ length: 12 }, (_, k) => [year, k, k % 2 === 0 ? "a" : "b"])
  );
  const data = csv("year,v,g", rows);
  const auxiliary = ["mean_line", "mean_line"];
  assert.match(
    summaryOf(data, "how does the distribution of v change", { pattern: "P13", auxiliary }),
    /reference lines: Mean 5\.5\.$/,
  );
  assert.match(
    summaryOf(data, "spread of v by g", { pattern: "P32", auxiliary }),
    /reference lines: Overall mean 5\.5\.$/,
  );
});

Deno.test("names that share a place are listed, few of them by name", () => {
  const names = ["a", "b", "c", "d", "e"];
  assert.deepEqual([1, 2, 3, 4].map((count) => listed(names.slice(0, count), "en")), [
    "a",
    "a and b",
    "a, b and c",
    "a, b and 2 more",
  ]);
  assert.equal(listed(names, "ja"), "a、bほか3個");
});

Deno.test("nobody has changed by the largest amount where two have moved alike", () => {
  const summary = summaryOf("month,s,v\n2024-01,a,1\n2024-02,a,5\n2024-01,b,9\n2024-02,b,5", "v trend by s");
  assert.doesNotMatch(summary, /changed by the largest amount/);
});

Deno.test("differences of percentages are rounded alike, whatever the percentages are written as", () => {
  for (const data of ["k,rate\na,6.45%\nb,4.9%", "k,rate\na,0.0645\nb,0.049"]) {
    assert.match(summaryOf(data, "compare rate by k"), /They differ by 1\.6 points/);
    assert.match(summaryOf(data, "kごとのrateを比較"), /両者の差は1\.6ポイントです/);
  }
});

Deno.test("what is below zero changes by an amount, and by no share of it", () => {
  const data = "month,temp\n2024-01,-2\n2024-02,-1\n2024-03,-1.5";
  assert.match(summaryOf(data, "temp trend"), /up 0\.5\b/);
});

Deno.test("a mean of nothing but rounding is zero", () => {
  const data = "unit,profit\na,0.1\na,0.2\nb,-0.3";
  assert.match(summaryOf(data, "profit by unit with a mean line"), /Mean 0\./);
});

Deno.test("values that only rounding makes alike are not said to be alike", () => {
  assert.equal(
    summaryOf("shop,takings\nx,8200.4\ny,8200.1\nz,8199.8", "compare takings by shop"),
    "Of 3 shops, x has the highest takings with 8,200.4 and z the lowest with 8,199.8. " +
      "Second is y (8,200.1).",
  );
  assert.match(
    summaryOf("month,v\n2024-01,70000.25\n2024-02,70000.5\n2024-03,70000.75", "v trend"),
    /^v went from 70,000\.25 \(Jan 2024\) to 70,000\.75 \(Mar 2024\), up 0\.5\./,
  );
  assert.match(
    summaryOf(
      "month,s,v\n2024-01,a,1\n2024-02,a,1000.1234\n2024-01,b,2\n2024-02,b,1000.1239",
      "v trend by s",
    ),
    /b leads in v with 1,000\.124; a is lowest with 1,000\.123 /,
  );
});

Deno.test("medians that only rounding makes alike are told apart", () => {
  const rows = (group: string, middle: number) =>
    Array.from({ length: 9 }, (_, k) => [group, middle + (k - 4) * 100.123]);
  const summary = summaryOf(
    csv("g,v", [...rows("a", 20_000.1234), ...rows("b", 20_000.3456)]),
    "spread of v by g",
  );
  assert.match(summary, /The median is highest for b \(20,000\.3\) and lowest for a \(20,000\.1\)/);
});
