/** Sentences that speak of only some rows: those rows make the chart, and the answer says so. */

import assert from "node:assert/strict";
import { subjectOf } from "../../../src/charts/read/restrict_table.ts";
import type { Restriction } from "../../../src/charts/read/restriction.ts";
import { parseData } from "../../../src/charts/table/parse_data.ts";
import { understandTable } from "../../../src/charts/table/understand_table.ts";
import { made } from "./made.ts";
import { countries, csv, days, monthsFrom } from "./tables.ts";

const regions = csv(
  "month,region,sales",
  monthsFrom(2023, 24).flatMap((month, i) =>
    ["North", "South", "East", "West"].map((region, k) => [month, region, 100 + i + k * 10])
  ),
);
const areas = csv(
  "年月,地域,売上",
  monthsFrom(2023, 24).flatMap((month, i) =>
    ["関東", "北関東", "関西", "九州"].map((area, k) => [month, area, 100 + i + k * 10])
  ),
);

function subject(data: string, query: string) {
  const { table, restrictions } = subjectOf(query, understandTable(parseData(data)));
  const [time] = table.columns;
  assert.ok(time?.kind === "time");
  const times = [...time.values()].toSorted((a, b) => a - b).map((at) => new Date(at).toISOString());
  return { restrictions, rows: table.rows, from: times[0]?.slice(0, 10), to: times.at(-1)?.slice(0, 10) };
}

function labelsOf(restriction: Restriction | undefined): readonly string[] {
  return restriction?.kind === "only" || restriction?.kind === "without" ? restriction.labels : [];
}

Deno.test("groups that a sentence leaves out are left out, in both languages", () => {
  const cases: readonly (readonly [string, string, readonly string[]])[] = [
    [regions, "sales trend excluding East", ["East"]],
    [regions, "How did sales develop without North?", ["North"]],
    [regions, "average sales by region except for West and East", ["East", "West"]],
    [regions, "Compare sales of all regions but South", ["South"]],
    [regions, "sales by region, North excluded", ["North"]],
    [areas, "九州を除いた売上の推移", ["九州"]],
    [areas, "関西以外の地域別売上", ["関西"]],
    [areas, "北関東と九州地方を除き、売上を地域ごとに比較", ["北関東", "九州"]],
    [areas, "九州抜きの売上の変化", ["九州"]],
  ];
  for (const [data, query, labels] of cases) {
    const { restrictions, rows } = subject(data, query);
    assert.equal(restrictions[0]?.kind, "without", query);
    assert.deepEqual(labelsOf(restrictions[0]).toSorted(), labels.toSorted(), query);
    assert.equal(rows, 24 * (4 - labels.length), query);
  }
});

Deno.test("only the groups that a sentence names make the chart, whatever it groups by besides", () => {
  const cases: readonly (readonly [string, string, readonly string[]])[] = [
    [areas, "関東と関西の売上の動きを比べたい", ["関東", "関西"]],
    [areas, "北関東の月別売上", ["北関東"]],
    [regions, "East sales by month", ["East"]],
    [regions, "compare North and South by region", ["North", "South"]],
  ];
  for (const [data, query, labels] of cases) {
    const { restrictions } = subject(data, query);
    assert.deepEqual([restrictions[0]?.kind, labelsOf(restrictions[0])], ["only", labels], query);
  }
});

Deno.test("one group beside the others filters nothing", () => {
  for (
    const [data, query] of [
      [regions, "East against all other regions"],
      [regions, "sales by region, East in particular"],
      [areas, "関東を他の地域と比較"],
    ] as const
  ) assert.deepEqual(subject(data, query).restrictions, [], query);
});

Deno.test("times that a sentence names restrict the rows, however they are written", () => {
  const cases: readonly (readonly [string, string, string, string])[] = [
    [countries, "Compare co2 by country in 2023", "2023-01-01", "2023-01-01"],
    [countries, "co2 since 2022", "2022-01-01", "2023-01-01"],
    [countries, "co2 after 2021 by country", "2022-01-01", "2023-01-01"],
    [countries, "co2 before 2021", "2019-01-01", "2020-01-01"],
    [countries, "co2 between 2020 and 2022", "2020-01-01", "2022-01-01"],
    [countries, "2021-2023 co2 trend", "2021-01-01", "2023-01-01"],
    [countries, "2022 co2 by country, target 2000", "2022-01-01", "2022-01-01"],
    [countries, "2022年以降のco2の推移", "2022-01-01", "2023-01-01"],
    [countries, "2020年までのco2", "2019-01-01", "2020-01-01"],
    [days, "sales in March 2024", "2024-03-01", "2024-03-31"],
    [days, "daily sales from February to March 2024", "2024-02-01", "2024-03-31"],
    [days, "sales on March 5, 2024 and 2024-03-06", "2024-03-05", "2024-03-06"],
    [days, "sales during Q1 2024", "2024-01-01", "2024-03-31"],
    [days, "sales in H1 2024", "2024-01-01", "2024-05-18"],
    [days, "sales in the second half of 2023", "2023-11-01", "2023-12-31"],
    [days, "2024年上半期の売上", "2024-01-01", "2024-05-18"],
    [days, "2023年度下期の売上", "2023-11-01", "2024-03-31"],
    [days, "sales since March", "2024-03-01", "2024-05-18"],
    [days, "sales over the last two weeks", "2024-05-05", "2024-05-18"],
    [days, "2024年3月の売上", "2024-03-01", "2024-03-31"],
    [days, "2023年12月から2024年1月にかけての売上の推移", "2023-12-01", "2024-01-31"],
    [days, "2024年第1四半期の売上", "2024-01-01", "2024-03-31"],
    [days, "2023年度の売上の推移", "2023-11-01", "2024-03-31"],
    [days, "直近10日間の売上", "2024-05-09", "2024-05-18"],
  ];
  for (const [data, query, from, to] of cases) {
    const found = subject(data, query);
    assert.deepEqual([found.restrictions[0]?.kind, found.from, found.to], ["times", from, to], query);
  }
});

Deno.test("times that are left out are gone, and the others stay", () => {
  assert.equal(subject(countries, "co2 trend excluding 2020").rows, 12);
  assert.equal(subject(countries, "2020年を除いたco2の推移").rows, 12);
});

Deno.test("numbers that are no times restrict nothing", () => {
  for (
    const query of [
      "co2 trend, target 2000",
      "co2の推移、しきい値は2019",
      "top 3 countries for co2",
      "co2 over time in 12 panels",
    ]
  ) assert.deepEqual(subject(countries, query).restrictions, [], query);
});

Deno.test("a restriction is told in the warnings, in the summary and in the picture", () => {
  const { summary, metadata, spec } = made(countries, "Compare co2 by country in 2023");
  assert.match(
    summary,
    /^Only rows from 2023 are used \(column "year"\)\. Of 3 countries, Brazil .* with 25/,
  );
  assert.match(metadata.warnings.join(), /only rows from 2023/);
  assert.deepEqual(metadata["operations_applied"], ["filter", "sort"]);
  assert.match(JSON.stringify(spec), /"text":"2023"/);
  const without = made(areas, "九州を除いた売上の推移");
  assert.match(without.summary, /^列"地域"が"九州"の行を除きました。/);
  assert.match(JSON.stringify(without.spec), /九州を除く/);
});

Deno.test("a restriction that cannot be kept is told loudly", () => {
  assert.match(made(countries, "co2 by country in 2030").summary, /^Note: the data has no rows from 2030, /);
  assert.match(
    made(regions, "sales trend excluding Mars").summary,
    /^Note: what the query leaves out is not/,
  );
  assert.match(made(areas, "四国以外の売上の推移").summary, /^注意: 除くべきものが/);
});

Deno.test("times that depend on the day of asking pick no rows, and the answer says what to write instead", () => {
  const cases: readonly (readonly [string, string, string, string])[] = [
    [regions, "sales by region last year", "last year", "in 2024"],
    [regions, "this month's sales by region", "this month", "in Dec 2024"],
    [regions, "sales in the current quarter by region", "the current quarter", "in Q4 2024"],
    [countries, "co2 by country last month", "last month", "in 2023"],
    [areas, "昨年の地域別売上", "昨年", "2024年"],
    [areas, "今月の売上を地域ごとに", "今月", "2024年12月"],
    [areas, "今年度の売上の推移", "今年度", "2024年度"],
    [areas, "2年前の売上の推移", "2年前", "2024年"],
  ];
  for (const [data, query, said, instead] of cases) {
    const { summary, metadata } = made(data, query);
    assert.match(summary, /^(?:Note|注意): /, query);
    const [warning = ""] = metadata.warnings;
    assert.ok(warning.includes(said) && warning.includes(`${instead}`), `${query}: ${warning}`);
    assert.ok(!String(metadata["operations_applied"]).includes("filter"), query);
  }
  assert.match(
    made("region,v\nA,1\nB,2", "v by region last year").summary,
    /^Note: .* "last year" restricts/,
  );
});

Deno.test("what only sounds like a time of asking restricts as it says, or not at all", () => {
  assert.equal(subject(regions, "sales in the last quarter of 2023").from, "2023-10-01");
  assert.deepEqual(subject(days, "sales over the last year").restrictions, []);
  assert.equal(subject(days, "sales in the last month").from, "2024-04-19");
  const years =
    "month,year,v\n2024-01,last year,3\n2024-01,this year,4\n2024-02,last year,5\n2024-02,this year,6";
  assert.equal(made(years, "v over time, this year against last year").metadata.warnings.length, 0);
  assert.deepEqual(made(areas, "売上の前年比の推移").metadata.warnings, [
    "値そのものを示しており、比や変化率は計算していません",
  ]);
});

Deno.test("restrictions to times are told as a person would", () => {
  const cases: readonly (readonly [string, string, string])[] = [
    [days, "sales trend, not in 2023", "Rows from 2023 are left out"],
    [
      days,
      "sales trend excluding December 2023 and March 2024",
      "Rows from December 2023 and March 2024 are left out",
    ],
    [days, "sales before 2024", "Only rows before 2024 are used"],
    [days, "sales in the first quarter of 2024", "Only rows from the first quarter of 2024 are used"],
    [days, "2024 sales, without March", "Only rows from 2024 are used, without those from March"],
    [days, "sales over the last two weeks", "Only rows of the last two weeks, to May 18, 2024, are used"],
    [days, "2023年を除いた売上の推移", "2023年の行を除きました"],
    [days, "2024年2月以降の売上の推移", "2024年2月以降の行だけを使いました"],
    [areas, "直近6か月の売上の推移", "直近6か月（2024年12月まで）の行だけを使いました"],
    [
      countries,
      "co2 by country excluding 2019, 2020, 2021, 2022 and 2023",
      "Note: without rows from 2019, 2020",
    ],
    [areas, "2030年の売上", "注意: 2030年の行がないため、すべての行を使いました"],
  ];
  for (const [data, query, start] of cases) {
    const { summary } = made(data, query);
    assert.ok(summary.startsWith(start), `${query}: ${summary}`);
  }
  assert.match(JSON.stringify(made(days, "sales trend, not in 2023").spec), /without 2023/);
});

const staff = csv(
  "部署,役職,評価,salary",
  Array.from(
    { length: 40 },
    (_, k) => [["営業", "開発"][k % 2] ?? "", ["課長", "部長"][k % 3 % 2] ?? "", k % 5, k],
  ),
);

Deno.test("a condition on a column picks rows and is told, and is no wish to see its column", () => {
  const cases: readonly (readonly [string, string, number])[] = [
    ["評価が4以上の人の数を部署別に", "評価が4以上", 8],
    ["評価2未満の部署別の人数", "評価2未満", 16],
  ];
  for (const [query, text, rows] of cases) {
    const { summary, metadata } = made(staff, query);
    assert.ok(summary.startsWith(`「${text}」の行だけを使いました。`), `${query}: ${summary}`);
    assert.deepEqual(metadata["mapping"], { x: "部署", y: "count" }, query);
    assert.equal(subjectOf(query, understandTable(parseData(staff))).table.rows, rows, query);
  }
  for (
    const [query, text, rows] of [
      ["co2 by country, co2 > 5", "co2 > 5", 10],
      ["co2 by country where co2 is at least 11", "co2 is at least 11", 10],
      ["co2 between 11 and 13 over time", "co2 between 11 and 13", 3],
      ["co2 below 3 by country", "co2 below 3", 2],
    ] as const
  ) {
    const { summary, metadata } = made(countries, query);
    assert.ok(summary.startsWith(`Only rows with "${text}" are used.`), `${query}: ${summary}`);
    assert.equal(Object(metadata["mapping"]).y, "co2", query);
    assert.equal(subject(countries, query).rows, rows, query);
  }
  assert.match(
    made(countries, "co2 over 900 by country").summary,
    /^Note: the data has no rows with "co2 over 900",/,
  );
});

Deno.test("a condition is in the unit of its column", () => {
  const shops = csv(
    "月,売上（万円）,利益率",
    monthsFrom(2023, 24).map((month, i) => [month, 50 + 5 * i, i / 100]),
  );
  assert.equal(subject(shops, "売上が100万円以上の月の推移").rows, 14);
  assert.equal(subject(shops, "売上の推移、利益率が20%を超える月").rows, 3);
});

Deno.test("a condition on groups, or on nothing that is named, is told not to be applied", () => {
  for (
    const [data, query, text] of [
      [countries, "countries with co2 over 20", "co2 over 20"],
      [countries, "emissions over 20 by country", "over 20"],
      [staff, "課長以上の人数を部署別に", "課長以上"],
      [staff, "評価が4以上の部署", "評価が4以上"],
    ] as const
  ) {
    const [warning = ""] = made(data, query).metadata.warnings;
    assert.ok(warning.includes(text) && /not understood|解釈できない/.test(warning), `${query}: ${warning}`);
  }
  for (
    const query of ["sales trend over 12 months", "sales over time, target 2000", "between North and South"]
  ) {
    assert.ok(!subject(regions, query).restrictions.some(({ kind }) => kind === "unclear"), query);
  }
});

Deno.test("times that are finer than the data pick nothing of it", () => {
  assert.match(
    made(countries, "co2 by country in January 2023").summary,
    /^Note: .*"January 2023" is not understood/,
  );
  assert.match(made(countries, "co2 by country in Q1 2023").summary, /^Note: .*"Q1 2023" is not understood/);
});
