/** What is there at a moment: groups of it are added up, times are not. */

import assert from "node:assert/strict";
import { made } from "../made.ts";
import { csv, daysFrom } from "../tables.ts";

const shelves = csv(
  "depot,part,stock",
  ["Lund", "Oslo"].flatMap((depot, d) =>
    ["valve", "hose", "pump"].map((part, p) => [depot, part, 10 + d * 5 + p])
  ),
);
const counted = csv(
  "日付,倉庫,商品,在庫数",
  daysFrom("2024-04-01", 60).flatMap((day, k) =>
    ["北倉庫", "南倉庫"].flatMap((depot) => ["米", "豆"].map((part) => [day, depot, part, 100 + k]))
  ),
);

Deno.test("goods of several kinds in one place are added up", () => {
  const { summary, metadata } = made(shelves, "stock by depot");
  assert.deepEqual(metadata["mapping"], { x: "depot", y: "stock" });
  assert.match(summary, /Oslo has the highest stock \(sum\) with 48 .* lowest with 33/);
  assert.match(made(shelves, "average stock by depot").summary, /stock \(average\) with 16/);
});

Deno.test("goods of a longer period are those at its end", () => {
  const { summary } = made(counted, "月ごとの在庫数の推移");
  // 30 April and 30 May, two places and two kinds each.
  assert.match(summary, /2024年4月の516から2024年5月の636/);
});

Deno.test("goods of groups that were counted at many times are those of the last one", () => {
  const { summary, metadata } = made(counted, "倉庫別の在庫数");
  assert.match(summary, /318/);
  assert.match(JSON.stringify(metadata["warnings"]), /最新の2024年5月30日/);
});

Deno.test("goods are averaged where each group was counted on another day", () => {
  const data = csv(
    "day,shop,stock",
    daysFrom("2024-01-01", 40).map((day, k) => [day, ["North", "South", "East", "West"][k % 4], 50 + k % 4]),
  );
  assert.match(made(data, "stock by shop").summary, /stock \(average\) with 53/);
});

Deno.test("rates, days and prices of goods are no goods", () => {
  for (const name of ["在庫回転率", "在庫日数", "stock_price", "stock_turnover_days", "work_life_balance"]) {
    const data = csv(`shop,${name}`, ["A1", "A1", "B2", "B2"].map((shop, k) => [shop, 2 + k]));
    assert.match(made(data, `${name} by shop`).summary, /\(average\)|（平均）/, name);
  }
});
