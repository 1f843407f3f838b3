/** Which words of a sentence are groups: short ones as they are written, and none that are parts of names of columns. */

import assert from "node:assert/strict";
import { makeChart } from "../../../src/charts/make_chart.ts";
import { requestOf } from "./examples.ts";
import { csv, daysFrom } from "./tables.ts";

function made(data: string, query: string) {
  return makeChart(requestOf({ data, query }), { measure: (text, size) => text.length * size * 0.6 });
}

const rows = Array.from({ length: 120 }, (_, k) => k);
const robots = csv(
  "day,robot,picks",
  daysFrom("2024-07-01", 40).flatMap((day, i) => ["R1", "R2", "R3"].map((robot, k) => [day, robot, i + k])),
);
const markets = csv(
  "day,market,orders",
  daysFrom("2024-07-01", 40).flatMap((day, i) => ["UK", "IT", "US"].map((market, k) => [day, market, i + k])),
);
const claims = csv(
  "depot,state,damaged_boxes,lost_value",
  rows.map((k) => [["East", "West"][k % 2], ["damaged", "lost", "fine"][k % 3], k % 7, 5 + k]),
);
const answers = csv(
  "支社,安心度,回答",
  rows.map((k) => [["東京", "大阪", "福岡"][k % 3], 1 + k % 5, k % 5 < 2 ? "安心" : "不安"]),
);

function used(data: string, query: string): readonly string[] {
  return made(data, query).metadata.warnings;
}

Deno.test("a group of two characters is named by itself where it is written as in the data", () => {
  for (
    const query of ["picks of R2 over time", "only R2, daily picks", "R2のpicksの推移", "r2 picks trend"]
  ) {
    assert.deepEqual(
      used(robots, query).map((text) => /"R\d"/.exec(text)?.[0]),
      [`"R2"`],
      query,
    );
  }
  assert.match(used(markets, "UK orders by day").join(), /only rows with "UK"/);
  assert.match(used(markets, "orders in IT over time").join(), /only rows with "IT"/);
});

Deno.test("words of the language are no groups of two characters", () => {
  for (
    const query of ["is it growing? orders over time", "SHOW ME HOW IT GREW OVER TIME", "tell us the trend"]
  ) {
    assert.deepEqual(used(markets, query), [], query);
  }
  assert.deepEqual(used(robots, "picks by robot, R2 in particular"), []);
});

Deno.test("a group whose name is only a part of that of a column picks no rows", () => {
  const cases: readonly (readonly [string, string, Record<string, string>])[] = [
    [claims, "damaged boxes by depot", { x: "depot", y: "damaged_boxes" }],
    [claims, "average lost value by depot", { x: "depot", y: "lost_value" }],
    [answers, "支社別の安心度の平均", { x: "支社", y: "安心度" }],
  ];
  for (const [data, query, mapping] of cases) {
    const { metadata } = made(data, query);
    assert.deepEqual([metadata["mapping"], metadata.warnings], [mapping, []], query);
  }
});

Deno.test("a group that is named by itself is meant, and no column of which it is a part", () => {
  const lost = made(claims, "lost value of damaged parcels by depot");
  assert.deepEqual(lost.metadata["mapping"], { x: "depot", y: "lost_value" });
  assert.match(lost.summary, /^Only rows with "damaged" in column "state"/);
  const sure = made(answers, "安心の人数を支社別に");
  assert.deepEqual(sure.metadata["mapping"], { x: "支社", y: "count" });
  assert.match(sure.summary, /^列"回答"が"安心"の行だけを使いました。/);
});

Deno.test("shares are those of rows or of what is added up, never of averages", () => {
  assert.match(made(answers, "回答が安心の人の割合").summary, /^安心は全体の40%です。/);
  assert.doesNotMatch(made(answers, "安心度の回答割合").summary, /安心は全体の/);
  const { summary, metadata } = made(answers, "回答ごとの安心度の平均の割合");
  assert.doesNotMatch(summary, /全体の/);
  assert.match(metadata.warnings.join(), /合計するものではないため、割合は示していません/);
});
