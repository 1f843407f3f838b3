/** Whole numbers that are codes name rows; they are neither added up nor averaged unless somebody says so. */

import assert from "node:assert/strict";
import { makeChart } from "../../../../src/charts/make_chart.ts";
import { subjectOf } from "../../../../src/charts/read/restrict_table.ts";
import { parseData } from "../../../../src/charts/table/parse_data.ts";
import { understandTable } from "../../../../src/charts/table/understand_table.ts";
import { requestOf } from "../examples.ts";
import { csv } from "../tables.ts";

function made(data: string, query: string, more: { readonly y?: string } = {}) {
  return makeChart(requestOf({ data, query }, more), {
    measure: (text, size) => text.length * size * 0.6,
  });
}

function mapped(data: string, query: string): unknown {
  return made(data, query).metadata["mapping"];
}

function picked(data: string, query: string) {
  const { table, restrictions } = subjectOf(query, understandTable(parseData(data)));
  return { rows: table.rows, restrictions };
}

const rows = Array.from({ length: 240 }, (_, k) => k);
const day = (k: number) => String(1 + k % 10).padStart(2, "0");
const clock = (k: number) => `2024-03-${day(k)} ${String(k % 24).padStart(2, "0")}:10:00`;
const codes = [200, 200, 200, 301, 404, 500];
const calls = csv(
  "called_at,endpoint,http_status,took_ms",
  rows.map((k) => [clock(k), `/v${k % 3}`, codes[k % 6], 20 + k % 90]),
);
const callsJa = csv(
  "日時,画面,応答コード,処理時間(ms)",
  rows.map((k) => [clock(k), ["検索", "購入", "一覧"][k % 3], codes[k % 6], 20 + k % 90]),
);
const shops = csv("shop_code,sales", rows.map((k) => [11 + k % 4, 100 + (k % 4) * 10 + k % 7]));

Deno.test("rows are counted where the first number of a table is a code", () => {
  const perDay = { x: "called_at", y: "count" };
  for (const query of ["requests per day", "page views per day", "traffic per day", "daily hits by day"]) {
    assert.deepEqual(mapped(calls, query), perDay, query);
  }
  assert.deepEqual(mapped(calls, "clicks by endpoint"), { x: "endpoint", y: "count" });
  for (const query of ["1日あたりのアクセス数", "一日当たりの件数", "日別のアクセス数の推移"]) {
    assert.deepEqual(mapped(callsJa, query), { x: "日時", y: "count" }, query);
  }
});

Deno.test("codes are groups", () => {
  for (const query of ["requests by http status", "breakdown of http status codes"]) {
    assert.deepEqual(mapped(calls, query), { x: "http_status", y: "count" }, query);
  }
  for (const query of ["応答コード別の件数", "応答コードの内訳"]) {
    assert.deepEqual(mapped(callsJa, query), { x: "応答コード", y: "count" }, query);
  }
  assert.deepEqual(mapped(shops, "sales by shop"), { x: "shop_code", y: "sales" });
});

Deno.test("a code that a sentence names picks its rows", () => {
  const cases: readonly (readonly [string, string, number])[] = [
    [calls, "number of 404 responses by endpoint", 40],
    [calls, "requests with http status 500 by endpoint", 40],
    [calls, "errors by endpoint", 80],
    [calls, "server errors by endpoint", 40],
    [callsJa, "画面別の404の件数", 40],
    [callsJa, "応答コード500の画面別の件数", 40],
    [calls, "requests with http_status over 399 by endpoint", 80],
    [calls, "requests by endpoint with http_status over 399", 80],
  ];
  for (const [data, query, total] of cases) {
    const { metadata } = made(data, query);
    assert.deepEqual(Object.values(metadata["mapping"] ?? {})[1], "count", query);
    assert.match(JSON.stringify(metadata["operations_applied"]), /filter/, query);
    assert.equal(picked(data, query).rows, total, query);
  }
});

Deno.test("codes are picked as lists and ranges, and left out, in the words of either language", () => {
  const cases: readonly (readonly [data: string, query: string, codes: string])[] = [
    [calls, "404 or 500 responses by endpoint", "only 404 500"],
    [calls, "404, 500 or 301 by endpoint", "only 301 404 500"],
    [calls, "404/500 by endpoint", "only 404 500"],
    [calls, "404 or 500 line chart", "only 404 500"],
    [calls, "requests with status 404.", "only 404"],
    [calls, "404s per day", "only 404"],
    [calls, "400-404 responses by endpoint", "only 404"],
    [calls, "responses 301〜404 by endpoint", "only 301 404"],
    [calls, "requests with status 300 to 404 by endpoint", "only 301 404"],
    [calls, "requests with status 404 or more by endpoint", "only 404 500"],
    [calls, "compare 200 to 404 responses by endpoint", "only 200 404"],
    [calls, "compare status 200 to 404 by endpoint", "only 200 404"],
    [calls, "404 responses by endpoint with a limit of 500", "only 404"],
    [calls, "non-200 responses by endpoint", "without 200"],
    [calls, "non-200 and non-301 responses by endpoint", "without 200 301"],
    [calls, "non-200 only by endpoint", "without 200"],
    [calls, "requests with status != 200 by endpoint", "without 200"],
    [calls, "status!=200 by endpoint", "without 200"],
    [calls, "status <> 200 by endpoint", "without 200"],
    [calls, "status ≠ 200 by endpoint", "without 200"],
    [calls, "status not equal to 200 by endpoint", "without 200"],
    [calls, "excluding status 404 by endpoint", "without 404"],
    [calls, "excluding status 301 to 404 by endpoint", "without 301 404"],
    [callsJa, "404または500の件数", "only 404 500"],
    [callsJa, "応答コード300から404の画面別の件数", "only 301 404"],
    [callsJa, "応答コード300〜404の画面別の件数", "only 301 404"],
    [callsJa, "画面別の200以外の件数", "without 200"],
    [callsJa, "応答コードが200でない画面別の件数", "without 200"],
    [callsJa, "404か500以外の画面別の件数", "without 404 500"],
  ];
  for (const [data, query, told] of cases) {
    const { rows, restrictions } = picked(data, query);
    const [kind = "", ...named] = told.split(" ");
    const column = data === calls ? "http_status" : "応答コード";
    assert.deepEqual(restrictions, [{ kind, column, labels: named }], query);
    const own = codes.filter((code) => named.includes(String(code)) === (kind === "only"));
    assert.equal(rows, own.length * 40, query);
  }
});

Deno.test("a code that two columns have is that of the column whose name stands before it", () => {
  const data = csv("type,class,sales", rows.map((k) => [1 + k % 3, 1 + k % 4, k]));
  const cases: readonly (readonly [query: string, column: string, rows: number])[] = [
    ["sales with class != 3", "class", 180],
    ["sales with class other than 3", "class", 180],
    ["sales by type excluding class 3", "class", 180],
    ["sales with type != 3", "type", 160],
  ];
  assert.deepEqual(picked(data, "sales of class 2 to 3").restrictions, [
    { kind: "only", column: "class", labels: ["2", "3"] },
  ]);
  for (const [query, column, count] of cases) {
    const restrictions = [{ kind: "without", column, labels: ["3"] }];
    assert.deepEqual(picked(data, query), { rows: count, restrictions }, query);
  }
});

Deno.test("numbers of lines, of rows and of other columns are no codes", () => {
  for (
    const query of [
      "average took_ms by endpoint with a threshold of 500",
      "average took_ms by endpoint, limit 404",
      "average took_ms by endpoint with a line at 500",
      "average took_ms by endpoint, target 200",
      "first 500 rows by endpoint",
      "last 200 requests by endpoint",
    ]
  ) assert.deepEqual(picked(calls, query), { rows: rows.length, restrictions: [] }, query);
  for (
    const query of ["画面別の処理時間に目標500の線", "処理時間の推移 500に線", "最初の500行の画面別の件数"]
  ) {
    assert.deepEqual(picked(callsJa, query), { rows: rows.length, restrictions: [] }, query);
  }
});

Deno.test("a range behind the name of a measure is one of it, whatever codes there are", () => {
  assert.equal(picked(calls, "took_ms 30 to 39 by endpoint").rows, 30);
  assert.equal(picked(calls, "took_ms != 30 by endpoint").rows, 237);
});

Deno.test("a range that may be of something else, or of which there is no code, is told", () => {
  for (
    const [query, text] of [
      ["404 or higher by endpoint", "404 or higher"],
      ["status 600-700 by endpoint", "600-700"],
    ] as const
  ) {
    const restrictions = [{ kind: "unclear", texts: [text] }];
    assert.deepEqual(picked(calls, query), { rows: rows.length, restrictions }, query);
  }
});

Deno.test("a code is measured where the sentence or the caller says so", () => {
  assert.match(made(calls, "average http status by endpoint").summary, /http_status \(average\)/);
  assert.match(made(callsJa, "画面別の応答コードの平均").summary, /応答コード（平均）/);
  const { metadata } = made(calls, "by endpoint", { y: "http_status" });
  assert.deepEqual(metadata["mapping"], { x: "endpoint", y: "http_status" });
});

Deno.test("numbers that seldom come again, and those that are called like amounts, are measured", () => {
  const many = csv("team,type", rows.slice(0, 40).map((k) => [`t${k % 4}`, 100 + k * 3]));
  assert.deepEqual(mapped(many, "compare teams"), { x: "team", y: "type" });
  const points = csv("team,points", rows.slice(0, 40).map((k) => [`t${k % 4}`, k % 5]));
  assert.deepEqual(mapped(points, "compare teams"), { x: "team", y: "points" });
});
