/** Nothing that a sentence restricts itself to is dropped without a word. */

import assert from "node:assert/strict";
import { made } from "../made.ts";
import { english, japanese } from "../sentences.ts";
import { csv, daysFrom, tables } from "../tables.ts";

const rows = Array.from({ length: 60 }, (_, k) => k);
const kiosks = csv(
  "day,kiosk,income",
  daysFrom("2024-02-01", 40).flatMap((day, i) => [1, 2, 3].map((kiosk) => [day, kiosk, 10 + i * kiosk])),
);
const shifts = csv("時間帯,出口,人出", rows.map((k) => [["朝", "昼", "夜"][k % 3], ["東", "西"][k % 2], k]));
const accounts = csv(
  "day,account,amount",
  daysFrom("2024-01-01", 600).map((day, k) => [day, `Account ${1000 + k % 300}`, k]),
);

Deno.test("times that are not understood are told in the warnings and in the summary", () => {
  const cases: readonly (readonly [string, string])[] = [
    ["income in summer", "summer"],
    ["income by kiosk in the winter months", "winter months"],
    ["winter income by kiosk", "winter"],
    ["income of the first two weeks", "first two weeks"],
    ["2月後半のincomeの推移", "月後半"],
    ["最初の10日間のincome", "最初の10日間"],
    ["income in the evening", "evening"],
    ["income on public holidays", "public holidays"],
    ["income at 9 am", "9 am"],
    ["冬のincomeの推移", "冬"],
    ["午前のincomeの推移", "午前"],
    ["incomeの推移、年末年始だけ", "年末年始"],
  ];
  for (const [query, text] of cases) {
    const { summary, metadata } = made(kiosks, query);
    assert.match(summary, /^(?:Note|注意): /, query);
    assert.ok(metadata.warnings[0]?.includes(`"${text}"`), `${query}: ${metadata.warnings}`);
  }
});

Deno.test("a number that a column is said to be, and of which no rows are picked, is told", () => {
  for (
    const [query, text] of [
      ["income by kiosk where income is about 40", "income is about 40"],
      ["incomeが60台の日数", "incomeが60"],
    ] as const
  ) {
    const { metadata } = made(kiosks, query);
    assert.ok(metadata.warnings[0]?.includes(`"${text}"`), `${query}: ${metadata.warnings}`);
  }
});

Deno.test("times of a table without any are told to restrict nothing", () => {
  for (
    const query of [
      "人出 by 出口 in March",
      "3月の人出を出口別に",
      "出口別の人出、8月15日以降",
      "直近3か月の出口別人出",
    ]
  ) {
    assert.match(
      made(shifts, query).summary,
      /^(?:Note|注意): (?:the data has no column of times|時間の列がない)/,
      query,
    );
  }
});

Deno.test("what is not understood is not told to use all rows where others of its words pick some", () => {
  assert.deepEqual(made(kiosks, "income of kiosk 2 in summer").metadata.warnings, [
    'only rows with "2" in column "kiosk" are used, as the query names them',
    'what the query means by "summer" is not understood, so that it restricts nothing',
  ]);
});

Deno.test("no sentence that is understood is told not to be", () => {
  for (const [table, query] of [...english, ...japanese]) {
    const told = made(tables[table], query).metadata.warnings
      .filter((text) => /not understood|解釈できない|no column of times|時間の列がない/.test(text));
    assert.deepEqual(told, [], query);
  }
});

Deno.test("a group of one character is named where it stands alone", () => {
  assert.match(made(shifts, "朝の人出を出口別に").summary, /^列"時間帯"が"朝"の行だけを使いました/);
  assert.match(made(shifts, "時間帯別の人出、西だけ").summary, /^列"出口"が"西"の行だけを使いました/);
  assert.deepEqual(made(shifts, "朝日通りの人出を出口別に").metadata.warnings, []);
});

Deno.test("rows of a number beside the name of its column are picked", () => {
  assert.match(made(kiosks, "income of kiosk 2 over time").summary, /^Only rows with "2" in column "kiosk"/);
  const two = made(kiosks, "compare income of kiosks 1 and 3");
  assert.match(two.summary, /^Only rows with "1", "3" in column "kiosk"/);
  assert.deepEqual(two.metadata["mapping"], { x: "kiosk", y: "income" });
  assert.deepEqual(made(kiosks, "income by kiosk, target 20").metadata.warnings, []);
});

Deno.test("one of very many groups is known as it is written", () => {
  assert.match(
    made(accounts, "amount of Account 1007 over time").summary,
    /^Only rows with "Account 1007" in column "account"/,
  );
  assert.deepEqual(made(accounts, "top 5 accounts by amount").metadata.warnings, []);
});
