/** Fiscal years stay fiscal years in all that is written. */

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
