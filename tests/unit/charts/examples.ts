/** Examples of every pattern: golden pictures are made of them, and the gallery. */

import type { ChartPattern, ChartSpec } from "../../../src/base/chart_spec.ts";
import type { ChartRequest } from "../../../src/base/protocol.ts";
import { csv, daysFrom, monthsFrom, wave } from "./tables.ts";

export interface Example {
  readonly name: string;
  readonly pattern: ChartPattern;
  readonly data: string;
  readonly query: string;
  /** What is said outright, instead of a sentence. */
  readonly spec?: ChartSpec;
}

const shops = ["渋谷店", "新宿店", "池袋店", "横浜店", "大宮店", "千葉店"];
const countries = ["Japan", "United States", "Germany", "Brazil", "India"];
const regions = ["東京", "大阪", "名古屋", "福岡"];
const round = Math.round;

function range(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}

export const examples: readonly Example[] = [
  {
    name: "P01_ja",
    pattern: "P01",
    data: csv(
      "月,売上",
      monthsFrom(2023, 24).map((
        month,
        i,
      ) => [month, round(1_200_000 + 300_000 * Math.sin(i / 3) + i * 20_000)]),
    ),
    query: "売上の推移と目標160万",
  },
  {
    name: "P01_en",
    pattern: "P01",
    data: csv(
      "date,temperature",
      daysFrom("2024-01-01", 90).map((date, i) => [date, (8 + i * 0.12 + 4 * wave(i)).toFixed(1)]),
    ),
    query: "Temperature trend with a moving average",
  },
  {
    name: "P02_ja",
    pattern: "P02",
    data: csv("部門,人数", [
      ["営業", 120],
      ["開発", 210],
      ["人事", 35],
      ["経理", 28],
      ["マーケティング", 60],
      ["カスタマーサポート", 95],
    ]),
    query: "部門ごとの人数を比べる",
  },
  {
    name: "P02_en",
    pattern: "P02",
    data: csv("supplier,late_deliveries", [
      ["Northern Steel & Alloy Works", 41],
      ["Baltic Shipping Company", 35],
      ["Alpine Precision Components", 22],
      ["Harbour Logistics", 17],
      ["Great Plains Packaging Group", 12],
      ["Sunrise Electronics", 9],
      ["Old Mill Paper", 5],
    ]),
    query: "Which suppliers have the most late deliveries?",
  },
  {
    name: "P03_ja",
    pattern: "P03",
    data: csv("得点", range(400).map((i) => [Math.max(0, Math.min(100, round(70 + 24 * wave(i))))])),
    query: "得点の分布に中央値の線",
  },
  {
    name: "P03_en",
    pattern: "P03",
    data: csv("lead_time_days", range(400).map((i) => [Math.exp(1.5 + 0.7 * wave(i)).toFixed(2)])),
    query: "How are lead times distributed?",
  },
  {
    name: "P12_ja",
    pattern: "P12",
    data: csv(
      "月,地域,売上",
      monthsFrom(2023, 24).flatMap((month, i) =>
        regions.map((region, k) => [month, region, round(500 + 130 * k + i * (8 - k * 3) + 30 * wave(i, k))])
      ),
    ),
    query: "地域ごとの売上の推移",
  },
  {
    name: "P12_en",
    pattern: "P12",
    data: csv(
      "month,product,revenue",
      monthsFrom(2023, 18).flatMap((month, i) =>
        range(11).map((
          k,
        ) => [
          month,
          `Product ${"ABCDEFGHIJK"[k]}`,
          round(1000 * (12 - k) + i * 60 * (k % 3) + 200 * wave(i, k)),
        ])
      ),
    ),
    query: "Revenue over time by product",
  },
  {
    name: "P13_ja",
    pattern: "P13",
    data: csv(
      "日付,所要時間",
      daysFrom("2023-01-01", 700).map((date, i) => [date, (32 + i * 0.02 + 14 * wave(i)).toFixed(1)]),
    ),
    query: "所要時間の分布の変化",
  },
  {
    name: "P13_en",
    pattern: "P13",
    data: csv(
      "year,score",
      [2021, 2022, 2023, 2024].flatMap((year, k) =>
        range(120).map((i) => [year, round(60 + k * 4 + 18 * wave(i, k))])
      ),
    ),
    query: "How does the distribution of scores change over the years?",
  },
  {
    name: "P21_ja",
    pattern: "P21",
    data: csv(
      "四半期,地域,売上",
      ["2024Q1", "2024Q2", "2024Q3", "2024Q4"].flatMap((quarter, i) =>
        regions.map((region, k) => [quarter, region, round(300 + 80 * k + i * 30 + 30 * wave(i, k))])
      ),
    ),
    query: "四半期ごとの地域間の売上の差",
  },
  {
    name: "P21_en",
    pattern: "P21",
    data: csv(
      "quarter,region,sales",
      ["2024Q1", "2024Q2", "2024Q3", "2024Q4"].flatMap((quarter, i) =>
        ["North", "South", "East"].map((
          region,
          k,
        ) => [quarter, region, round(30_000 + 9_000 * k + i * 3_000 + 2_000 * wave(i, k))])
      ),
    ),
    query: "Compare sales of the regions in each quarter",
  },
  {
    name: "P23_ja",
    pattern: "P23",
    data: csv(
      "クラス,点数",
      ["A組", "B組", "C組"].flatMap((name, k) =>
        range(150).map((i) => [name, round(55 + k * 9 + 18 * wave(i, k))])
      ),
    ),
    query: "クラス別の点数の分布を重ねて比べる",
  },
  {
    name: "P23_en",
    pattern: "P23",
    data: csv(
      "group,conversion_rate",
      ["control", "variant"].flatMap((name, k) =>
        range(150 + 250 * k).map((i) => [name, (0.3 + k * 0.06 + 0.12 * wave(i, k)).toFixed(3)])
      ),
    ),
    query: "Compare the distribution of conversion rate between the groups",
  },
  {
    name: "P31_ja",
    pattern: "P31",
    data: csv(
      "月,店舗,来客数",
      monthsFrom(2024, 12).flatMap((month, i) =>
        shops.map((shop, k) => [month, shop, round(2000 + 400 * k + 300 * Math.sin(i / 2 + k))])
      ),
    ),
    query: "店舗ごとの来客数の推移を一望する",
  },
  {
    name: "P31_en",
    pattern: "P31",
    data: csv(
      "month,country,users",
      monthsFrom(2022, 36).flatMap((month, i) =>
        countries.map((
          country,
          k,
        ) => [month, country, round(20_000 + i * 900 * (k + 1) + 1_500 * wave(i, k))])
      ),
    ),
    query: "Overview of users over time for every country",
  },
  {
    name: "P32_ja",
    pattern: "P32",
    data: csv(
      "部署,年収",
      ["営業", "開発", "人事", "経理", "企画"].flatMap((name, k) =>
        range(60).map((
          i,
        ) => [name, round(4_500_000 + k * 400_000 + 1_500_000 * wave(i, k) + (i % 29 === 0 ? 5_000_000 : 0))])
      ),
    ),
    query: "部署ごとの年収のばらつき",
  },
  {
    name: "P32_en",
    pattern: "P32",
    data: csv(
      "plant,diameter_mm",
      range(7).flatMap((k) =>
        range(60).map((
          i,
        ) => [
          `Plant ${"ABCDEFG"[k]}`,
          (50 + k * 0.1 + (0.5 + k * 0.08) * wave(i, k) + (i % 31 === 0 ? 1.5 : 0)).toFixed(3),
        ])
      ),
    ),
    query: "Spread of diameter by plant, threshold 51",
  },
  {
    name: "P21_stacked",
    pattern: "P21",
    data: csv(
      "quarter,region,sales",
      ["2024Q1", "2024Q2", "2024Q3", "2024Q4"].flatMap((quarter, i) =>
        ["North", "South", "East"].map((
          region,
          k,
        ) => [quarter, region, round(30_000 + 9_000 * k + i * 3_000 * (2 - k) + 2_000 * wave(i, k))])
      ),
    ),
    query: "",
    spec: {
      pattern: "P21",
      x: "quarter",
      y: "sales",
      color: "region",
      aggregate: "sum",
      stack: true,
      normalize: "share",
    },
  },
  {
    name: "P12_stacked",
    pattern: "P12",
    data: csv(
      "date,channel,orders",
      daysFrom("2024-01-01", 360).flatMap((date, i) =>
        ["Shop", "Web", "Phone"].map((
          channel,
          k,
        ) => [date, channel, round(20 + 8 * k + i * 0.1 * k + 9 * wave(i, k))])
      ),
    ),
    query: "",
    spec: {
      pattern: "P12",
      x: "date",
      y: "orders",
      color: "channel",
      aggregate: "sum",
      time_unit: "month",
      stack: true,
    },
  },
  {
    name: "scatter_en",
    pattern: "scatter",
    data: csv(
      "horsepower,mpg,origin",
      range(180).map((i) => {
        const power = 55 + (i * 37) % 150;
        const origin = ["Europe", "Japan", "USA"][i % 3] ?? "";
        return [power, (46 - power * 0.16 + 5 * wave(i, i % 3)).toFixed(1), origin];
      }),
    ),
    query: "",
    spec: { pattern: "scatter", x: "horsepower", y: "mpg", color: "origin", lines: [{ kind: "regression" }] },
  },
  {
    name: "heatmap_en",
    pattern: "heatmap",
    data: csv(
      "time",
      range(3000).map((i) => {
        const hour = Math.min(23, Math.max(0, round(13 + 6 * wave(i * 7))));
        return [new Date(Date.UTC(2024, 0, 1 + (i * 11) % 70, hour, i % 60)).toISOString()];
      }),
    ),
    query: "",
    spec: {
      pattern: "heatmap",
      x: "time",
      color: "time",
      time_unit: "hour_of_day",
      title: "Visits by hour and weekday",
    },
  },
];

export function requestOf(
  { data, query, spec = {} }: Pick<Example, "data" | "query" | "spec">,
  more: Partial<ChartRequest> = {},
): ChartRequest {
  return {
    data,
    query,
    spec,
    format: "png",
    dpi: 96,
    width: 1200,
    height: 900,
    maxBytes: 670_000,
    ...more,
  };
}
