/** Columns that are named in the other language. */

import assert from "node:assert/strict";
import { made } from "../made.ts";
import { csv, daysFrom } from "../tables.ts";

const days = daysFrom("2024-01-01", 120);
const parcels = csv(
  "sent_on,hub,carrier,delivery_days,weight_kg,freight_cost_usd,damaged",
  days.map((
    day,
    k,
  ) => [day, `H${k % 3}`, `C${k % 4}`, k % 9 + 1, k % 30, k % 70, k % 8 === 0 ? "yes" : "no"]),
);
const squad = csv(
  "player,team,position,height_cm,goals,minutes_played,salary_eur,age",
  days.map((_, k) => [
    `N${k}`,
    `T${k % 5}`,
    ["GK", "DF"][k % 2],
    170 + k % 30,
    k % 20,
    k * 20,
    9000 + k,
    18 + k % 20,
  ]),
);
const clinic = csv(
  "受診日,診療科,年齢,性別,収縮期血圧,心拍数",
  days.map((day, k) => [day, ["内科", "外科"][k % 2], 10 + k % 80, "男女"[k % 2], 100 + k % 60, 60 + k % 50]),
);

function mapping(data: string, query: string) {
  return made(data, query).metadata["mapping"];
}

Deno.test("a column is found by the word of the other language for it", () => {
  const cases: readonly (readonly [string, string, Readonly<Record<string, string>>])[] = [
    [parcels, "運送会社別の運賃の平均", { x: "carrier", y: "freight_cost_usd" }],
    [parcels, "拠点ごとの配送日数の平均", { x: "hub", y: "delivery_days" }],
    [squad, "ポジション別の平均年俸", { x: "position", y: "salary_eur" }],
    [squad, "チームごとの得点の合計", { x: "team", y: "goals" }],
    [clinic, "average blood pressure by department", { x: "診療科", y: "収縮期血圧" }],
    [clinic, "heart rate over time", { x: "受診日", y: "心拍数" }],
  ];
  for (const [data, query, wanted] of cases) assert.deepEqual(mapping(data, query), wanted, query);
});

Deno.test("a number that only tells members apart is no measure that is named", () => {
  const gym = csv(
    "member_no,plan,visits,fee_jpy",
    days.map((_, k) => [100 + k, `P${k % 3}`, k % 20, 6000 + (k % 7) * 500]),
  );
  assert.deepEqual(mapping(gym, "会員の会費の平均をプラン別に"), { x: "plan", y: "fee_jpy" });
  assert.match(made(gym, "会員の体脂肪の平均をプラン別に").summary, /値の列を名指ししていない/);
});

Deno.test("a word that only holds such a word names nothing", () => {
  const flats = csv("地区,家賃,面積", days.map((_, k) => ["北東西"[k % 3], 50 + k % 9, 20 + k % 40]));
  assert.deepEqual(mapping(flats, "average rent by area"), { x: "地区", y: "家賃" });
  assert.deepEqual(mapping(flats, "average floor area per district"), { x: "地区", y: "面積" });
  assert.deepEqual(mapping(squad, "height by team"), { x: "team", y: "height_cm" });
  assert.deepEqual(mapping(parcels, "拠点別の重さの平均"), { x: "hub", y: "weight_kg" });
});
