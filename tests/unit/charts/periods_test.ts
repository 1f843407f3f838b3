/** Steps of time and times themselves, as a sentence names them. */

import assert from "node:assert/strict";
import { made } from "./made.ts";
import { csv, daysFrom, monthsFrom } from "./tables.ts";

const days = (count: number) =>
  csv(
    "予約日,窓口,所要",
    daysFrom("2023-01-01", count).map((day, k) => [day, ["東口", "西口"][k % 2], k % 9]),
  );

Deno.test("what is so many a month, a week or a year is put together by it", () => {
  const cases: readonly (readonly [string, RegExp])[] = [
    ["月間の予約数の推移", /2023年1月の31から2024年6月の30へ/],
    ["窓口別に月間予約件数の推移", /2024年6月時点の件数は東口/],
    ["週間予約数の推移", /2024年6月24日の週の7/],
    ["日別の予約数の推移", /2024年6月30日/],
    ["年間予約数の推移", /2023年の365から2024年の182へ/],
  ];
  for (const [query, told] of cases) assert.match(made(days(547), query).summary, told, query);
});

Deno.test("a stretch that the data does not go beyond, or so many of one, is no step", () => {
  assert.match(
    made(days(300), "年間の予約数の推移").summary,
    /2023年1月1日/,
  );
  for (const query of ["直近6か月間の予約数の推移", "過去2年間の予約数の推移", "直近3週間の予約数の推移"]) {
    assert.match(made(days(547), query).summary, /2024年6月30日/, query);
  }
});

const regions = (header: string) =>
  csv(
    header,
    monthsFrom(2022, 36).flatMap((month, k) =>
      ["North", "South", "East"].map((region, i) => [month, region, 100 + k + i * 50])
    ),
  );

Deno.test("times that a sentence names side by side are compared with each other, and nothing else", () => {
  const [en, ja] = [regions("month,region,revenue"), regions("年月,地域,売上")];
  const cases: readonly (readonly [string, string, RegExp])[] = [
    [
      en,
      "compare 2023 and 2024 revenue",
      /2024 has the highest revenue \(sum\) with 6,462 and 2023 .* 6,030/,
    ],
    [en, "revenue 2022 vs 2024", /2024 has the highest .* and 2022 the lowest/],
    [en, "compare revenue of Q1 2024 and Q2 2024", /Q2 2024 has the highest .* and Q1 2024 the lowest/],
    [en, "How do March 2024 and April 2024 compare in revenue?", /Apr 2024 has the highest/],
    [ja, "2023年と2024年の売上を比較", /2024年が6,462で、2023年の6,030より大きい/],
  ];
  for (const [data, query, told] of cases) {
    const { metadata, summary } = made(data, query);
    const [x, , y] = data.split("\n")[0]?.split(",") ?? [];
    assert.deepEqual([metadata.pattern_id, metadata["mapping"]], ["P02", { x, y }], query);
    assert.match(summary, told, query);
  }
});

Deno.test("times that are compared by group are bars side by side, and their course is a course", () => {
  const data = regions("month,region,revenue");
  assert.equal(made(data, "compare 2023 and 2024 revenue by region").metadata.pattern_id, "P21");
  assert.equal(made(data, "revenue trend in 2023 and 2024").metadata.pattern_id, "P01");
  assert.match(made(data, "compare monthly revenue of 2023 and 2024").summary, /2024, Dec/);
});

Deno.test("from the start of a time on is since that time; up to another one it is said to be unclear", () => {
  const data = regions("month,region,revenue");
  for (const query of ["revenue since the start of 2024", "revenue from the beginning of 2024 onwards"]) {
    assert.match(made(data, query).summary, /\(Jan 2024\) to .* \(Dec 2024\)/, query);
  }
  assert.match(
    made(data, "revenue from the start of 2023 to March 2024").metadata.warnings.join(),
    /is not understood, so that it restricts nothing/,
  );
});

Deno.test("times of a list that say their year once are all taken", () => {
  const [en, ja] = [regions("month,region,revenue"), regions("年月,地域,売上")];
  const cases: readonly (readonly [string, string, RegExp])[] = [
    [en, "compare revenue in Q1 and Q2 2024", /Of 2 .* Q2 2024 has .* and Q1 2024 the lowest/],
    [en, "Q1 vs Q2 2024 revenue", /Of 2 .* Q2 2024 has .* and Q1 2024 the lowest/],
    [en, "revenue in Q1, Q2 and Q3 of 2024", /Of 3 .* Q3 2024 has .* and Q1 2024 the lowest/],
    [en, "compare revenue in Q1 to Q2 2024", /Of 2 .* Q2 2024 has .* and Q1 2024 the lowest/],
    [en, "compare revenue of 2024 Q1 and Q2", /Of 2 .* Q2 2024 has .* and Q1 2024 the lowest/],
    [en, "compare the first and second quarters of 2024", /Of 2 .* Q2 2024 has .* and Q1 2024 the lowest/],
    [en, "revenue: Q1 2024 against Q2 2024", /Of 2 .* Q2 2024 has .* and Q1 2024 the lowest/],
    [en, "contrast H1 2024 with H2 2024 revenue", /Of 2 .* H2 2024 has .* and H1 2024 the lowest/],
    [en, "compare H1 and H2 2024 revenue", /Of 2 .* H2 2024 has .* and H1 2024 the lowest/],
    [en, "revenue in March and April 2024", /Of 2 .* Apr 2024 has .* and Mar 2024 the lowest/],
    [
      en,
      "compare revenue in March and April, only in 2024",
      /Of 2 .* Apr 2024 has .* and Mar 2024 the lowest/,
    ],
    [en, "March versus May revenue", /Of 6 .* May 2024 has .* and Mar 2022 the lowest/],
    [en, "compare revenue in Q1 and Q2", /Of 6 .* Q2 2024 has .* and Q1 2022 the lowest/],
    [
      ja,
      "2024年第1四半期と第2四半期の売上を比較",
      /2024年第2四半期が.*2024年第1四半期の.*より大きい/,
    ],
    [ja, "2024年の1Qと2Qの売上を比較", /2024年第2四半期が.*2024年第1四半期の.*より大きい/],
    [ja, "2024年上半期と下半期の売上の比較", /2024年下半期が.*2024年上半期の.*より大きい/],
    [ja, "2024年3月と5月の売上を比較", /2024年5月が.*2024年3月の.*より大きい/],
    [ja, "3月と5月を比較", /6つの年月.*2024年5月が.*2022年3月が.*最も小さい/],
    [ja, "売上を2024年3月、4月、5月で比べて", /3つの年月.*2024年5月が.*2024年3月が.*最も小さい/],
  ];
  for (const [data, query, told] of cases) {
    const { metadata, summary } = made(data, query);
    const [x, , y] = data.split("\n")[0]?.split(",") ?? [];
    assert.deepEqual([metadata.pattern_id, metadata["mapping"]], ["P02", { x, y }], query);
    assert.match(summary, told, query);
  }
  const { metadata } = made(en, "compare revenue in Q1 and Q2 2024 by region");
  assert.deepEqual(metadata["mapping"], { x: "month", y: "revenue", color: "region" });
});

Deno.test("quarters that are names in the data are no times", () => {
  const answers = csv(
    "date,question,score",
    daysFrom("2024-01-01", 200).map((day, k) => [day, ["Q1", "Q2", "Q3"][k % 3], k % 5]),
  );
  const { metadata } = made(answers, "average score of Q1 and Q2");
  assert.deepEqual(metadata.warnings, [
    'only rows with "Q1", "Q2" in column "question" are used, as the query names them',
  ]);
});

Deno.test("an average of months has months, and the year's total of one year has none", () => {
  const towns = csv(
    "日付,都市,降水量",
    daysFrom("2024-01-01", 366).flatMap((day, k) =>
      ["東京", "那覇"].map((town, i) => [day, town, k % 7 + i])
    ),
  );
  assert.match(made(towns, "那覇の月平均降水量").summary, /降水量（平均）は2024年1月の/);
  assert.deepEqual(made(towns, "都市別の年間降水量").metadata["mapping"], { x: "都市", y: "降水量" });
});

Deno.test("a stretch between two times picks rows and wishes for no course", () => {
  const calls = csv(
    "called,team",
    Array.from({ length: 60 }, (_, k) => [`2024-0${k % 6 + 1}-1${k % 9} 0${k % 9}:1${k % 7}`, "ab"[k % 2]]),
  );
  assert.deepEqual(made(calls, "calls by team between February and April").metadata["mapping"], {
    x: "team",
    y: "count",
  });
});

Deno.test("rows that are counted share times, though each has one of its own", () => {
  const calls = csv(
    "called,minutes",
    Array.from({ length: 60 }, (_, k) => [`2024-0${k % 6 + 1}-${10 + k % 19} 0${k % 9}:${10 + k % 50}`, k]),
  );
  assert.match(made(calls, "number of calls over time").summary, /highest is (?:[2-9]|\d\d)/);
});

Deno.test("months by whatever words are the panels of a distribution, and longer ones are told", () => {
  const waits = (header: string) =>
    csv(header, daysFrom("2023-01-01", 365).map((day, k) => [day, 5 + (k * k) % 43]));
  for (
    const query of [
      "How has the distribution of waits changed month to month?",
      "distribution of waits month by month",
      "does the distribution of waits vary across months?",
    ]
  ) assert.match(made(waits("date,waits"), query).summary, /\(12 parts/, query);
  for (const query of ["待ちの分布は月によって違うか", "月による待ちの分布の違い"]) {
    assert.match(made(waits("日付,待ち"), query).summary, /（12区分/, query);
  }
  const monthly = csv(
    "month,waits",
    monthsFrom(2023, 18).flatMap((month, k) => [3, 5, 8, 9, 14].map((wait) => [month, wait + k])),
  );
  const { warnings } = made(monthly, "how has the distribution of waits changed?").metadata;
  assert.deepEqual(warnings, ["one for every month would be too many: longer periods are shown"]);
});

Deno.test("groups that differ month by month are bars side by side, and a course is a course", () => {
  const data = csv(
    "month,region,sales",
    monthsFrom(2023, 12).flatMap((month, k) => ["N", "S"].map((region, i) => [month, region, 9 + k + i])),
  );
  const cases = [
    ["How do the regions differ month by month?", "P21"],
    ["how do regions compare from month to month", "P21"],
    ["sales of the regions month by month", "P12"],
    ["how did the regions evolve month by month?", "P12"],
    ["sales month by month", "P01"],
  ] as const;
  for (const [query, pattern] of cases) {
    assert.equal(made(data, query).metadata["pattern_id"], pattern, query);
  }
});

Deno.test("quarters from one to another are all of them, side by side, unless their sum is asked for", () => {
  const quarters = ["Q1", "Q2", "Q3", "Q4"];
  const table = (names: readonly string[]) =>
    csv("期,製品,受注", names.flatMap((quarter, k) => [[quarter, "網", 10 + k], [quarter, "糸", 20 - k]]));
  for (
    const query of ["Q1〜Q4の製品別の受注", "Q1からQ4まで製品ごとの受注を棒で比べて", "Q1–Q4 受注 by 製品"]
  ) {
    const { metadata, summary } = made(table(quarters), query);
    assert.equal(metadata["pattern_id"], "P21", query);
    assert.match(summary, /4区分中|of 4/, query);
  }
  assert.match(made(table(quarters), "Q2 to Q4 受注 by 製品").summary, /^Q2 to Q4の行だけを使いました/);
  assert.equal(made(table(quarters), "Q1〜Q4の製品別の受注の合計").metadata["pattern_id"], "P02");
  const dated = table(quarters.map((quarter) => `2024${quarter}`));
  assert.equal(made(dated, "2024年Q1〜Q4の製品別受注").metadata["pattern_id"], "P21");
});
