/** Fiscal years and their quarters stay what they are in all that is written. */

import assert from "node:assert/strict";
import { makeChart } from "../../../src/charts/make_chart.ts";
import { requestOf } from "./examples.ts";
import { csv } from "./tables.ts";

function made(data: string, query: string) {
  const measure = (text: string, size: number) => text.length * size * 0.6;
  const { spec, summary, metadata } = makeChart(requestOf({ data, query }), { measure });
  return { text: JSON.stringify(spec), summary, pattern: metadata.pattern_id };
}

function yearly(header: string, names: readonly string[]): string {
  return csv(header, names.map((name, k) => [name, 100 + k * 7]));
}

Deno.test("fiscal years are called so on axes and in summaries, however they are written", () => {
  const forms = [
    yearly("期,売上", ["2021年度", "2022年度", "2023年度"]),
    yearly("期,売上", ["令和3年度", "令和4年度", "令和5年度"]),
    yearly("年度,売上", ["2021", "2022", "2023"]),
  ];
  for (const data of forms) {
    for (const query of ["売上の推移", "年度別の売上の推移"]) {
      const { text, summary, pattern } = made(data, query);
      assert.equal(pattern, "P01");
      assert.match(summary, /^売上は2021年度の100から2023年度の114へ/, query);
      assert.match(text, /"2022年度"/, query);
      assert.doesNotMatch(text + summary, /202\d年(?!度)/, query);
    }
  }
  const english = made(yearly("year,sales", ["FY2021", "FY2022", "FY2023"]), "sales trend");
  assert.match(english.summary, /from 100 \(FY2021\) to 114 \(FY2023\)/);
});

Deno.test("bars of fiscal years have their names", () => {
  const rows = ["2021年度", "2022年度"].flatMap((year) => [[year, "東", 3], [year, "西", 5]]);
  const { text, summary, pattern } = made(csv("年度,地域,売上", rows), "年度ごとの地域間の売上の差");
  assert.equal(pattern, "P21");
  assert.match(text, /"2021年度"/);
  assert.doesNotMatch(text + summary, /202\d年(?!度)/);
});

Deno.test("years of the calendar stay what they are", () => {
  assert.match(made(yearly("年,売上", ["2021", "2022"]), "売上の推移").summary, /2021年の100から2022年の107/);
  assert.match(
    made(yearly("期,売上", ["2021年", "2022年"]), "売上の推移").summary,
    /2021年の100から2022年の107/,
  );
});

Deno.test("fiscal quarters are times in their order, however they are written", () => {
  const orders: readonly (readonly string[])[] = [
    ["FY24Q1", "FY23Q4", "FY24Q2", "FY23Q3"],
    ["FY2024 Q1", "FY2023 Q4", "FY2024 Q2", "FY2023 Q3"],
    ["Q1 FY2024", "Q4 FY2023", "Q2 FY2024", "Q3 FY2023"],
    ["1Q FY24", "4Q FY23", "2Q FY24", "3Q FY23"],
    ["2024年度第1四半期", "2023年度第4四半期", "2024年度第2四半期", "2023年度第3四半期"],
    ["2024年度Q1", "2023年度Q4", "2024年度Q2", "2023年度Q3"],
    ["令和6年度第1四半期", "令和5年度第4四半期", "令和6年度第2四半期", "令和5年度第3四半期"],
  ];
  for (const names of orders) {
    const data = yearly("期,売上", names);
    const english = made(data, "売上 over time");
    assert.equal(english.pattern, "P01", names.join());
    assert.match(
      made(data, "売上の推移").summary,
      /^売上は2023年度第3四半期の121から2024年度第2四半期の114へ/,
      names.join(),
    );
    assert.match(made(data, "売上の推移").text, /"2024年度"/, "on the axis");
  }
  const english = made(yearly("quarter,sales", orders[0] ?? []), "sales trend");
  assert.match(english.summary, /from 121 \(FY2023 Q3\) to 114 \(FY2024 Q2\)/);
});

Deno.test("fiscal quarters are put together to fiscal years, and picked by what a sentence names", () => {
  const quarters = [2022, 2023, 2024].flatMap((year) => [1, 2, 3, 4].map((q) => `${year}年度第${q}四半期`));
  const data = yearly("期,売上", quarters);
  assert.match(made(data, "年度ごとの売上の推移").summary, /^売上（合計）は2022年度の442から2024年度の666へ/);
  assert.match(
    made(data, "2023年度の売上の推移").summary,
    /2023年度第1四半期の128から2023年度第4四半期の149へ/,
  );
  assert.match(made(data, "2023年度第2四半期の売上").summary, /2023年度第2四半期の行だけを使いました.*135/);
  assert.match(
    made(data, "売上 over time in FY2023").summary,
    /2023年度第1四半期の128から2023年度第4四半期の149へ/,
  );
  const years = yearly("期,売上", ["2021年度", "2022年度", "2023年度"]);
  assert.match(made(years, "2022年度の売上").summary, /2022年度の107のみ/);
});

Deno.test("a fiscal year that begins nobody knows when is taken as that of the calendar, and that is said loudly", () => {
  const months = csv("month,sales", Array.from({ length: 9 }, (_, k) => [`2024-0${k + 1}`, k]));
  assert.match(
    made(months, "sales trend in FY2024").summary,
    /^Note: only rows from FY2024 \(Jan 2024 – Dec 2024\) are used .*; a fiscal year is taken as the calendar year/,
  );
  const years = csv("month,sales", [2022, 2023].flatMap((year) => [[`${year}-03`, 1], [`${year}-04`, 5]]));
  assert.match(made(years, "sales trend in FY2023").summary, /went from 1 \(Mar 2023\) to 5 \(Apr 2023\)/);
  assert.match(
    made(years, "sales since FY2023").summary,
    /^Note: only rows since FY2023 \(from Jan 2023\) are used/,
  );
});

Deno.test("a fiscal year in a Japanese sentence begins in April, and its months are said", () => {
  const months = csv("month,sales", Array.from({ length: 9 }, (_, k) => [`2024-0${k + 1}`, k]));
  for (const query of ["2024年度のsalesの推移", "FY2024のsalesの推移"]) {
    const { summary } = made(months, query);
    assert.match(summary, /^(?:2024年度|FY2024)（2024年4月〜2025年3月）の行だけを使いました/, query);
    assert.match(summary, /2024年4月の3から2024年9月の8へ/, query);
  }
  assert.match(
    made(months, "2024年度以降のsalesの推移").summary,
    /^2024年度以降（2024年4月から）の行だけを使いました/,
  );
});

Deno.test("fiscal years that are set side by side are bars of their own months", () => {
  const rows = [4, 8, 12, 1, 3].flatMap((month) =>
    [2022, 2023].map((year) => [`${month < 4 ? year + 1 : year}-${month}`, "東", year - 2021])
  );
  const data = csv("年月,地域,売上", rows);
  const { summary, pattern } = made(data, "2022年度と2023年度の売上を比較");
  assert.equal(pattern, "P02");
  assert.match(summary, /2023年度が10で、2022年度の5より大きい/);
  assert.match(made(data, "2023年度上期と下期の売上を比較").summary, /2023年度下期が6.*2023年度上期の4/);
});

Deno.test("months of a fiscal year lie in the years of the calendar that they are of", () => {
  const rows = [4, 8, 12, 1, 3].flatMap((month) => [[2022, month, month], [2023, month, 10 * month]]);
  assert.match(made(csv("年度,月,売上", rows), "売上の推移").summary, /2022年4月の4から2024年3月の30へ/);
});

Deno.test("years are those of the column of fiscal years, whichever month they begin with", () => {
  const rows = (months: readonly number[]) =>
    [2021, 2022, 2023].flatMap((year) => months.map((month) => [year, month, year - 2020]));
  const calendar = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
  const july = [7, 8, 9, 10, 11, 12, 1, 2, 3, 4, 5, 6];
  for (const months of [calendar, july]) {
    const data = csv("fiscal_year,month,orders", rows(months));
    for (const query of ["orders by year", "annual orders", "年ごとの注文"]) {
      assert.match(
        made(data, query).summary,
        /12.*(?:FY2021|2021年度).*36|2021年度の12から2023年度の36/,
        query,
      );
    }
  }
  const monthly = (months: readonly number[]) =>
    made(csv("fiscal_year,month,orders", rows(months)), "orders over time").summary;
  assert.match(monthly(calendar), /from 1 \(Jan 2021\) to 3 \(Dec 2023\)/);
  assert.match(monthly(july), /from 1 \(Jul 2021\) to 3 \(Jun 2024\)/);
});
