/** Numbers that tell rows apart are counted, also among rows that a sentence picks. */

import assert from "node:assert/strict";
import { makeChart } from "../../../src/charts/make_chart.ts";
import { requestOf } from "./examples.ts";
import { csv } from "./tables.ts";

const priorities = ["low", "high", "medium"];
const running = csv(
  "ticket,priority,opened",
  Array.from({ length: 90 }, (_, i) => [1000 + i, priorities[i % 3], `2024-0${1 + i % 6}-03`]),
);
const gapped = csv(
  "ticket,priority,opened",
  Array.from({ length: 90 }, (_, i) => [1000 + i * 7, priorities[i % 3], `2024-0${1 + i % 6}-03`]),
);
const slips = csv("伝票番号,優先度", Array.from({ length: 90 }, (_, i) => [1000 + i, "低高中"[i % 3]]));

function summaryOf(data: string, query: string): string {
  return makeChart(requestOf({ data, query }), { measure: (text, size) => text.length * size * 0.6 }).summary;
}

Deno.test("tickets with numbers are counted, whichever of them are picked", () => {
  for (const data of [running, gapped]) {
    for (
      const query of [
        "count of low priority tickets",
        "how many high priority tickets per month?",
        "number of high tickets over time",
        "tickets by priority",
      ]
    ) {
      assert.match(summaryOf(data, query), /\bCount\b/, query);
      assert.doesNotMatch(summaryOf(data, query), /\(sum\)/, query);
    }
  }
  assert.match(summaryOf(slips, "優先度別の伝票番号の数"), /件数はすべて30/);
});

Deno.test("numbers in a row that say something of a few groups each are measured", () => {
  const ranks = csv("team,rank", Array.from({ length: 12 }, (_, i) => [`team ${i}`, i + 1]));
  assert.match(summaryOf(ranks, "rank by team"), /team 11 has the highest rank with 12/);
});

Deno.test("things with numbers for names are ranked by what a sentence says", () => {
  const rows = Array.from({ length: 36 }, (_, i) => [1 + i % 6, (1 + i % 6) * 10 + i]);
  const stores = csv("store,sales", rows);
  const [top, which] = ["top 2 stores by sales", "which store has the most sales?"];
  assert.match(summaryOf(stores, top), /^Of 6 stores, 6 has the highest sales \(sum\)/);
  assert.match(summaryOf(stores, which), /6 has the highest sales/);
  assert.match(summaryOf(csv("店舗,売上", rows), "上位3店舗の売上"), /^6つの店舗のうち、売上（合計）は6が/);
  assert.doesNotMatch(summaryOf(stores, "top 3 sales"), /of store/);
});

Deno.test("things with numbers for names are picked by them, and those that are not there are told", () => {
  const data = csv("store,sales", Array.from({ length: 36 }, (_, i) => [1 + i % 6, i]));
  const shops = csv("店舗,売上", Array.from({ length: 36 }, (_, i) => [1 + i % 6, i]));
  const only = (of: string, found: string) =>
    new RegExp(`^Only rows with "${found}" in column "${of}" are used`);
  assert.match(summaryOf(data, "sales of store 3."), only("store", "3"));
  assert.match(summaryOf(data, "sales of store 3, please"), only("store", "3"));
  assert.match(summaryOf(data, "sales of store 3 or 4"), only("store", '3", "4'));
  assert.match(summaryOf(shops, "店舗3または4の売上"), /^列"店舗"が"3", "4"の行だけを使いました/);
  assert.match(
    summaryOf(data, "sales of store 99"),
    /^Note: the data has no rows with "store 99", so that all/,
  );
  assert.match(summaryOf(shops, "店舗99の売上"), /^注意: 「店舗99」の行がないため、すべての行を使いました/);
  const some = summaryOf(data, "sales of stores 3 and 99");
  assert.match(some, only("store", "3"));
  assert.match(some, /Note: the data has no rows with "store 99"\./);
  for (
    const query of ["sales by store, 99 rows", "sales per store 12 months", "sales by store in 8 panels"]
  ) {
    assert.doesNotMatch(summaryOf(data, query), /no rows|Only rows/, query);
  }
});

Deno.test("signs in the name of a column stand for nothing else", () => {
  const data = csv("cost$&,sales", Array.from({ length: 36 }, (_, i) => [1 + i % 6, i]));
  const summary = summaryOf(data, "sales of cost$& 2 and 3");
  assert.match(
    summary,
    /^Only rows with "2", "3" in column "cost\$&" are used.* Of the 2 values of cost\$&,/,
  );
});
