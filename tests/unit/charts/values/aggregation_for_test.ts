import assert from "node:assert/strict";
import type { NumberColumn } from "../../../../src/charts/table/column.ts";
import { isAveraged } from "../../../../src/charts/values/aggregation_for.ts";

function named(name: string): NumberColumn {
  return {
    index: 0,
    name,
    distinct: 9,
    missing: 0,
    kind: "number",
    unit: "",
    integer: false,
    least: 0,
    most: 9,
    values: () => new Float64Array(),
  };
}

const averaged = `
  life_expectancy 平均余命 ペース(分/km) pace_min_per_km od600 optical_density pm2.5 co2_ppm 消費電力(kW) 消費電力
  power_kw motor_power 水温 振動 電流(mA) 風速 順位 rpm ラップタイム 心拍数 回転数 平均来店客数 時間当たり件数
  待ち人数 average_sales load_s stay_days los share_of_sales waiting_customers sales_per_hour
`;
const added = `
  消費電力量(kWh) 電力(kWh) 電力料金 power_usage_kwh 温泉客数 温室効果ガス排出量 発電量(億kWh) distance_km モデル数
  empowerment_grants spaceships emissions_t 駐車スペース数 フルタイム人数 タイムセール売上(千円) 騒音苦情件数 体温計売上
  価格改定件数 在庫数量 stock_quantity power_tool_sales optical_sales optical_sales_usd noise_complaints full_time_employees price_change_count
`;

function wordsOf(text: string): string[] {
  return text.trim().split(/\s+/);
}

Deno.test("what is felt at a moment or told of one thing is averaged", () => {
  for (const name of wordsOf(averaged)) assert.ok(isAveraged(named(name)), name);
});

Deno.test("what flows, is used up, sold or counted is added, whatever it is of", () => {
  for (const name of wordsOf(added)) assert.ok(!isAveraged(named(name)), name);
});
