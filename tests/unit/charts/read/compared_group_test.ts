/** Questions about one group that need the others, and those that do not. */

import assert from "node:assert/strict";
import { made } from "../made.ts";
import { csv, monthsFrom } from "../tables.ts";

const table = (header: string, names: readonly string[]) =>
  csv(
    header,
    monthsFrom(2023, 24).flatMap((month, k) => names.map((name, i) => [month, name, 20 + i * 5 + k % 7])),
  );
const ferries = table("month,harbour,delay_minutes", ["Oslo", "Bergen", "Narvik"]);
const shops = table("月,港,待ち時間", ["小樽", "敦賀", "舞鶴"]);

const isOfAll = (data: string, query: string) =>
  !/^Only rows|の行だけを使いました/.test(made(data, query).summary);

Deno.test("whether one group has more than others is shown with the others", () => {
  for (
    const query of ["Are delays longer in Bergen?", "Is Oslo worse?", "Does Narvik have a higher delay?"]
  ) {
    const { summary, metadata } = made(ferries, query);
    assert.equal(metadata["pattern_id"], "P02", query);
    assert.match(summary, /^Of the 3 values of harbour/, query);
  }
  for (
    const query of [
      "敦賀は待ち時間が長い？",
      "小樽の待ち時間は短いですか",
      "舞鶴の待ち時間は長いのでしょうか。",
    ]
  ) {
    assert.match(made(shops, query).summary, /^3つの港のうち/, query);
  }
});

Deno.test("one group at two times, over time or against a number stays alone", () => {
  const alone = [
    "Is the delay in Oslo higher in 2024 than in 2023?",
    "Has the delay in Oslo become worse?",
    "Are Bergen delays getting longer over time?",
    "delays in Narvik",
  ];
  for (const query of alone) assert.ok(!isOfAll(ferries, query), query);
  for (
    const query of [
      "小樽の待ち時間は長くなっていますか？",
      "敦賀で一番待ち時間が長い月は？",
      "舞鶴の待ち時間",
    ]
  ) {
    assert.ok(!isOfAll(shops, query), query);
  }
});
