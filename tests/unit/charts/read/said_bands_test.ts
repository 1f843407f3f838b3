/** Numbers by bands of them. */

import assert from "node:assert/strict";
import { made } from "../made.ts";
import { csv, daysFrom } from "../tables.ts";

const people = daysFrom("2022-01-01", 90).map((day, k) => [
  800 + k,
  day,
  18 + (k * 7) % 51,
  ["a", "b"][k % 2],
  30 + (k * 13) % 9,
  (k * 11) % 100,
]);
const donors = csv("donor_no,since,donor_age,site,weight_kg,test_score", people);
const guests = csv("会員番号,入会日,年齢,店,体重,点数", people);

function chosen(data: string, query: string): string {
  const { pattern_id: pattern, mapping } = made(data, query).metadata;
  return `${pattern} ${JSON.stringify(mapping)}`;
}

Deno.test("how many there are in each band of a number is the distribution of it", () => {
  const cases = [
    ["How many donors are in each age band?", "donor_age"],
    ["count of donors per age group", "donor_age"],
    ["guests by age bracket", "donor_age"],
    ["How many donors fall into each score range?", "test_score"],
  ] as const;
  for (const [query, x] of cases) assert.equal(chosen(donors, query), `P03 {"x":"${x}","y":"count"}`, query);
  const japanese = [["年齢層別の人数", "年齢"], ["点数帯ごとの会員数", "点数"], [
    "年齢グループの分布",
    "年齢",
  ]] as const;
  for (const [query, x] of japanese) {
    assert.equal(chosen(guests, query), `P03 {"x":"${x}","y":"count"}`, query);
  }
});

Deno.test("what is measured, or counted by more, is grouped by bands", () => {
  const cases = [
    ["average weight of donors by age group", 'P02 {"x":"donor_age","y":"weight_kg"}'],
    ["donors by age group and site", 'P02 {"x":"donor_age","y":"count","color":"site"}'],
    ["average weight by test score band", 'P02 {"x":"test_score","y":"weight_kg"}'],
  ] as const;
  for (const [query, told] of cases) assert.equal(chosen(donors, query), told, query);
  assert.equal(chosen(guests, "年齢層別の平均体重"), 'P02 {"x":"年齢","y":"体重"}');
});

Deno.test("a column that holds the bands is what they are", () => {
  const named = csv(
    "name,age,age_group",
    people.map(([no, , age]) => [no, age, `${Math.floor(Number(age) / 10)}0s`]),
  );
  assert.equal(chosen(named, "how many people are in each age group?"), 'P02 {"x":"age_group","y":"count"}');
});
