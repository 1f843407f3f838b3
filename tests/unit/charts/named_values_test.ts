/** Which words of a sentence are groups: short ones as they are written, and none that are parts of names of columns. */

import assert from "node:assert/strict";
import { made } from "./made.ts";
import { csv, daysFrom } from "./tables.ts";

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

const presses = csv(
  "日付,機械,温度,個数",
  daysFrom("2024-07-01", 40).flatMap((day, i) =>
    ["1号機", "2号機", "3号機"].map((name, k) => [day, name, 60 + k + i % 5, 10 + i + k])
  ),
);
const drinks = csv(
  "day,volume,sold",
  daysFrom("2024-07-01", 40).flatMap((day, i) => ["250ml", "1000ml"].map((size, k) => [day, size, i + k])),
);

Deno.test("numbers with a word that is no measure are names", () => {
  assert.match(made(presses, "2号機の個数の推移").summary, /^列"機械"が"2号機"の行だけを使いました。個数は/);
  assert.deepEqual(made(presses, "1号機と3号機の個数を比べる").metadata["mapping"], { x: "機械", y: "個数" });
  assert.match(made(presses, "機械2号機の温度の推移").summary, /温度は2024年7月1日の61から/);
  const zones = csv("zone,load", rows.map((k) => [`${1 + k % 3}xz`, k]));
  assert.deepEqual(made(zones, "load of 2xz").metadata.warnings.slice(0, 1), [
    'only rows with "2xz" in column "zone" are used, as the query names them',
  ]);
});

Deno.test("a number with its unit is a group where a sentence names it and another column is measured", () => {
  for (const query of ["sold of 250ml over time", "250 mlのsoldの推移"]) {
    const { metadata, summary } = made(drinks, query);
    assert.deepEqual(metadata["mapping"], { x: "day", y: "sold" }, query);
    assert.match(summary, /"250 ml"/, query);
  }
  assert.deepEqual(made(drinks, "compare 250ml with 1000ml by sold").metadata["mapping"], {
    x: "volume",
    y: "sold",
  });
  assert.deepEqual(made(drinks, "average volume over time").metadata["mapping"], { x: "day", y: "volume" });
  const weights = csv("player,weight", rows.slice(0, 40).map((k) => [`p${k}`, `${60 + k % 8}kg`]));
  const { metadata } = made(weights, "distribution of weight with a line at 65kg");
  assert.deepEqual([metadata["mapping"], metadata.warnings], [{ x: "weight", y: "count" }, []]);
});

Deno.test("columns beside each other as bars in different units are told in none of them", () => {
  const data = csv("room,inlet,flow", ["A", "B", "C"].map((room, i) => [room, `${20 + i}℃`, `${5 + i}kg`]));
  const { metadata, summary } = made(data, "inlet and flow by room");
  assert.equal(Object(metadata["mapping"]).color, "series");
  assert.doesNotMatch(summary, /°C|℃|kg/);
});
