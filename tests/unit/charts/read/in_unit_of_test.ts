/** Numbers of lines and conditions in the unit that a column counts in by its name. */

import assert from "node:assert/strict";
import { namedScale } from "../../../../src/charts/table/named_scale.ts";
import { made } from "../made.ts";
import { csv, monthsFrom } from "../tables.ts";

function monthly(name: string, values: readonly number[]): string {
  return csv(
    `month,${name}`,
    monthsFrom(2024, 12).map((month, at) => [month, values[at % values.length] ?? 0]),
  );
}

function lineIn(data: string, query: string): string {
  const { summary, metadata } = made(data, query);
  assert.deepEqual(metadata.warnings, [], query);
  return /(?:[Rr]eference lines|補助線)(?:: |は)(.*?) ?(?:[(（。）]|\.(?!\d))/.exec(summary)?.[1] ?? summary;
}

Deno.test("the multiple in the name of a column is known, and none is seen in units and words", () => {
  const cases: readonly (readonly [string, number | undefined])[] = [
    ["経費（千円）", 1e3],
    ["受注高［単位：百万円］", 1e6],
    ["純資産（十億円）", 1e9],
    ["月収_万円", 1e4],
    ["来場者数(千人)", 1e3],
    ["患者数（人口10万人あたり）", 1],
    ["支店（千葉）", undefined],
    ["価格（円）", undefined],
    ["costs_k", 1e3],
    ["turnover (k EUR)", 1e3],
    ["ebit_meur", 1e6],
    ["assets_in_billions", 1e9],
    ["Spend ($000)", 1e3],
    ["spend_gbp_m", 1e6],
    ["cases per million", 1],
    ["weight_kg", undefined],
    ["rain_mm", undefined],
    ["traffic_mb", undefined],
    ["plan_b", undefined],
  ];
  for (const [name, size] of cases) assert.equal(namedScale(name)?.size, size, name);
  assert.equal(namedScale("depth_m")?.doubtful, true);
  assert.equal(namedScale("spend_gbp_m")?.doubtful, false);
});

Deno.test("a line lies where its number is in the unit of the column", () => {
  const cases: readonly (readonly [string, readonly number[], string, string])[] = [
    ["経費（千円）", [820, 910, 1040], "経費の推移、目標90万円", "目標 900千円"],
    ["経費（千円）", [820, 910, 1040], "経費の推移に95万の線を引いて", "しきい値 950千円"],
    ["受注（百万円）", [310, 420, 505], "受注の推移。目標は4億円", "目標 400百万円"],
    ["月収（万円）", [28, 33, 41], "月収の推移、基準線30万円", "しきい値 30万円"],
    ["月収（万円）", [28, 33, 41], "月収の推移、目標350000円", "目標 35万円"],
    ["月収（万円）", [28, 33, 41], "月収の推移、目標35", "目標 35万円"],
    ["来場者(千人)", [12, 18, 25], "来場者の推移と目標2万人", "目標 20千人"],
    ["costs_k", [640, 720, 910], "costs over time, target 0.8M", "Target 800"],
    ["costs_k", [640, 720, 910], "costs over time with a $700k limit", "Threshold 700"],
    ["costs_k", [640, 720, 910], "costs over time, target 750", "Target 750"],
    ["turnover (k EUR)", [640, 720, 910], "turnover trend, goal of €850k", "Target 850"],
    ["ebit_meur", [1.4, 2.2, 3.1], "ebit trend, target 2.5M", "Target 2.5"],
    ["ebit_meur", [1.4, 2.2, 3.1], "ebit trend, target 2.5 million", "Target 2.5"],
    ["spend_in_thousands", [64, 72, 91], "spend trend, budget 80 thousand", "Target 80"],
    ["spend_in_thousands", [64, 72, 91], "spend trend, budget of 80,000", "Target 80"],
    ["profit_m", [1.4, 2.2, 3.1], "profit trend, target 2M", "Target 2"],
    ["depth_m", [140, 220, 310], "depth trend, threshold 200m", "Threshold 200"],
    ["cases per million", [140, 220, 310], "cases per million over time, threshold 200", "Threshold 200"],
    ["経費", [820, 910, 1040], "経費（千円）の推移、目標90万円", "目標 900"],
    ["経費", [820, 910, 1040], "経費の推移、目標90万円（単位は千円）", "目標 900"],
    ["costs", [640, 720, 910], "costs (k EUR) over time, target 0.8M", "Target 800"],
    ["costs", [640, 720, 910], "costs over time, values in thousands, target 700k", "Target 700"],
    ["costs", [640_000, 720_000, 910_000], "costs over time, target 0.8M", "Target 800,000"],
  ];
  for (const [name, values, query, line] of cases) {
    assert.equal(lineIn(monthly(name, values), query), line, `${name}: ${query}`);
  }
});

Deno.test("what a line is held against is what is drawn, not single rows", () => {
  const rows = csv(
    "shop,sales_k",
    Array.from({ length: 600 }, (_, at) => [`S${at % 3 === 0 ? "a" : at % 3 === 1 ? "b" : "c"}`, 5 + at % 9]),
  );
  assert.equal(lineIn(rows, "total sales by shop, target 1500"), "Target 1,500");
  assert.equal(lineIn(rows, "total sales by shop, target 1.5M"), "Target 1,500");
});

Deno.test("conditions on numbers share the units of lines", () => {
  const shops = csv("shop,costs_k", [["a", 420], ["b", 510], ["c", 640], ["d", 5000]]);
  const rowsOf = (query: string) => made(shops, query).summary;
  assert.match(rowsOf("costs by shop where costs over 500k"), /Of 3 shops/);
  assert.match(rowsOf("costs by shop where costs over 600"), /Of 2 shops/);
  // Beyond all values a number is not one in another unit.
  const small = csv("店,経費（千円）", [["a", 420], ["b", 510], ["c", 640]]);
  assert.match(made(small, "経費が700以上の店の経費").metadata.warnings.join(), /なかった|ない|ありません/);
});

Deno.test("a column that seems to count in the multiple of the sentence says so", () => {
  const data = monthly("売上", [944, 1027, 1348]);
  const { summary, metadata } = made(data, "売上の推移、目標1,200万円");
  assert.match(summary, /目標 1,200(?![\d,])/);
  assert.match(metadata.warnings.join(), /10,000単位とみなして/);
  const { summary: english, metadata: told } = made(
    monthly("sales", [1.1, 1.3, 2.4]),
    "sales trend, target 1.5M",
  );
  assert.match(english, /Target 1\.5(?!\d)/);
  assert.match(told.warnings.join(), /multiples of 1,000,000/);
  const rates = made(monthly("不良率(%)", [1.2, 2.5, 4.1]), "不良率の推移に0.03の線");
  assert.match(rates.summary, /しきい値 3%/);
  assert.match(rates.metadata.warnings.join(), /文の0\.03は3%とみなして/);
  const small = made(monthly("defects (%)", [0.01, 0.04, 0.09]), "defects over time, threshold 0.03");
  assert.match(small.summary, /Threshold 0\.03%/);
  assert.match(made(monthly("sales", [11, 13, 24]), "sales trend, target 1.5M").summary, /Target 1,500,000/);
});
