/** Conditions on numbers: each form of number, unit and bound picks the rows that it means, or is told. */

import assert from "node:assert/strict";
import { subjectOf } from "../../../../src/charts/read/restrict_table.ts";
import { readNumbers } from "../../../../src/charts/read/said_number.ts";
import { parseData } from "../../../../src/charts/table/parse_data.ts";
import { understandTable } from "../../../../src/charts/table/understand_table.ts";
import { csv, monthsFrom } from "../tables.ts";

const months = monthsFrom(2023, 24);
const shop = csv(
  "month,region,units,price,lead_time,wait_minutes,discount,margin",
  months.flatMap((month, i) =>
    ["North", "South"].map((region, k) => [month, region, i, 100 * i, i, i * 5, i + k, i / 100])
  ),
);
const store = csv(
  "年月,店舗,売上,売上原価,評価,来客数,達成率,重さ",
  months.flatMap((month, i) =>
    ["A", "B"].map((name) => [month, name, i * 10_000_000, i * 10, i % 6, i, i * 5, i * 5])
  ),
);
const trips = csv(
  "month,gdp(2015 usd),duration_h,wait (min),took_ms,lead_time_days",
  months.map((month, i) => [month, i * 100, i, i * 5, i * 50, i]),
);
const visits = csv(
  "年月,所要時間(時間),待ち(分),売上(千円),来場者(千人),日数",
  months.map((month, i) => [month, i, i * 5, i * 100_000, i, i]),
);

function picked(data: string, query: string) {
  const { table, restrictions } = subjectOf(query, understandTable(parseData(data)));
  return { rows: table.rows, restrictions };
}

/** Each of the 24 months has two rows. */
const cases: readonly (readonly [data: string, query: string, months: number])[] = [
  [shop, "price with units over 5.", 18],
  [shop, "price with units over 5, by region", 18],
  [shop, "price trend with price over $2,000.", 3],
  [shop, "price with units over 5 and under 10", 4],
  [shop, "price where units is at least 5 and at most 7 by region", 3],
  [shop, "price where units > 3 and < 5", 1],
  [shop, "price with units under 5 or over 10", 18],
  [shop, "units where price between 1000 and 500", 6],
  [shop, "units where price between 500 and 1 million", 19],
  [shop, "price with lead time above 10 days", 13],
  [shop, "price where wait at least 30 minutes", 18],
  [shop, "price where lead time is over 12 months", 11],
  [shop, "price with margin over 20%", 3],
  [store, "売上が5千万円以上の評価の推移", 19],
  [store, "売上が五千万以上の評価の推移", 19],
  [store, "売上が1億2000万円以上の評価の推移", 12],
  [store, "売上が5000ドル以上の評価の推移", 23],
  [store, "来客数が3名以上の売上の推移", 21],
  [store, "来客数が10枚以上の売上の推移", 14],
  [store, "達成率が80パーセント以上の売上の推移", 8],
  [store, "重さが60キロ以上の売上の推移", 12],
  [store, "評価が3以上5以下の売上の推移", 12],
  [store, "評価が2以上かつ4未満の売上の推移", 8],
  [store, "売上原価が100以上の月の売上", 14],
];

Deno.test("conditions pick rows, whatever number, unit and bounds they have", () => {
  for (const [data, query, count] of cases) {
    const { rows, restrictions } = picked(data, query);
    assert.deepEqual([restrictions.map(({ kind }) => kind), rows], [["rows"], count * 2], query);
  }
});

Deno.test("percents are those of a column that holds more than fractions", () => {
  assert.equal(picked(shop, "price with discount over 20%").rows, 7);
});

Deno.test("conditions of which it is not known what is meant pick nothing, and are told", () => {
  for (
    const [data, query, text] of [
      [shop, "price with units over 5 or price under 10", "units over 5 or price under 10"],
      [shop, "price where wait at least 2 hours", "wait at least 2 hours"],
      [store, "達成率が8割以上の売上の推移", "達成率が8割以上"],
    ] as const
  ) assert.deepEqual(picked(data, query).restrictions, [{ kind: "unclear", texts: [text] }], query);
});

Deno.test("a length of time is in the unit of its column, or told", () => {
  const inUnit: readonly (readonly [data: string, query: string, rows: number])[] = [
    [visits, "所要時間が20時間以上の売上の推移", 4],
    [visits, "待ちが30分以上の売上の推移", 18],
    [visits, "日数が10日以上の売上の推移", 14],
    [trips, "gdp with wait over 30 min", 17],
    [trips, "gdp with wait (min) over 30", 17],
    [trips, "gdp with duration over 2 hrs", 21],
    [trips, "gdp with took_ms over 500 ms", 13],
    [trips, "gdp with took over 500ms", 13],
    [trips, "gdp with wait between 10 and 30 mins", 5],
  ];
  for (const [data, query, rows] of inUnit) {
    const found = picked(data, query);
    assert.deepEqual([found.restrictions.map(({ kind }) => kind), found.rows], [["rows"], rows], query);
  }
  const inOthers: readonly (readonly [data: string, query: string, text: string])[] = [
    [visits, "所要時間が30分以上の売上の推移", "所要時間が30分以上"],
    [visits, "待ちが2時間以上の売上の推移", "待ちが2時間以上"],
    [visits, "日数が2週間以上の売上の推移", "日数が2週間以上"],
    [trips, "gdp with wait over 2 hrs", "wait over 2 hrs"],
    [trips, "gdp with wait under 2h", "wait under 2h"],
    [trips, "gdp with duration_h over 30 min", "duration_h over 30 min"],
    [trips, "gdp with took over 2 secs", "took over 2 secs"],
  ];
  for (const [data, query, text] of inOthers) {
    assert.deepEqual(picked(data, query).restrictions, [{ kind: "unclear", texts: [text] }], query);
  }
});

Deno.test("a number in the name of a column is no bound", () => {
  for (const query of ["gdp(2015 usd) over 1000", "duration_h with gdp (2015 usd) over 1000"]) {
    assert.equal(picked(trips, query).rows, 13, query);
  }
});

Deno.test("an amount with its unit is of the scale of its column, however large that goes", () => {
  for (
    const [query, rows] of [
      ["売上が100万円以上の日数の推移", 23],
      ["売上が2億円以上の日数の推移", 22],
      ["売上が1000000以上の日数の推移", 14],
      ["来場者が1万人以上の売上の推移", 14],
    ] as const
  ) assert.equal(picked(visits, query).rows, rows, query);
});

Deno.test("a course over so many months is no condition", () => {
  for (const query of ["price over 6 months", "price over 12 months by region", "units over 3 years"]) {
    assert.deepEqual(picked(shop, query).restrictions, [], query);
  }
});

Deno.test("a scale that is said once is that of all numbers, unless one would be larger than the last", () => {
  const valuesIn = (text: string) => readNumbers(text).map(({ value }) => value);
  assert.deepEqual(valuesIn("100 and 150 million"), [1e8, 1.5e8]);
  assert.deepEqual(valuesIn("500 and 1 million"), [500, 1e6]);
  assert.deepEqual(valuesIn("50と100万"), [5e5, 1e6]);
});

const patients = csv(
  "visit_date,ward,patient_age,wait_minutes,visit_id",
  Array.from({ length: 100 }, (_, k) => [
    `2024-0${1 + k % 9}-11`,
    ["A", "B"][k % 2],
    k,
    k % 7,
    9000 + k * 3,
  ]),
);
const pupils = csv(
  "氏名,クラス,数学,英語",
  Array.from({ length: 100 }, (_, k) => [`生徒${k}`, ["1組", "2組"][k % 2], k, 99 - k]),
);
const cities = csv(
  "市町村,地方,高齢化率(%)",
  Array.from({ length: 100 }, (_, k) => [`市${k % 10}`, ["北", "南"][k % 2], k]),
);

Deno.test("a condition that is turned round keeps the other rows", () => {
  for (
    const [data, query, rows] of [
      [pupils, "数学が60点以上でない生徒の人数をクラス別に", 60],
      [pupils, "数学が60点以上ではない生徒の人数をクラス別に", 60],
      [pupils, "数学が60点未満でない生徒の人数をクラス別に", 40],
      [pupils, "数学が60点を超えない生徒の人数をクラス別に", 61],
      [pupils, "数学が60点以上の生徒を除いた人数をクラス別に", 60],
      [pupils, "数学が60点以上の生徒以外の英語の平均をクラス別に", 60],
      [pupils, "数学60点以上を除く英語の平均、クラス別", 60],
      [pupils, "数学が60点以下の人を含めない英語の平均をクラス別に", 39],
      [cities, "高齢化率が30%以上でない市町村の数を地方別に", 30],
      [patients, "Average wait_minutes by ward, excluding patients over 65", 66],
      [patients, "Average wait_minutes by ward except patients under 18", 82],
      [patients, "Average wait_minutes by ward without patients aged over 65", 66],
      [patients, "Average wait_minutes by ward, but ignore patient_age below 18", 82],
      [patients, "Average wait_minutes by ward unless patient_age is above 65", 66],
      [patients, "Average wait_minutes by ward, leave out patient_age over 65", 66],
      [patients, "Average wait_minutes by ward, patient_age not above 25", 26],
      [patients, "Average wait_minutes by ward for patients not over 65", 66],
      [patients, "Average wait_minutes by ward, patient_age isn't over 65", 66],
      [patients, "Average wait_minutes by ward where patient_age is not between 18 and 65", 52],
      [patients, "Average wait_minutes by ward where patient_age never exceeds 65", 66],
      [patients, "Average wait_minutes by ward for patients no older than 65", 66],
      [patients, "Average wait_minutes by ward for patients not younger than 18", 82],
      [patients, "Average wait_minutes by ward where patient_age is not 40", 99],
      [patients, "Average wait_minutes by ward, patient_age != 40", 99],
      [patients, "Average wait_minutes by ward, patients over 65 excluded", 66],
      [patients, "Average wait_minutes by ward, patients over 65 are not included", 66],
      [patients, "Average wait_minutes by ward, no patients over 65", 66],
      [patients, "Average wait_minutes by ward for everyone but patients over 65", 66],
      [patients, "Average wait_minutes by ward for patients outside 18 to 65", 52],
      [patients, "Average wait_minutes by ward for patients over 65 but not over 80", 15],
      [pupils, "数学が60点を超えなかった生徒の人数をクラス別に", 61],
      [pupils, "数学が60点より高くない生徒の人数をクラス別に", 61],
    ] as const
  ) assert.equal(picked(data, query).rows, rows, query);
});

Deno.test("rows that are left out by a condition are told so", () => {
  assert.deepEqual(
    picked(patients, "Average wait_minutes by ward, excluding patients over 65").restrictions,
    [
      { kind: "without_rows", texts: ["patients over 65"] },
    ],
  );
  assert.deepEqual(picked(pupils, "数学が60点以上の生徒を除いた人数をクラス別に").restrictions, [
    { kind: "without_rows", texts: ["数学が60点以上"] },
  ]);
});

Deno.test("a not around a condition that is not understood picks nothing, and is told", () => {
  for (
    const [data, query] of [
      [patients, "wait_minutes by ward, not the old ones with patient_age over 65"],
      [patients, "wait_minutes by ward excluding patients under 18 or over 65"],
      [pupils, "数学が60点以上取れなかった生徒の人数をクラス別に"],
      [cities, "高齢化率が30%以上の北以外の件数を市町村別に"],
      [pupils, "数学が60点以上80点以下の生徒を除く英語の平均をクラス別に"],
    ] as const
  ) {
    const { rows, restrictions } = picked(data, query);
    assert.deepEqual([rows, restrictions.map(({ kind }) => kind).includes("unclear")], [100, true], query);
  }
});

Deno.test("ranges and bounds behind the number are read like those before it", () => {
  for (
    const [data, query, rows] of [
      [patients, "Average wait_minutes by ward for patients aged 18 to 40", 23],
      [patients, "Average wait_minutes by ward for patients aged 65 or older", 35],
      [patients, "Average wait_minutes by ward where patient_age is 65 or more", 35],
      [patients, "Average wait_minutes by ward with patient_age of 4 or more", 96],
      [patients, "Average wait_minutes by ward with patient_age 40+", 60],
      [patients, "Average wait_minutes by ward, patient_age 20 or less", 21],
      [patients, "Average wait_minutes by ward, patient_age up to 20", 21],
      [patients, "Average wait_minutes by ward, patient_age from 10 to 20", 11],
      [patients, "Average wait_minutes by ward, patient_age 50-59", 10],
      [patients, "Average wait_minutes by ward, patient_age greater than or equal to 20", 80],
      [patients, "Average wait_minutes by ward, patient_age less than or equal to 20", 21],
      [pupils, "数学が60〜80点の生徒の人数をクラス別に", 21],
      [pupils, "数学が50点から70点の生徒の英語の平均をクラス別に", 21],
      [pupils, "数学が60点に満たない生徒の人数をクラス別に", 60],
    ] as const
  ) {
    const found = picked(data, query);
    assert.deepEqual([found.restrictions.map(({ kind }) => kind), found.rows], [["rows"], rows], query);
  }
});

Deno.test("numbers that only tell rows apart are not compared", () => {
  assert.deepEqual(picked(patients, "Average wait_minutes by ward for visit_id over 9100").restrictions, [
    { kind: "unclear", texts: ["over 9100"] },
  ]);
});
