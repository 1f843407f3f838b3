/** Columns side by side that are groups of one kind are series called after it, and none of them groups the others. */

import assert from "node:assert/strict";
import { made } from "./made.ts";
import { csv, monthsFrom } from "./tables.ts";

function wide(names: string): string {
  const count = names.split(",").length - 1;
  return csv(
    names,
    monthsFrom(2023, 18).map((month, i) => [
      month,
      ...Array.from({ length: count }, (_, k) => 900 + k * 200 + (i * 37 + k * 53) % 90),
    ]),
  );
}

function checkMappings(
  cases: readonly (readonly [string, string, string, Readonly<Record<string, string>>])[],
) {
  for (const [names, query, pattern, mapping] of cases) {
    const { metadata } = made(wide(names), query);
    assert.deepEqual([metadata["pattern_id"], metadata["mapping"]], [pattern, mapping], query);
  }
}

Deno.test("columns that end or begin with what a sentence groups by are series of it", () => {
  checkMappings([
    ["年月,札幌支店,仙台支店,広島支店", "支店別の売上の推移", "P12", { x: "年月", y: "売上", color: "支店" }],
    ["年月,札幌支店,仙台支店,広島支店", "支店ごとの売上を比べて", "P02", { x: "支店", y: "売上" }],
    ["年月,札幌支店,仙台支店,広島支店", "どの支店が一番多い？", "P02", { x: "支店", y: "値" }],
    ["年月,札幌支店,仙台支店,広島支店", "支店別の売上の構成比", "P03", { x: "支店", y: "売上" }],
    ["年月,北工場,南工場", "各工場の生産量の推移", "P12", { x: "年月", y: "生産量", color: "工場" }],
    ["年月,駅前店,港店,丘店", "店舗別の来客数の推移", "P12", { x: "年月", y: "来客数", color: "店舗" }],
    ["年月,総務課,人事課,経理課", "課別の残業時間を比較", "P02", { x: "課", y: "残業時間" }],
    ["month,Store A,Store B,Store C", "sales by store", "P02", { x: "store", y: "sales" }],
    ["month,Store A,Store B,Store C", "distribution of sales by store", "P23", {
      x: "sales",
      y: "count",
      color: "store",
    }],
    ["month,north_region,south_region", "trend of revenue per region", "P12", {
      x: "month",
      y: "revenue",
      color: "region",
    }],
    ["month,region_north,region_south,total", "revenue by region over time", "P12", {
      x: "month",
      y: "revenue",
      color: "region",
    }],
  ]);
});

Deno.test("what is told of columns that are named is what their values are called", () => {
  checkMappings([
    ["年月,北支店,南支店,西支店", "北支店と西支店の売上の推移", "P12", {
      x: "年月",
      y: "売上",
      color: "系列",
    }],
    ["month,Store A,Store B", "sales of Store A and Store B over time", "P12", {
      x: "month",
      y: "sales",
      color: "series",
    }],
    ["年月,国内売上,海外売上", "売上の推移", "P12", { x: "年月", y: "売上", color: "系列" }],
  ]);
});

Deno.test("a column of its own is shown by its own name, and measures of one thing are no groups of it", () => {
  checkMappings([
    ["month,Store A,Store B,Store C", "Store C trend", "P01", { x: "month", y: "Store C" }],
    ["年月,北支店,南支店", "北支店の推移", "P01", { x: "年月", y: "北支店" }],
  ]);
  const shops = csv(
    "店舗名,店舗面積,店舗人員,売上",
    [..."甲乙丙丁"].map((name, i) => [name, 90 + i, 4 + i, 800 - i]),
  );
  assert.deepEqual(made(shops, "店舗別の売上").metadata["mapping"], { x: "店舗名", y: "売上" });
  const orders = csv(
    "order_id,product,order_qty,order_total,sales",
    Array.from({ length: 24 }, (_, i) => [100 + i, "abc"[i % 3], 1 + i % 4, 50 + i, 70 + i]),
  );
  assert.doesNotMatch(JSON.stringify(made(orders, "sales by order").metadata["mapping"]), /order_qty/);
});
