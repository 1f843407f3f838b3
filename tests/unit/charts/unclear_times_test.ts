/** Words that look like times: those of which nobody knows when they are are told, those inside of others are none. */

import assert from "node:assert/strict";
import { subjectOf } from "../../../src/charts/read/restrict_table.ts";
import { parseData } from "../../../src/charts/table/parse_data.ts";
import { understandTable } from "../../../src/charts/table/understand_table.ts";
import { made } from "./made.ts";
import { csv, daysFrom, monthsFrom } from "./tables.ts";

const months = csv("month,sales", monthsFrom(2023, 24).map((month, i) => [month, i]));
const bare = csv("month,sales", ["Jan", "Feb", "Mar", "Apr", "May"].map((month, i) => [month, i]));
const seasons = csv(
  "season,club,goals",
  ["2022/23", "2023/24"].flatMap((season, i) =>
    ["Reds", "Blues"].map((club, k) => [season, club, 40 + i + k])
  ),
);
const clients = csv(
  "年月,取引先,担当,売上",
  monthsFrom(2023, 24).flatMap((month, i) => ["甲商店", "乙商店"].map((name) => [month, name, "佐藤", i])),
);

function restrictions(data: string, query: string) {
  return subjectOf(query, understandTable(parseData(data))).restrictions;
}

Deno.test("times of which it is not known when they are are told", () => {
  for (
    const [data, query, text] of [
      [months, "sales in 2023/24", "2023/24"],
      [months, "sales 2023-24", "2023-24"],
      [months, "sales on 2023-02-31", "2023-02-31"],
      [bare, "sales in 2023", "2023"],
      [bare, "sales by month since 2022", "since 2022"],
      [bare, "sales of the last 3 months", "last 3 months"],
    ] as const
  ) assert.deepEqual(restrictions(data, query), [{ kind: "unclear", texts: [text] }], query);
});

Deno.test("years that are groups of the data, and months of a year, are as they were", () => {
  assert.deepEqual(restrictions(seasons, "goals by club in 2023/24"), [
    { kind: "only", column: "season", labels: ["2023/24"] },
  ]);
  assert.equal(restrictions(months, "sales in 2023/12")[0]?.kind, "times");
  assert.equal(restrictions(bare, "sales in March")[0]?.kind, "times");
});

Deno.test("two words that meet are no time of the day of asking", () => {
  for (
    const query of [
      "取引先月別の売上",
      "担当月別の売上",
      "開店以来月別の売上",
      "日本年間の売上",
      "当期純利益の推移",
    ]
  ) assert.deepEqual(restrictions(clients, query), [], query);
  for (const query of ["先月の売上", "取引先別今月の売上", "売上の推移、今年", "当期の売上"]) {
    assert.equal(restrictions(clients, query)[0]?.kind, "relative", query);
  }
  assert.equal(restrictions(months, "sales last quarter")[0]?.kind, "relative");
  const { table } = subjectOf("last quarter 2023 sales", understandTable(parseData(months)));
  assert.equal(table.rows, 3);
});

Deno.test("the last months of the data are told once, and days of them are their months", () => {
  const days = csv("date,revenue", daysFrom("2024-01-01", 366).map((day, i) => [day, i]));
  const ends = csv(
    "date,revenue",
    daysFrom("2023-01-31", 700).filter((day) => /-28$/.test(day)).map((day, i) => [day, i]),
  );
  for (
    const query of [
      "last 6 months revenue trend",
      "revenue over the last 6 months",
      "last 30 days of revenue",
    ]
  ) {
    for (const data of [days, ends, months.replace("sales", "revenue")]) {
      const { summary, metadata } = made(data, query);
      assert.match(
        summary,
        /^Only rows of the last (?:6 months|30 days), to [^,]*(?:, 2024)?, are used/,
        query,
      );
      assert.doesNotMatch(metadata.warnings.join(), /not understood|,,/, query);
    }
  }
  assert.deepEqual(made(days, "last 12 months of revenue").metadata.warnings, []);
  const old = csv("month,sales", [["2023-01", 1], ["2023-02", 2], ["", 3]]);
  assert.doesNotMatch(made(old, "sales of the last 3 hours").summary, /,,/);
});
