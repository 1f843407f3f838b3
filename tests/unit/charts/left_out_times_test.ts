/** Times that a sentence leaves out, or writes in a roundabout way: the rows that it means make the chart. */

import assert from "node:assert/strict";
import { subjectOf } from "../../../src/charts/read/restrict_table.ts";
import { parseData } from "../../../src/charts/table/parse_data.ts";
import { understandTable } from "../../../src/charts/table/understand_table.ts";
import { made } from "./made.ts";
import { countries, csv, days, daysFrom } from "./tables.ts";

function subject(data: string, query: string) {
  const { table } = subjectOf(query, understandTable(parseData(data)));
  const [time] = table.columns;
  assert.ok(time?.kind === "time");
  return { rows: table.rows, from: new Date(Math.min(...time.values())).toISOString().slice(0, 10) };
}

Deno.test("a side of a time or a stretch of it that is left out is gone, and the others stay", () => {
  for (
    const [data, query, rows, text] of [
      [countries, "2020年以前を除くco2の推移", 9, "2020年より後の行だけを使いました"],
      [countries, "2022年以降ではないco2の推移", 9, "2022年より前の行だけを使いました"],
      [countries, "2020年より前を除いたco2の推移", 12, "2020年以降の行だけを使いました"],
      [countries, "2020年から2022年までを除くco2の推移", 6, "2020年から2022年の行を除きました"],
      [countries, "co2 trend excluding after 2021", 9, "Only rows until 2021 are used"],
      [countries, "co2 trend without data before 2022", 6, "Only rows since 2022 are used"],
      [countries, "co2 trend except from 2020 to 2022", 6, "Rows from 2020 to 2022 are left out"],
      [countries, "co2 trend, 2020 excluded", 12, "Rows from 2020 are left out"],
      [countries, "co2 trend, don't include 2020", 12, "Rows from 2020 are left out"],
      [countries, "co2 trend, before 2021 left out", 9, "Only rows since 2021 are used"],
      [countries, "co2 trend, 2020 to 2021 left out", 9, "Rows from 2020 to 2021 are left out"],
      [countries, "co2 trend excluding 2020-2021", 9, "Rows from 2020 to 2021 are left out"],
      [
        days,
        "daily sales except from February to March 2024",
        140,
        "Rows from February to March 2024 are left",
      ],
    ] as const
  ) {
    assert.equal(subject(data, query).rows, rows, query);
    const { summary } = made(data, query);
    assert.ok(summary.startsWith(text), `${query}: ${summary}`);
  }
});

Deno.test("years of eras are those of the common era", () => {
  assert.equal(subject(countries, "令和2年のco2の国別の比較").from, "2020-01-01");
  assert.equal(subject(countries, "令和元年を除くco2の推移").from, "2020-01-01");
  assert.equal(subject(countries, "平成32年以降のco2の推移").rows, 12);
});

Deno.test("over a year of the data is in it, over any other number is a bound", () => {
  const prices = csv(
    "date,shop,price",
    daysFrom("2023-11-01", 200).map((day, i) => [day, "AB"[i % 2], i * 20]),
  );
  assert.equal(subject(prices, "average price over 2024 by shop").from, "2024-01-01");
  assert.equal(subject(prices, "average price over 2010 by shop").rows, 99);
});
