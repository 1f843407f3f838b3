/** Words of every day that mean a column, a time or a sum in the tables that people have. */

import assert from "node:assert/strict";
import { made } from "./made.ts";
import { csv, daysFrom } from "./tables.ts";

function mapped(data: string, query: string): unknown {
  return made(data, query).metadata["mapping"];
}

const orders = csv(
  "order_id,ordered_on,channel,quantity,order_value",
  daysFrom("2023-01-01", 200).map((
    day,
    k,
  ) => [9000 + k, day, ["web", "shop"][k % 3 % 2], 1 + k % 4, 20 + (k * 37) % 90]),
);
const league = csv(
  "season,team,wins",
  [2020, 2021, 2022].flatMap((season) =>
    ["Reds", "Blues"].map((team, t) => [season, team, 30 + (season * 7 + t * 5) % 11])
  ),
);
const grid = csv(
  "month,solar_gwh,wind_gwh,coal_gwh",
  Array.from({ length: 12 }, (_, k) => [`2024-${k + 1}`, 10 + k, 30 - k, 50 + k * 2]),
);

Deno.test("revenue is the value of orders, and no number of pieces", () => {
  assert.deepEqual(mapped(orders, "revenue by channel"), { x: "channel", y: "order_value" });
  assert.deepEqual(mapped(orders, "チャネル別の売上"), { x: "channel", y: "order_value" });
  assert.deepEqual(mapped(orders, "quantity by channel"), { x: "channel", y: "quantity" });
});

Deno.test("a total price is added up, a flow is not", () => {
  const data = csv("shop,total_price,flow (m3/h)", [["N", 5, 7], ["N", 6, 9], ["S", 2, 1], ["S", 2, 3]]);
  assert.match(made(data, "total price by shop").summary, /total_price \(sum\) with 11/);
  assert.match(made(data, "flow by shop").summary, /\(average\) with 8/);
});

Deno.test("seasons that are years are times", () => {
  const metadata = (query: string) => made(league, query).metadata;
  assert.deepEqual(metadata("チーム別の勝利数の推移")["mapping"], { x: "season", y: "wins", color: "team" });
  assert.equal(metadata("シーズンごとのチームの勝利数の違いを比べて")["pattern_id"], "P21");
  assert.equal(metadata("wins by team over the seasons, line chart")["pattern_id"], "P12");
});

Deno.test("a time beside a group is along the axis", () => {
  for (const step of ["month", "quarter", "week"]) {
    assert.deepEqual(mapped(orders, `total order value by channel and ${step}`), {
      x: "ordered_on",
      y: "order_value",
      color: "channel",
    }, step);
  }
});

Deno.test("what is high in sales has not gone up", () => {
  assert.equal(made(orders, "売上が多いチャネルトップ1").metadata["pattern_id"], "P02");
  assert.equal(made(orders, "売上が高いチャネルは").metadata["pattern_id"], "P02");
  assert.equal(made(orders, "売上が上がっているチャネル").metadata["pattern_id"], "P12");
});

Deno.test("sources of power are known by their names in the other language", () => {
  const { summary } = made(grid, "太陽光と風力の推移を比較");
  assert.match(summary, /wind_gwh.*solar_gwh.*2系列|solar_gwh.*wind_gwh.*2系列/);
});

Deno.test("several lines are told with the ends of all their values", () => {
  const { summary } = made(grid, "solar and wind over time");
  assert.match(
    summary,
    /over all times the highest is 30 \(wind_gwh, Jan 2024\), the lowest 10 \(solar_gwh, Jan 2024\)/i,
  );
});

Deno.test("every day and every month are steps, and group by no number before them", () => {
  const data = csv(
    "日付,終値,出来高",
    daysFrom("2024-01-01", 40).map((day, k) => [day, 100 + k, 900 + k * 7 % 50]),
  );
  for (const query of ["出来高の毎日の推移", "出来高の毎週の変化", "出来高の毎月の増減"]) {
    assert.deepEqual(mapped(data, query), { x: "日付", y: "出来高" }, query);
  }
});

Deno.test("groups that are letters are left out behind the name of their column", () => {
  const data = csv("store,sales", Array.from({ length: 40 }, (_, k) => ["ABCD"[k % 4], 10 + k]));
  const left = (query: string) => JSON.stringify(made(data, query).metadata["warnings"]);
  assert.match(left("sales by store excluding store C"), /rows with \\"C\\" in column .* left out/);
  assert.match(left("sales by store, not including store C and store D"), /\\"C\\", \\"D\\" .* left out/);
});

Deno.test("a column that tells a number groups by it", () => {
  const data = csv(
    "town,price,bedrooms",
    Array.from({ length: 40 }, (_, k) => [["Ely", "Rye"][k % 2], 200 + k, 1 + k % 4]),
  );
  assert.deepEqual(mapped(data, "average price by number of bedrooms"), { x: "bedrooms", y: "price" });
  assert.deepEqual(mapped(data, "average price for each number of bedrooms"), { x: "bedrooms", y: "price" });
});
