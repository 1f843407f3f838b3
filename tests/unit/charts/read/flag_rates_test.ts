/** Columns of yes and no: their rates in percent, and the rows of which they say yes. */

import assert from "node:assert/strict";
import { made } from "../made.ts";
import { csv, daysFrom } from "../tables.ts";

/** Half of those of the web come back, and none of the shop. */
function orders(yes: string, no: string): string {
  return csv(
    "ordered,channel,amount,refunded,state",
    daysFrom("2024-01-01", 160).map((day, k) => [
      day,
      k % 2 === 0 ? "web" : "shop",
      10 + k,
      k % 4 === 0 ? yes : no,
      k % 2 === 0 ? "shipped" : "cancelled",
    ]),
  );
}

const ja = csv(
  "部署,年齢,離職有無",
  Array.from(
    { length: 120 },
    (_, k) => [["営業", "開発"][k % 2], 20 + k % 30, k % 4 === 0 ? "はい" : "いいえ"],
  ),
);

Deno.test("the rate of a column of yes and no is that of yes in each group, in percent", () => {
  for (const data of [orders("yes", "no"), orders("1", "0"), orders("True", "False")]) {
    for (
      const [query, name] of [
        ["refund rate by channel", "refund rate"],
        ["What is the average refund rate per channel?", "refund rate"],
        ["percentage of refunded orders by channel", "percentage of refunded orders"],
        ["refunded by channel", "share of refunded"],
      ] as const
    ) {
      const { metadata, summary } = made(data, query);
      assert.deepEqual([metadata.pattern_id, metadata["mapping"]], ["P02", { x: "channel", y: name }], query);
      assert.match(summary, /web has the highest .* with 50% and shop the lowest with 0%/, query);
    }
  }
  for (const query of ["部署別の離職率", "部署ごとに離職した人の割合を比べたい"]) {
    const { metadata, summary } = made(ja, query);
    assert.equal(Object(metadata["mapping"]).x, "部署", query);
    assert.match(summary, /営業が50%で、開発の0%より大きい/, query);
  }
});

Deno.test("the rate of a state is that of its group", () => {
  const { metadata, summary } = made(orders("yes", "no"), "cancellation rate by channel");
  assert.deepEqual(metadata["mapping"], { x: "channel", y: "cancellation rate" });
  assert.match(summary, /shop has the highest cancellation rate with 100% and web the lowest with 0%/);
});

Deno.test("a rate over time is of steps with rows enough, and one alone is beside its rest", () => {
  const { metadata, summary } = made(orders("yes", "no"), "refund rate over time");
  assert.deepEqual([metadata.pattern_id, metadata["mapping"]], ["P01", { x: "ordered", y: "refund rate" }]);
  assert.match(summary, /from 25\.81% \(Jan 2024\)/);
  assert.match(
    made(orders("yes", "no"), "What is the refund rate?").summary,
    /^yes makes up 25% of the whole/,
  );
  assert.match(made(ja, "離職率は？").summary, /^はいは全体の25%です。/);
});

Deno.test("rows of which a column says yes are picked where a sentence names them so", () => {
  for (const [data, yes] of [[orders("yes", "no"), "yes"], [orders("1", "0"), "1"]] as const) {
    const { metadata, summary } = made(data, "average amount of refunded orders by channel");
    assert.deepEqual(metadata["mapping"], { x: "channel", y: "amount" });
    assert.match(summary, new RegExp(`^Only rows with "${yes}" in column "refunded" are used`));
  }
  assert.match(made(ja, "離職した社員の年齢を部署別に").summary, /^列"離職有無"が"はい"の行だけを使いました/);
  assert.match(
    made(orders("yes", "no"), "amount without refunded ones").summary,
    /^Rows with "yes" .* left out/,
  );
});

Deno.test("a rate that a column holds is taken from it", () => {
  const data = csv(
    "region,return_rate,returned",
    Array.from({ length: 40 }, (_, k) => [["North", "South"][k % 2], (5 + k % 3) / 100, k % 2]),
  );
  assert.deepEqual(made(data, "return rate by region").metadata["mapping"], {
    x: "region",
    y: "return_rate",
  });
});

Deno.test("a column of yes and no is found by its name, whatever signs that has", () => {
  for (const name of ["a) refunded", "*refunded", "c++ sent", "(late"]) {
    const data = orders("yes", "no").replace("refunded", name);
    assert.equal(made(data, `${name} orders by channel`).metadata.pattern_id, "P02", name);
  }
  const { summary } = made(orders("yes", "no").replace("refunded", "c++ sent"), "c++ sent orders by channel");
  assert.match(summary, /Only rows with "yes" in column "c\+\+ sent" are used/);
});

const used = csv(
  "month,returned,used,new,flag,country,sales",
  Array.from({ length: 48 }, (_, k) => [
    `2024-${String(1 + k % 12).padStart(2, "0")}`,
    ...[2, 3, 4, 5].map((n) => k % n === 0 ? "yes" : "no"),
    ["USA", "France"][k % 2],
    k,
  ]),
);

Deno.test("words that are none of a flag pick no rows by it", () => {
  for (
    const query of [
      "returned vs kept orders",
      "returned versus kept orders",
      "sales of returned across months",
      "is what was returned as good",
      "sales trend, no legend",
      "sales trend, no newsletter",
    ]
  ) assert.doesNotMatch(made(used, query).summary, /^(?:Only rows|Rows) with/, query);
  assert.match(made(used, "sales by month excluding USA").summary, /^Rows with "USA" in column "country"/);
  assert.match(made(used, "sales by month excluding US").summary, /^Note: what the query leaves out is not/);
  assert.match(made(used, "sales by month excluding new ones").summary, /^Rows with "yes" in column "new"/);
  assert.match(made(used, "sales by month excluding used ones").summary, /^Rows with "yes" in column "used"/);
  const named = csv(
    "年月,有無,売上",
    Array.from({ length: 24 }, (_, k) => [`2024-0${1 + k % 9}`, "有無"[k % 2], k]),
  );
  assert.doesNotMatch(made(named, "売上の推移、凡例なし").summary, /除きました/);
});

Deno.test("how many were so is the number of those of which a flag says yes, in both languages", () => {
  const cases: readonly (readonly [string, RegExp])[] = [
    ["How many orders were returned in each country?", /^Only rows with "yes" in column "returned".*Count/],
    ["number of orders that were returned by country", /^Only rows with "yes" in column "returned".*Count/],
    ["返品された注文の件数を国別に", /^列"returned"が"yes"の行だけを使いました。.*件数/],
  ];
  for (const [query, text] of cases) {
    const { summary, metadata } = made(used, query);
    assert.match(summary, text, query);
    assert.deepEqual(metadata["mapping"], { x: "country", y: "count" }, query);
  }
  for (
    const query of ["How many orders were not returned in each country?", "返品されなかった注文を国別に"]
  ) {
    assert.doesNotMatch(made(used, query).summary, /Only rows with "yes"|"yes"の行だけ/, query);
  }
});
