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

Deno.test("what is felt at a moment or told of one thing is averaged", () => {
  const names = [
    "life_expectancy",
    "平均余命",
    "ペース(分/km)",
    "pace_min_per_km",
    "od600",
    "pm2.5",
    "co2_ppm",
  ];
  names.push(
    "消費電力(kW)",
    "消費電力",
    "power_kw",
    "motor power",
    "水温",
    "振動",
    "電流(mA)",
    "風速",
    "順位",
    "rpm",
  );
  for (const name of names) assert.ok(isAveraged(named(name)), name);
});

Deno.test("what flows and is used up is added", () => {
  const names = [
    "消費電力量(kWh)",
    "電力(kWh)",
    "電力料金",
    "power_usage_kwh",
    "温泉客数",
    "温室効果ガス排出量",
  ];
  names.push("発電量(億kWh)", "distance_km", "モデル数", "empowerment_grants", "spaceships", "emissions_t");
  for (const name of names) assert.ok(!isAveraged(named(name)), name);
});
