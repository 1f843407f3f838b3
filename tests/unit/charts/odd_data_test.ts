/** Tables that are small, large, empty or odd: what a person would still want to read. */

import assert from "node:assert/strict";
import { makeChart } from "../../../src/charts/make_chart.ts";
import { makePage } from "../../../src/charts/draw/sheet/page.ts";
import { cutNames } from "../../../src/charts/summary/text/cut_names.ts";
import { requestOf } from "./examples.ts";
import { csv } from "./tables.ts";

const measure = (text: string, size: number) => text.length * size * 0.6;

function made(data: string, query: string) {
  return makeChart(requestOf({ data, query }), { measure });
}

Deno.test("a column without values that the sentence names is said to be empty, loudly", () => {
  const { summary, metadata } = made("month,sales\n2024-01,\n2024-02,\n2024-03,", "sales trend");
  assert.equal(metadata["fallback_applied"], true);
  assert.match(metadata.warnings.join(), /a column that the query names has no values/);
  assert.match(summary, /Note: a column that the query names has no values/);
});

Deno.test("very small numbers have labels that differ", () => {
  const rows = Array.from(
    { length: 12 },
    (_, month) => [`2024-${String(month + 1).padStart(2, "0")}`, 1e-9 * (month + 1)],
  );
  const { spec } = made(csv("month,concentration", rows), "concentration trend");
  const labels = [...JSON.stringify(spec).matchAll(/"text":"([^"]*)"/g)].map(([, text]) => text);
  assert.ok(labels.includes("4e-9") || labels.includes("5e-9"), labels.join(" "));
  assert.ok(labels.filter((label) => label === "0").length <= 1);
});

Deno.test("of very many groups the rest is told and not drawn where it would dwarf them", () => {
  const rows = Array.from({ length: 200 }, (_, index) => [`item ${index}`, 1000 - index]);
  const { spec, summary, metadata } = made(csv("item,sales", rows), "compare sales by item");
  assert.equal(metadata.pattern_id, "P02");
  assert.match(summary, /Other: the remaining 167 together have [\d,]+ and are not drawn/);
  assert.match(JSON.stringify(spec), /The other 167 are not drawn: together /);
  const parts = made(csv("item,sales", rows), "breakdown of sales by item");
  assert.match(JSON.stringify(parts.spec), /Other \(167, sum\)/);
  assert.doesNotMatch(JSON.stringify(parts.spec), /not drawn/);
});

Deno.test("the lowest of all series is told, though it is none of those that are shown", () => {
  const rows = Array.from({ length: 36 }, (_, k) => [`2024-0${k % 3 + 1}`, `s${Math.floor(k / 3)}`, 10 + k]);
  assert.match(
    made(csv("month,shop,amount", rows), "amount trend by shop").summary,
    /s0 \(within "Other"\) is lowest with 12 \(12 series\)/,
  );
});

Deno.test("long names that begin alike can be told from each other", () => {
  const page = makePage({ width: 1200, height: 900, language: "ja", measure });
  const names = Array.from(
    { length: 9 },
    (_, k) => `株式会社サンプル東日本統括本部第${k}営業推進企画部門新規事業開発室`,
  );
  const cut = cutNames(page, names, { size: 16, width: 120 });
  assert.equal(new Set(cut).size, 9);
  assert.ok(cut.every((name) => name.startsWith("…") && measure(name, 16) <= 120));
  assert.deepEqual(cutNames(page, ["North", "South"], { size: 16, width: 120 }), ["North", "South"]);
  const numbered = [9, 10, 11].map((k) => `Very long group name number ${k}`);
  assert.deepEqual(cutNames(page, [...numbered, "Another"], { size: 16, width: 120 }), [
    "Very long…9",
    "Very long…10",
    "Very long…11",
    "Another",
  ]);
});

Deno.test("one row, one group and negative values are drawn and told", () => {
  assert.match(made("月,売上\n2024-01,100", "売上の推移").summary, /2024年1月の100のみ/);
  assert.match(made("store,sales\nA,100", "compare stores").summary, /only store/);
  const { summary } = made("dept,profit\nA,-5\nB,3\nC,-9", "compare profit by dept");
  assert.match(summary, /B has the highest profit with 3 and C the lowest with −9/);
});

Deno.test("numbers at the end of what a number can be have a mean and are told", () => {
  assert.match(made("v\n1e308\n1e308\n5", "distribution of v").summary, /with a mean of 6\.67e\+307 and/);
  const { summary } = made("k,v\na,1e308\na,1e308\nb,-1e308", "compare v by k");
  assert.match(summary, /\(sum\) with 1\.8e\+308 or more and b the lowest with −1\.00e\+308/);
  assert.doesNotMatch(summary, /Infinity|NaN/);
});
