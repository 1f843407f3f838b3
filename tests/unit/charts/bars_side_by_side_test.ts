/** What stands above bars and over them: values, bars that are not there, lines at a value. */

import assert from "node:assert/strict";
import { clearOfLines } from "../../../src/charts/draw/sheet/clear_of_lines.ts";
import { niceStep } from "../../../src/charts/draw/sheet/number_ticks.ts";
import { made } from "./made.ts";
import { csv } from "./tables.ts";

const output = csv("quarter,mill,tonnes", [
  ["2024Q1", "East", 40],
  ["2024Q1", "West", 0],
  ["2024Q2", "East", 55],
  ["2024Q3", "East", ""],
  ["2024Q3", "West", 61],
]);

Deno.test("a bar that has no value is marked and told, one of zero is a zero", () => {
  const { spec, metadata } = made(output, "gap between mills in each quarter");
  assert.equal(metadata.pattern_id, "P21");
  const texts = [...JSON.stringify(spec).matchAll(/"text":"([^"]*)"/g)].map(([, text]) => text);
  assert.equal(texts.filter((text) => text === "–").length, 2);
  assert.match(
    metadata.warnings.join(),
    /"tonnes" lacks 2 values \(West in Q2 2024 and East in Q3 2024\): marked with "–" instead of a bar/,
  );
  const whole = output.replace("East,\n", "East,50\n").replace("2024Q3,East", "2024Q2,West,7\n2024Q3,East");
  assert.doesNotMatch(made(whole, "gap between mills in each quarter").metadata.warnings.join(), /lacks/);
});

Deno.test("missing bars are told in Japanese", () => {
  const rows = [["2024Q1", "東", 40], ["2024Q1", "西", 30], ["2024Q2", "東", 55]];
  assert.match(
    made(csv("四半期,工場,生産量", rows), "四半期ごとの工場間の生産量の差").metadata.warnings.join(),
    /"生産量"の値が1個ありません（2024年第2四半期の西）。棒の代わりに「–」を記しました/,
  );
});

Deno.test("zeros and missing bars are marked where other values have no room", () => {
  const rows = Array.from({ length: 12 * 6 }, (_, index) => [
    `2024-${String(index % 12 + 1).padStart(2, "0")}`,
    `mill ${Math.floor(index / 12)}`,
    index === 30 ? 0 : index === 31 ? "" : 123_456 + index,
  ]);
  const text = JSON.stringify(made(csv("month,mill,tonnes", rows), "gap between mills each month").spec);
  assert.match(text, /"text":"–"/);
  assert.doesNotMatch(text, /"text":"123k"/);
});

Deno.test("values stay above bars that lines run over", () => {
  const rows = ["2024Q1", "2024Q2"].flatMap((time, at) => [[time, "East", 40 + at], [time, "West", 52 + at]]);
  const { spec } = made(csv("quarter,mill,tonnes", rows), "gap between mills in each quarter, target 45");
  for (const value of ["40", "41", "52", "53"]) {
    assert.match(JSON.stringify(spec), new RegExp(`"text":"${value}"`), value);
  }
});

Deno.test("a line over bars has white on both sides", () => {
  const rows = [["North", 40], ["South", 52], ["East", 47]];
  for (const query of ["compare tonnes by mill, target 45", "rank mills by tonnes, target 45"]) {
    const text = JSON.stringify(made(csv("mill,tonnes", rows), query).spec);
    assert.match(text, /"color":"white"/, query);
  }
});

Deno.test("a number moves away from the lines that would strike through it, but not far from its bar", () => {
  const label = { length: 10, gap: 2, most: 30 } as const;
  assert.equal(clearOfLines(100, { ...label, sign: -1, lines: [] }), 100);
  assert.equal(clearOfLines(100, { ...label, sign: -1, lines: [95] }), 93);
  assert.equal(clearOfLines(100, { ...label, sign: -1, lines: [85, 95] }), 83);
  assert.equal(clearOfLines(100, { ...label, sign: -1, lines: [110, 80] }), 100);
  assert.equal(clearOfLines(100, { ...label, sign: 1, lines: [105] }), 107);
  assert.equal(clearOfLines(100, { ...label, sign: -1, lines: [95, 85, 75, 65] }), 100);
});

Deno.test("an axis of whole numbers has no others", () => {
  for (const rough of [0.1, 0.7, 1, 2.2, 2.5, 4, 22, 25, 210]) {
    assert.ok(Number.isInteger(niceStep(rough, true)), `${rough}`);
  }
  assert.equal(niceStep(2.2, true), 5);
  assert.equal(niceStep(22, true), 25);
  const rows = [["佐野", 9], ["三浦", 10], ["原", 4]];
  for (const query of ["担当者別の件数を比べる", "担当者別の件数の順位"]) {
    const text = JSON.stringify(made(csv("担当者,件数", rows), query).spec);
    assert.doesNotMatch(text, /"text":"\d+\.\d"/, query);
  }
});

Deno.test("a long name takes two lines beside a bar that is high enough, and one beside a low one", () => {
  const long = "Parcels that were handed over to a neighbour without a note";
  const rows = (count: number) =>
    csv("reason,cases", [[long, 90], ...Array.from({ length: count }, (_, index) => [`R${index}x`, index])]);
  const few = JSON.stringify(made(rows(4), "rank reasons by cases").spec);
  assert.match(few, /"text":"Parcels that were handed over/);
  assert.match(few, /"text":"[^"]*without a note"/);
  const many = JSON.stringify(made(rows(30), "rank reasons by cases").spec);
  assert.match(many, /"text":"Parcels that were[^"]*…"/);
  assert.doesNotMatch(many, /without a note"/);
});
