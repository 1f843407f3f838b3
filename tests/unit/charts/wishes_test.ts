/** Single wishes in a sentence: what is counted, which of many values, which lines, and what no chart shows. */

import assert from "node:assert/strict";
import { makeChart } from "../../../src/charts/make_chart.ts";
import { auxiliaryOf } from "../../../src/charts/read/auxiliary_rules.ts";
import { requestOf } from "./examples.ts";
import { made } from "./made.ts";
import { csv, monthsFrom, tables } from "./tables.ts";

Deno.test("things that a sentence asks the number of are counted and group nothing", () => {
  for (const query of ["number of employees per office", "how many employees in each office"]) {
    const { metadata } = made(tables.staff, query);
    assert.deepEqual(metadata["mapping"], { x: "office", y: "count" }, query);
    assert.deepEqual(metadata.warnings, [], query);
  }
  assert.deepEqual(made(tables.ordersJa, "状態ごとの注文は何件？").metadata["mapping"], {
    x: "状態",
    y: "count",
  });
});

Deno.test("things that come in several rows are said to", () => {
  const stays = csv("patient,ward", Array.from({ length: 40 }, (_, k) => [`p${k % 9}`, `ward ${k % 3}`]));
  const { metadata } = made(stays, "number of patients per ward");
  assert.match(metadata.warnings.join(), /rows are counted; values of column "patient" come more than once/);
});

Deno.test("the highest and the lowest of each group are no averages", () => {
  const temperatures = csv("市,気温", [["札幌", -5], ["札幌", 25], ["那覇", 14], ["那覇", 32]]);
  assert.match(made(temperatures, "市ごとの最高気温").summary, /気温（最大値）は那覇が32/);
  assert.match(made(temperatures, "市別の最低の気温").summary, /気温（最小値）は.*札幌の−5/);
  assert.match(made(tables.visits, "longest wait by clinic").summary, /wait_min \(maximum\)/);
  assert.match(made(tables.visitsJa, "診療科別の最小の待ち時間").summary, /待ち時間（最小値）/);
  const sales = "shop,sales\nA,5\nA,6\nB,9";
  assert.match(
    made(sales, "Which shop has the highest sales?").summary,
    /A has the highest sales \(sum\) with 11/,
  );
});

Deno.test("the highest of what is added up is that of each group where the words around say so", () => {
  const sales = "shop,sales\nA,5\nA,6\nB,9";
  const cases: readonly (readonly [string, string])[] = [
    ["highest sales per shop", "B has the highest sales (maximum) with 9"],
    ["the lowest sales for each shop", "lowest with 5"],
    ["highest single sale in each shop", "(maximum)"],
    ["Which shop has the highest sales?", "A has the highest sales (sum) with 11"],
    ["shops with the highest sales", "(sum)"],
    ["highest sales by shop", "(sum)"],
    ["rank shops by highest sales", "(sum)"],
    ["shopごとの最大のsales", "（最大値）"],
    ["shop別の最も低いsales", "（最小値）"],
    ["最高のsalesのshopはどこ", "（合計）"],
    ["salesが最も高いshop", "（合計）"],
  ];
  for (const [query, told] of cases) assert.ok(made(sales, query).summary.includes(told), query);
});

Deno.test("mean and median are both drawn where both are asked for", () => {
  const both = [{ kind: "mean_line" }, { kind: "median_line" }];
  for (
    const query of [
      "sales trend with the mean and median",
      "distribution of sales, mean and median lines",
      "sales over time, show both the average and the median",
      "売上の推移、平均と中央値の線",
      "売上の推移に平均も中央値も入れて",
    ]
  ) assert.deepEqual(auxiliaryOf(query), both, query);
  assert.deepEqual(auxiliaryOf("売上の推移、中央値も"), [{ kind: "median_line" }]);
  assert.deepEqual(auxiliaryOf("sales with a moving average line"), [{ kind: "moving_avg" }]);
  assert.match(made(tables.monthly, "売上高の推移、中央値も").summary, /^売上高は/);
});

Deno.test("lines that follow a series are drawn over its course, whatever they are called", () => {
  const cases: readonly (readonly [string, string])[] = [
    ["sales with a linear trend", "regression"],
    ["sales by month with trendline", "regression"],
    ["sales and its best-fit line", "regression"],
    ["monthly sales with a trend", "regression"],
    ["smoothed sales by shop", "moving_avg"],
    ["売上の推移に回帰直線", "regression"],
    ["売上に近似直線を重ねて", "regression"],
    ["売上の推移と線形トレンド", "regression"],
    ["店舗別売上の移動平均", "moving_avg"],
  ];
  const shops = csv(
    "month,shop,sales",
    monthsFrom(2024, 12).flatMap((m, k) => [[m, "A", k], [m, "B", 20 - k]]),
  );
  for (const [query, kind] of cases) {
    const { metadata } = made(
      shops.replace("shop,sales", /[ぁ-ん]/.test(query) ? "店舗,売上" : "shop,sales"),
      query,
    );
    assert.deepEqual([metadata["auxiliary"], metadata.warnings], [[kind], []], query);
    assert.ok(["P01", "P12"].includes(metadata.pattern_id), query);
  }
  assert.deepEqual(auxiliaryOf("sales with the trend of costs"), []);
});

Deno.test("mean and median beside a course or a distribution are lines in it, and else what is measured", () => {
  const both = [{ kind: "mean_line" }, { kind: "median_line" }];
  for (
    const query of [
      "売上の推移に平均と中央値",
      "売上の分布に平均・中央値を",
      "売上の推移、平均と中央値付き",
      "sales trend, mean and median",
      "distribution of sales: average and median",
    ]
  ) assert.deepEqual(auxiliaryOf(query), both, query);
  for (
    const query of [
      "地域ごとに平均",
      "売上の推移、平均単価",
      "地域別の平均と中央値",
      "mean and median of sales by shop",
    ]
  ) assert.deepEqual(auxiliaryOf(query), [], query);
});

Deno.test("a wish that is not drawn is said", () => {
  const warned = (query: string) => made("shop,sales\nA,5\nA,6\nB,9", query).metadata.warnings.join();
  assert.match(warned("mean and median sales by shop"), /shows the median only, not the average/);
  assert.match(warned("shop別のsalesの平均と最大値"), /図は平均だけを示し、最大値は示していません/);
  assert.match(warned("min and max sales by shop"), /shows the maximum only, not the minimum/);
  assert.match(warned("sales by shop against the target"), /the target line is left out: .* no number/);
  assert.match(warned("sales by shop on a log scale"), /linear, not logarithmic/);
  assert.match(warned("shop別のsales、予測つき"), /予測はしていません/);
  assert.match(warned("shop別のsalesと移動平均"), /移動平均を重ねられません/);
  for (const query of ["draw a world map of sales", "sales by shop on a map"]) {
    assert.match(warned(query), /kind of chart asked for is none of the nine/, query);
  }
  assert.equal(warned("total number of rows by shop"), "");
  const planned = "shop,kind,v\nA,actual,5\nA,target,6\nB,actual,9\nB,target,7";
  assert.deepEqual(made(planned, "v by shop, actual against target").metadata.warnings, []);
});

Deno.test("people and things are counted where no column holds their number", () => {
  const stays = csv(
    "受診日,区分,性別,年齢",
    monthsFrom(2024, 6).flatMap((
      month,
    ) => [[`${month}-01`, "初診", "男性", 30], [`${month}-02`, "再診", "女性", 40]]),
  );
  assert.deepEqual(made(stays, "月ごとの患者数の推移").metadata["mapping"], { x: "受診日", y: "count" });
  assert.deepEqual(made(stays, "区分別・性別の件数").metadata["mapping"], {
    x: "区分",
    y: "count",
    color: "性別",
  });
  const known = csv("月,患者数,費用", [["2024-01", 5, 9], ["2024-02", 6, 8]]);
  assert.deepEqual(made(known, "患者数の推移").metadata["mapping"], { x: "月", y: "患者数" });
});

Deno.test("what adds up or ranks times has them on the axis", () => {
  const plans = csv(
    "month,plan,mrr",
    monthsFrom(2024, 6).flatMap((m, k) => [[m, "Free", k], [m, "Pro", 9 - k % 3]]),
  );
  assert.deepEqual(made(plans, "cumulative mrr by plan").metadata["mapping"], {
    x: "month",
    y: "mrr",
    color: "plan",
  });
  for (
    const query of [
      "months with the highest mrr",
      "which month had the lowest mrr?",
      "mrrが最も高かった月は？",
    ]
  ) {
    const { metadata, summary } = made(plans, query);
    assert.deepEqual([metadata.pattern_id, metadata["mapping"]], ["P02", { x: "month", y: "mrr" }], query);
    assert.match(summary, /mrr(?: \(sum\)|（合計）)/, query);
  }
});

Deno.test("what only begins like a time ranks no times", () => {
  const ages = csv(
    "月,区分,売上",
    monthsFrom(2024, 6).flatMap((m, k) => [[m, "若年", k], [m, "壮年", 9 - k]]),
  );
  for (
    const query of ["売上が多い日本の区分", "売上が高い年代の区分", "売上の少ない月額の区分"]
  ) {
    assert.deepEqual(made(ages, query).metadata["mapping"], { x: "区分", y: "売上" }, query);
  }
  for (const query of ["売上が高い月", "売上が多かった年度", "売上が少ない日はいつ"]) {
    assert.deepEqual(made(ages, query).metadata["mapping"], { x: "月", y: "売上" }, query);
  }
});

Deno.test("the hours of a day are on the axis where they are asked for", () => {
  const hours = Array.from({ length: 72 }, (_, k) => [
    new Date(Date.UTC(2024, 6, 1, k)).toISOString().slice(0, 16).replace("T", " "),
    k % 24,
  ]);
  const { metadata, summary } = made(csv("timestamp,kwh", hours), "average kwh per hour of day");
  assert.deepEqual(metadata["mapping"], { x: "hour of day", y: "kwh" });
  assert.match(summary, /kwh \(average\) .*0:00/);
  assert.deepEqual(made(csv("timestamp,kwh", hours), "時間帯別のkwhの平均").metadata["mapping"], {
    x: "時間帯",
    y: "kwh",
  });
});

Deno.test("the hours of days before 1970 are those of the others", () => {
  const rows = [1969, 1970].flatMap((year) =>
    ["00:30", "12:00", "23:00"].map((clock, k) => [`${year}-12-31 ${clock}`, k + 2 * (year - 1969)])
  );
  const { summary } = made(csv("timestamp,kwh", rows), "average kwh per hour of day");
  assert.match(summary, /from 1 \(0:00\) to 3 \(23:00\)/);
});

Deno.test("one number against another is loudly not drawn, in English too", () => {
  for (
    const query of [
      "correlation between height and weight",
      "relationship between height and weight",
      "scatter plot of height vs weight",
      "How does height relate to weight?",
    ]
  ) {
    const { metadata, summary } = made(tables.bodies, query);
    assert.equal(metadata["fallback_applied"], true, query);
    assert.match(summary, /^Note: none of the nine charts shows a relation between two numbers/, query);
  }
});

Deno.test("the median that a box plot is asked for is told as drawn", () => {
  const data = "team,days\n" + Array.from({ length: 40 }, (_, i) => `${"ab"[i % 2]},${i % 9}`).join("\n");
  const request = {
    ...requestOf({ data, query: "spread of days by team" }),
    pattern: "P32",
    auxiliary: ["median_line"],
  };
  const { metadata } = makeChart(request, { measure: (text, size) => text.length * size * 0.6 });
  assert.deepEqual(metadata["auxiliary"], ["median_line"]);
});

Deno.test("the worst by what is bad have the most of it, the best the least", () => {
  const pages = csv(
    "page,bounce_rate,sales",
    ["a", "b", "c", "d"].map((page, k) => [`page ${page}`, 10 * (k + 1), k + 1]),
  );
  const lines = csv(
    "工程,不良件数,生産数",
    ["切断", "溶接", "塗装", "梱包"].map((name, k) => [name, k + 1, 10 - k]),
  );
  const cases: readonly (readonly [string, string, RegExp])[] = [
    [pages, "worst 2 pages by bounce rate", /page d .*the highest .*page c the lowest of those shown/],
    [pages, "best 2 pages by bounce rate", /page a .*the lowest .*page b the highest of those shown/],
    [pages, "worst 2 pages by sales", /page a .*the lowest .*page b the highest of those shown/],
    [lines, "不良件数ワースト2の工程", /梱包が4で最も大きく、塗装が3で表示した中で最も小さい/],
    [lines, "生産数ワースト2の工程", /梱包が7で最も小さく、表示した中では塗装が8で最も大きい/],
  ];
  for (const [data, query, told] of cases) {
    const { summary } = made(data, query);
    assert.match(summary, told, query);
  }
});
