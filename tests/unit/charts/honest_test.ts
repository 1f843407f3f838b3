/** Charts that say what they show and what they leave out, and that can be read. */

import assert from "node:assert/strict";
import { makeChart } from "../../../src/charts/make_chart.ts";
import { auxiliaryOf } from "../../../src/charts/read/auxiliary_rules.ts";
import { layNames } from "../../../src/charts/draw/sheet/axes.ts";
import { makePage } from "../../../src/charts/draw/sheet/page.ts";
import { naturalOrder } from "../../../src/charts/values/category_order.ts";
import { requestOf } from "./examples.ts";
import { csv, daysFrom, monthsFrom } from "./tables.ts";

const measure = (text: string, size: number) => text.length * size * 0.6;

function made(data: string, query: string, options: Parameters<typeof requestOf>[1] = {}) {
  return makeChart(requestOf({ data, query }, options), {
    measure,
  });
}

function textsOf(spec: unknown): string[] {
  return [...JSON.stringify(spec).matchAll(/"text":"([^"]*)"/g)].map(([, text]) => text ?? "");
}

const manyShops = csv(
  "year,shop,sales",
  Array.from({ length: 10 * 40 }, (_, k) => [2015 + k % 10, `shop${Math.floor(k / 10)}x`, 900 + k]),
);

Deno.test("many series left out are shown by their mean where their sum would press the others down", () => {
  for (
    const [query, shown] of [
      ["sales trend by shop", 7],
      ["overview of sales over time, one panel per shop", 11],
      ["gap between shops each year", 7],
    ] as const
  ) {
    const { spec, summary } = made(manyShops, query);
    const other = `Other (${40 - shown}, average)`;
    assert.ok(textsOf(spec).includes(other), query);
    assert.ok(summary.includes(`The ${shown} largest of 40 series are shown, the rest as "${other}"`), query);
  }
  const nine = csv(
    "year,shop,sales",
    Array.from({ length: 27 }, (_, k) => [2020 + k % 3, `s${Math.floor(k / 3)}x`, 90 - k]),
  );
  assert.ok(textsOf(made(nine, "sales trend by shop").spec).includes("Other (2, average)"));
  const small = nine.replaceAll(/(s[78]x),\d+/g, "$1,20");
  assert.ok(textsOf(made(small, "sales trend by shop").spec).includes("Other (2, sum)"));
});

Deno.test("boxes of groups put together are told, and are no group of their own", () => {
  const shops = csv("shop,sales", Array.from({ length: 600 }, (_, k) => [`shop${k % 60}x`, 900 + k]));
  const { summary } = made(shops, "spread of sales by shop");
  assert.match(summary, /\(60 parts, n=600\)/);
  assert.match(summary, /the 39 with the most values are shown, the other 21 together as "Other"/);
  assert.doesNotMatch(summary, /(?:for|in) Other/);
});

Deno.test("bars for each month stay months, or it is said that they do not", () => {
  const months = Array.from(
    { length: 18 },
    (_, k) => `${2023 + Math.floor(k / 12)}-${String(k % 12 + 1).padStart(2, "0")}`,
  );
  const table = (shops: number) =>
    csv(
      "month,shop,sales",
      months.flatMap((month) =>
        Array.from({ length: shops }, (_, k) => [month, `shop ${"abcdefgh"[k]}`, k + 5])
      ),
    );
  const few = made(table(5), "gap in sales between shops each month");
  assert.equal(few.metadata.pattern_id, "P21");
  assert.equal(textsOf(few.spec).filter((text) => text === "Jun").length, 2);
  assert.deepEqual(few.metadata.warnings, []);
  const many = made(table(8), "gap in sales between shops each month", { width: 600 });
  assert.match(
    many.metadata.warnings.join(),
    /bars for every month would be too many: they are for every quarter/,
  );
});

Deno.test("a moving average takes together what the sentence says, and is told", () => {
  assert.deepEqual(auxiliaryOf("売上の3か月移動平均"), [{
    kind: "moving_avg",
    window: { count: 3, unit: "month" },
  }]);
  assert.deepEqual(auxiliaryOf("sales with a 7-day rolling average"), [
    { kind: "moving_avg", window: { count: 7, unit: "day" } },
  ]);
  const days = Array.from(
    { length: 60 },
    (_, k) => [`2024-01-01T00:00`.slice(0, 8) + String(k % 31 + 1).padStart(2, "0"), k],
  );
  const daily = csv("date,sales", days.slice(0, 31));
  assert.match(
    made(daily, "sales trend with a 2-week moving average").summary,
    /Reference lines: 14-point moving average/,
  );
  const refused = made(daily, "sales trend with a 3-month moving average");
  assert.match(refused.metadata.warnings.join(), /cannot carry the moving average asked for/);
  assert.match(made(daily, "sales trend with a regression line").summary, /Linear fit \(from 0 to 30\)/);
});

Deno.test("names with numbers are sorted by size, places in an order keep it", () => {
  assert.equal(naturalOrder(["store 1", "store 2", "store 10"]), null);
  assert.equal(naturalOrder(["商品1", "商品2"]), null);
  assert.equal(naturalOrder(["東日本第1営業部", "東日本第2営業部"]), null);
  assert.equal(naturalOrder(["Holiday Inn 1", "Holiday Inn 2"]), null);
  assert.deepEqual(naturalOrder(["第2回", "第1回"]), [1, 0]);
  assert.deepEqual(naturalOrder(["2nd floor", "1st floor"]), [1, 0]);
  assert.deepEqual(naturalOrder(["20代", "10代", "30代"]), [1, 0, 2]);
  assert.deepEqual(naturalOrder(["25-34", "18-24", "55+"]), [1, 0, 2]);
  assert.deepEqual(naturalOrder(["week 2", "week 1"]), [1, 0]);
  const ages = "age,people\n18-24,3\n25-34,9\n35-44,5";
  const order = (query: string) => textsOf(made(ages, query).spec).filter((text) => /^\d\d-\d\d$/.test(text));
  assert.deepEqual(order("people by age, highest first"), ["25-34", "35-44", "18-24"]);
  assert.deepEqual(order("people by age in ascending order"), ["18-24", "35-44", "25-34"]);
});

Deno.test("shares of negative values are left out, and that is said", () => {
  const { metadata } = made("dept,profit\nA,-5\nB,3\nC,9", "breakdown of profit by dept");
  assert.match(metadata.warnings.join(), /profit has negative values, so that no shares are given/);
});

Deno.test("numbers beyond all words are written with their power", () => {
  const texts = textsOf(made("item,v\na,1e300\nb,2e300", "compare items").spec);
  assert.ok(texts.includes("2e300"), texts.join(" "));
  assert.ok(texts.every((text) => text.length < 12));
});

Deno.test("turned names stay within the picture", () => {
  const page = makePage({ width: 1200, height: 900, language: "en", measure });
  const names = Array.from(
    { length: 20 },
    (_, k) => `${"abcdefghijklmnopqrst"[k]} department of long names and offices`,
  );
  const [step, left] = [55, 50];
  const layout = layNames(page, names, { step, left });
  assert.ok(layout.turned);
  for (const name of layout.names) {
    assert.ok(page.measure(name, page.fonts.label) * Math.SQRT1_2 <= left + step / 2, name);
  }
  assert.equal(new Set(layout.names).size, 20);
});

/** The panel's height and width, and the texts with their places, of a chart of one panel. */
function placesOf(spec: unknown): { readonly x: number; readonly y: number; readonly text: string }[] {
  return [...JSON.stringify(spec).matchAll(/\{"x":(-?[\d.]+),"y":(-?[\d.]+),"text":"([^"]*)"/g)]
    .map(([, x, y, text]) => ({ x: Number(x), y: Number(y), text: text ?? "" }));
}

Deno.test("names of lines stand where no bar can be in their way", () => {
  const rising = "age,score\n18-24,1\n25-34,2\n35-44,9";
  const beside = placesOf(made(rising, "compare score by age with the mean line").spec);
  const mean = beside.find(({ text }) => text.startsWith("Mean"));
  const last = beside.find(({ text }) => text === "35-44");
  assert.ok(mean !== undefined && last !== undefined && mean.x > last.x + 100, JSON.stringify(beside));
  const scores = csv("score", Array.from({ length: 200 }, (_, k) => [50 + k % 7 + k % 5]));
  const above = placesOf(made(scores, "score distribution with mean line and median line").spec)
    .filter(({ text }) => /^(?:Mean|Median) /.test(text));
  assert.equal(new Set(above.map(({ text }) => text)).size, 2);
  assert.ok(above.every(({ y }) => y < 0));
  assert.equal(new Set(above.map(({ x, y }) => `${x} ${y}`)).size, 2, "each in a place of its own");
});

Deno.test("columns that count in thousands already get no second unit", () => {
  const texts = (name: string) =>
    textsOf(made(`dept,${name}\na,1404072\nb,172450`, `compare ${name} by dept`, { locale: "ja" }).spec);
  assert.ok(texts("受注金額（千円）").includes("1,404,072"));
  assert.ok(!texts("受注金額（千円）").some((text) => /\d万/.test(text)));
  assert.ok(texts("受注金額").includes("140万"));
  assert.ok(!texts("revenue (USD millions)").some((text) => /\d万/.test(text)));
});

Deno.test("products ranked by sales are products, whatever stands behind the word by", () => {
  const table = csv(
    "product,sales",
    Array.from({ length: 24 }, (_, k) => [`Product ${"ABCDEFGHIJKLMNOPQRSTUVWX"[k]}`, 50 + k * 7 % 97]),
  );
  for (
    const query of ["Show top 10 products by sales", "rank products by sales", "products sorted by sales"]
  ) {
    assert.deepEqual(made(table, query).metadata["mapping"], { x: "product", y: "sales" }, query);
  }
});

Deno.test("a comparison of averages is no wish for a mean line", () => {
  assert.deepEqual(auxiliaryOf("各店の平均を比較"), []);
  assert.deepEqual(auxiliaryOf("各店の売上を平均と比べて"), [{ kind: "mean_line" }]);
});

Deno.test("cumulative values are added up, and said to be", () => {
  const { summary, spec, metadata } = made(
    "month,sales\n2024-01,5\n2024-02,7\n2024-03,1",
    "cumulative sales over time",
  );
  assert.match(summary, /sales \(cumulative\) went from 5 \(Jan 2024\) to 13 \(Mar 2024\)/);
  assert.ok(textsOf(spec).some((text) => text.startsWith("Cumulative")));
  assert.match(JSON.stringify(metadata["operations_applied"]), /cumsum/);
});

Deno.test("wishes that no chart fulfils are said to be unfulfilled", () => {
  const table = "month,sales\n2024-01,5\n2024-02,7\n2024-03,1";
  assert.match(made(table, "売上の前年比の推移").metadata.warnings.join(), /変化率は計算していません/);
  const grown = csv("month,yoy_growth", monthsFrom(2024, 12).map((month, i) => [month, i / 100]));
  assert.deepEqual(made(grown, "yoy growth trend").metadata.warnings, []);
  assert.match(made("k,v\na,1\nb,2", "pie chart of v by k").metadata.warnings.join(), /not as a pie/);
  assert.match(made("k,v\na,1\nb,2", "heatmap of v by k").metadata.warnings.join(), /none of the nine/);
  assert.deepEqual(made("月,前年比\n2024-01,1.1\n2024-02,1.2", "前年比の推移").metadata.warnings, []);
});

Deno.test("epochs and steps are an axis of their own", () => {
  const losses = csv(
    "epoch,train_loss,val_loss",
    Array.from({ length: 30 }, (_, k) => [k + 1, 2 / (k + 1), 2.2 / (k + 1)]),
  );
  const { spec, summary, metadata } = made(losses, "train_loss over epochs");
  assert.deepEqual(metadata["mapping"], { x: "epoch", y: "train_loss" });
  assert.match(summary, /from 2 \(1\) to 0\.06667 \(30\)/);
  assert.ok(textsOf(spec).includes("Train loss over epoch"), textsOf(spec).join());
  assert.equal(made(losses, "compare train_loss and val_loss over epochs").metadata.pattern_id, "P12");
});

Deno.test("sums that lack values or end within a period are told to", () => {
  const days = csv(
    "date,shop,v",
    daysFrom("2024-03-06", 100).map((day, k) => [day, ["A", "B"][k % 2] ?? "", k === 20 ? "" : 5]),
  );
  const warned = (query: string) => made(days, query).metadata.warnings;
  const lacking = '1 row has no "v": sums are without it';
  const early = "the data of the last week ends at Jun 13, 2024: it is not complete";
  assert.deepEqual(warned("weekly v"), [lacking, early]);
  assert.deepEqual(warned("total v by shop"), [lacking]);
  assert.deepEqual(warned("monthly average v"), []);
  assert.match(made(days, "weekly v").summary, /Note: the data of the last week ends at Jun 13, 2024/);
  const whole = csv("date,v", daysFrom("2024-01-01", 91).map((day) => [day, 1]));
  assert.deepEqual(made(whole, "monthly v").metadata.warnings, []);
  const weekdays = daysFrom("2024-01-01", 91).filter((day) => ![0, 6].includes(new Date(day).getUTCDay()));
  assert.deepEqual(made(csv("date,v", weekdays.map((day) => [day, 1])), "weekly v").metadata.warnings, []);
});

Deno.test("columns of different things are not held against each other", () => {
  const rows = Array.from(
    { length: 6 },
    (_, k) => [`2024-0${k + 1}`, ["Pro", "Free"][k % 2] ?? "", 40_000 + k, 200 + k],
  );
  const data = csv("month,plan,mrr,signups", rows);
  const lines = made(data, "mrr and signups over time");
  assert.match(lines.summary, /^mrr went from 40,000 .* signups went from 200 /);
  assert.equal(lines.metadata.pattern_id, "P31");
  assert.match(
    lines.summary,
    /Note: mrr, signups differ in unit or size, so that each is drawn on a scale of its own/,
  );
  const bars = made(data, "planごとの平均mrrと平均signups");
  assert.match(bars.summary, /^mrr（平均）が最も大きいのはFree.*signups（平均）が最も大きいのはFree/);
  assert.match(bars.summary, /注意: mrr・signupsは大きさが大きく異なり/);
  const like = csv("month,inbound,outbound", rows.map(([month], k) => [month ?? "", 10 + k, 20 + k]));
  assert.match(made(like, "inbound and outbound over time").summary, /outbound leads/);
});

Deno.test("columns of different things are told and put together each in its own way", () => {
  const data = csv(
    "年月,売上,解約率",
    Array.from({ length: 12 }, (_, k) => [`2024-${k % 6 + 1}`, 2_000_000 + k, `${2 + k % 6}%`]),
  );
  for (const query of ["売上と解約率の推移", "月ごとの売上と解約率を比較"]) {
    const { metadata, summary } = made(data, query);
    assert.equal(metadata.pattern_id, "P31", query);
    assert.match(
      summary,
      /^売上（合計）は2024年1月の4,000,006から.*解約率（平均）は2024年1月の2%から2024年6月の7%へ/,
      query,
    );
  }
  assert.equal(made(data, "売上と解約率を月別の棒グラフで").metadata.pattern_id, "P21");
});

Deno.test("a line at a number is drawn where a column of different things has such, and otherwise told", () => {
  const rows = Array.from({ length: 6 }, (_, k) => [`2024-0${k + 1}`, 2_000_000 + k, k - 2]);
  const data = csv("month,mrr,temp", rows);
  for (const at of [0, 3]) {
    const { metadata } = made(data, `mrr and temp over time with a line at ${at}`);
    assert.deepEqual(metadata["auxiliary"], ["threshold"], `${at}`);
  }
  const far = made(data, "mrr and temp over time with target 900");
  assert.match(
    far.summary,
    /Note: the line at 900 is far from the values of every column, so that it is not drawn\./,
  );
  assert.match(
    made(data, "mrrとtempの推移、目標900").summary,
    /注意: 900の線は、どの列の大きさからも離れているため、描いていません）。/,
  );
});
