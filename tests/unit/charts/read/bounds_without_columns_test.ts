/** Bounds by units, in brackets and within a time, flags that are turned round, and days that are counted. */

import assert from "node:assert/strict";
import { made } from "../made.ts";
import { csv, daysFrom } from "../tables.ts";

const days = daysFrom("2024-01-01", 120);
const parcels = csv(
  "sent_on,hub,delivery_days,weight_kg,damaged",
  days.map((day, k) => [day, `H${k % 3}`, k % 9 + 1, k % 30 + 1, k % 8 === 0 ? "yes" : "no"]),
);
const exams = csv("pupil,subject,score", days.map((_, k) => [`P${k}`, ["Math", "Art"][k % 2], 30 + k % 70]));
const weather = csv(
  "日付,降水量(mm),最高気温,最低気温",
  days.map((day, k) => [day, k % 4 === 0 ? k % 7 + 1 : 0, 10 + k % 27, k % 27]),
);
const staff = csv(
  "部署,月給,評価,退職",
  days.map((_, k) => [["営業", "開発"][k % 2], 250000 + k, k % 5 + 1, k % 6 === 0 ? 1 : 0]),
);

function told(data: string, query: string) {
  const { summary, metadata } = made(data, query);
  return { summary, mapping: metadata["mapping"], warnings: metadata.warnings };
}

Deno.test("the unit of a column's name is said, left out, or in the other language", () => {
  const cases: readonly (readonly [string, string])[] = [
    [
      "Average weight per hub, delivery days at most 3",
      'only rows with "delivery days at most 3" are used',
    ],
    [
      "average weight per hub, delivery at most 3 days",
      'only rows with "delivery at most 3 days" are used',
    ],
    ["3日以内に届いた荷物の重さの平均をhub別に", "「delivery_days 3日以内」の行だけを使いました"],
    [
      "average weight of parcels that arrived within 3 days by hub",
      'only rows with "delivery_days within 3 days" are used',
    ],
  ];
  for (const [query, warning] of cases) {
    const { summary, mapping, warnings } = told(parcels, query);
    assert.deepEqual(mapping, { x: "hub", y: "weight_kg" }, query);
    assert.deepEqual(warnings, [warning], query);
    assert.match(summary, /H2(?: has|が).*16\.5.*H0.*14\.5/, query);
  }
  assert.deepEqual(told(parcels, "average delivery days per hub, weight over 5").warnings, [
    'only rows with "weight over 5" are used',
  ]);
});

Deno.test("what is within a bound is a share where one is asked for", () => {
  const cases: readonly (readonly [string, string, RegExp])[] = [
    [parcels, "what share of parcels arrives within 3 days at each hub", /within 3 days: 35%/],
    [parcels, "3日以内に届いた割合をhub別に", /3日以内の割合は.*%/],
    [exams, "pass rate (60 or above) by subject", /score 60 or above: 50%/],
    [exams, "subject別の合格率（60点以上）", /60点以上の割合は.*50%/],
  ];
  for (const [data, query, summary] of cases) assert.match(told(data, query).summary, summary, query);
});

Deno.test("names with points and units with strokes have bounds, and a bound that is left over is told", () => {
  const air = csv(
    "日付,測定局,PM2.5(μg/m3),風速(m/s)",
    days.map((day, k) => [day, ["東", "西"][k % 2], k % 60, k % 11]),
  );
  assert.deepEqual(told(air, "PM2.5が35を超えた日数を測定局別に").mapping, { x: "測定局", y: "count" });
  assert.deepEqual(told(air, "風速5m/s未満のときのPM2.5の分布").warnings, [
    "「風速5m/s未満」の行だけを使いました",
  ]);
  assert.match(told(air, "日射3カロン以上のPM2.5の分布").summary, /3カロン以上"を解釈できない/);
});

Deno.test("without a thing is the group that is called none", () => {
  const fields = csv(
    "crop,fertilizer,yield",
    days.map((_, k) => [`C${k % 3}`, ["none", "lime", "dung"][k % 5 % 3], k]),
  );
  assert.match(
    told(fields, "average yield without fertilizer per crop").summary,
    /Only rows with "none" in column/,
  );
  assert.match(
    told(fields, "average yield without lime per crop").summary,
    /"lime" in column "fertilizer" are left out/,
  );
});

Deno.test("a stretch of months in brackets is one, also where something is compared", () => {
  const stays = csv("day,hotel,rate", days.map((day, k) => [day, `H${k % 3}`, k]));
  assert.match(
    told(stays, "Compare spring (February to April) rates across hotels").summary,
    /from February to April/,
  );
  assert.match(
    told(stays, "Compare February to April rates across hotels").summary,
    /from February and April/,
  );
});

Deno.test("times that are no bound of a column are told, or are a course", () => {
  assert.match(
    told(exams, "average score by subject after 12 hours").summary,
    /"after 12 hours" is not understood/,
  );
  assert.match(
    told(exams, "average score by subject within 3 months").summary,
    /"within 3 months" is not understood/,
  );
  assert.deepEqual(told(parcels, "weight over 6 months").warnings, []);
});

Deno.test("those that a flag says yes of are left out where the sentence turns it", () => {
  const cases: readonly (readonly [string, string, RegExp])[] = [
    [parcels, "破損した荷物を除いた重さの平均をhub別に", /列"damaged"が"yes"の行を除きました/],
    [parcels, "破損していない荷物の重さの平均をhub別に", /列"damaged"が"yes"の行を除きました/],
    [parcels, "破損した荷物の重さの平均をhub別に", /列"damaged"が"yes"の行だけ/],
    [staff, "退職した社員を除く月給の平均を部署別に", /列"退職"が"1"の行を除きました/],
    [staff, "退職していない社員の月給の平均を部署別に", /列"退職"が"1"の行を除きました/],
    [staff, "退職した社員の月給の平均を部署別に", /列"退職"が"1"の行だけ/],
    [parcels, "average weight by hub, damaged parcels excluded", /"yes" in column "damaged" are left out/],
  ];
  for (const [data, query, warning] of cases) {
    const { warnings } = told(data, query);
    assert.equal(warnings.length, 1, `${query}: ${warnings}`);
    assert.match(warnings[0] ?? "", warning, query);
  }
});

Deno.test("who does most of what a flag says is told of its rows", () => {
  const { mapping, warnings } = told(parcels, "Which hub damages the most parcels?");
  assert.deepEqual(mapping, { x: "hub", y: "count" });
  assert.match(warnings.join(), /"yes" in column "damaged"/);
});

Deno.test("the rate of a flag is known by its words in the other language", () => {
  assert.match(told(parcels, "hub別の破損率").summary, /破損率は.*%/);
  const leavers = csv("team,left_company", days.map((_, k) => [`T${k % 3}`, k % 6 === 0 ? 1 : 0]));
  assert.match(told(leavers, "turnover rate by team").summary, /turnover rate.*%/);
  const shops = csv("shop,turnover", days.map((_, k) => [`S${k % 3}`, k]));
  assert.deepEqual(told(shops, "turnover by shop").mapping, { x: "shop", y: "turnover" });
});

Deno.test("a number before a word for groups is a name where a group is called so", () => {
  const lines = csv(
    "日付,ライン,生産数",
    days.flatMap((day, k) => ["第1ライン", "第2ライン", "第3ライン"].map((line, at) => [day, line, k + at])),
  );
  assert.deepEqual(told(lines, "生産数の推移を第2ラインだけ").warnings, [
    '列"ライン"が"第2ライン"の行だけを使いました',
  ]);
  assert.match(told(lines, "生産数の推移を2ラインだけ").warnings.join(), /大きい2個/);
});

Deno.test("subjects are marks, and neither absences nor sums", () => {
  const marks = csv("氏名,国語,数学,欠席日数", days.map((_, k) => [`N${k}`, k % 100, k % 90, k % 9]));
  assert.match(told(marks, "教科別の平均点").summary, /^点数（平均）は国語が42\.83/);
  assert.match(told(marks, "項目別の平均").summary, /3つの/);
});

Deno.test("flights that are late by more than a bound are counted, and grouped by nothing", () => {
  const flights = csv("day,airline,delay_min", days.map((day, k) => [day, `A${k % 3}`, k % 90]));
  assert.deepEqual(told(flights, "Flights delayed by more than 60 minutes per month").mapping, {
    x: "day",
    y: "count",
  });
});

Deno.test("days and people that meet a condition are counted", () => {
  const cases: readonly (readonly [string, string, RegExp])[] = [
    [weather, "雨が降った日数を月別に", /「降水量\(mm\)が0超」/],
    [weather, "最高気温が30度以上の日は月に何日ある？", /「最高気温が30度以上」/],
    [weather, "How many days were hotter than 30 degrees each month?", /最高気温 hotter than 30 degrees/],
    [staff, "評価が4以上の人を部署別に", /「評価が4以上」/],
  ];
  for (const [data, query, warning] of cases) {
    const { mapping, warnings } = told(data, query);
    assert.match(JSON.stringify(mapping), /"y":"count"/, query);
    assert.match(warnings.join(" / "), warning, query);
  }
  // What fell is no number of days.
  assert.match(told(weather, "雨の量を月別に").summary, /降水量\(mm\)（合計）/);
  assert.match(told(weather, "雪が降った日数を月別に").summary, /"雪が降った"を解釈できない/);
});
