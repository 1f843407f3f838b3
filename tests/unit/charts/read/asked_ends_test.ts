/** Which end comes first. */

import assert from "node:assert/strict";
import { made } from "../made.ts";

const prices = "商品,price\nkiwi,30\nplum,10\nfig,20";

function order(query: string): string[] {
  const { spec, metadata } = made(prices, query);
  assert.deepEqual(metadata.warnings, [], query);
  return [...JSON.stringify(spec).matchAll(/"text":"(kiwi|plum|fig)"/g)].map(([, name = ""]) => name);
}

Deno.test("the lowest come first where they are asked for, in whatever words", () => {
  for (
    const query of [
      "priceの安い順に商品を並べて",
      "priceが低い順に並べて",
      "Cheapest to dearest: price of each 商品",
      "price by 商品 from lowest to highest",
      "price by 商品, cheapest first",
    ]
  ) assert.deepEqual(order(query), ["plum", "fig", "kiwi"], query);
});

Deno.test("the highest come first where they are asked for, and else", () => {
  for (
    const query of ["priceの高い順に商品を並べて", "price by 商品 from highest to lowest", "price by 商品"]
  ) {
    assert.deepEqual(order(query), ["kiwi", "fig", "plum"], query);
  }
});

Deno.test("the worst by what is bad are the highest", () => {
  const { spec } = made("工程,不良率\ncut,3\nweld,9\npaint,5", "不良率の悪い順に工程を並べて");
  const names = [...JSON.stringify(spec).matchAll(/"text":"(cut|weld|paint)"/g)].map(([, name]) => name);
  assert.deepEqual(names, ["weld", "paint", "cut"]);
});
