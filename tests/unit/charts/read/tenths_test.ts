import assert from "node:assert/strict";
import { withTenths } from "../../../../src/charts/read/tenths.ts";
import { made } from "../made.ts";

Deno.test("lines at so many tenths are at so many percent", () => {
  const cases = [
    ["稼働率の推移、目標9割", "稼働率の推移、目標90%"],
    ["目標は八割", "目標は80%"],
    ["しきい値７割", "しきい値70%"],
    ["基準を6割5分で", "基準を65%で"],
    ["8割のラインを引いて", "80%のラインを引いて"],
    ["7.5割を目標に", "75%を目標に"],
  ] as const;
  for (const [query, plain] of cases) assert.equal(withTenths(query), plain);
  const rates = "月,稼働率\n2024-01,70%\n2024-02,92%\n";
  assert.match(made(rates, "稼働率の推移、目標9割").summary, /目標 90%/);
  const fractions = "月,稼働率\n2024-01,0.71\n2024-02,0.92\n";
  assert.match(made(fractions, "稼働率の推移、9割の線を引いて").summary, /90%/);
});

Deno.test("discounts, changes and shares of something are no lines", () => {
  for (
    const query of [
      "3割引の商品",
      "目標より2割増",
      "売上の8割を占める店",
      "割合の推移",
      "目標の割合",
      "予算割れの月",
    ]
  ) assert.equal(withTenths(query), query);
});
