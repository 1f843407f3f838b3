/** Units, adjectives and other words say what is meant where a sentence names no column. */

import assert from "node:assert/strict";
import { made } from "../made.ts";
import { csv } from "../tables.ts";

const people = csv(
  "person_id,team,age,weight_kg,salary",
  Array.from(
    { length: 60 },
    (_, k) => [`P${k}`, k % 3 === 0 ? "Red" : "Blue", 20 + k, 50 + k, 3000 + k * 10],
  ),
);
const exams = csv(
  "氏名,学年,教科,点数,年齢",
  Array.from(
    { length: 90 },
    (_, k) => [`生徒${k}`, k % 3 + 1, k % 2 === 0 ? "国語" : "数学", k + 5, 15 + k % 4],
  ),
);
const stays = csv(
  "patient,ward,visit_week,stay_days,cholesterol",
  Array.from({ length: 80 }, (_, k) => [`N${k}`, k % 2 === 0 ? "A" : "B", (k % 4) * 4, k % 10, 180 + k]),
);

Deno.test("a bound is of the one column of its unit, of its adjective, or of how old people are", () => {
  const cases: readonly (readonly [string, string, RegExp])[] = [
    [
      people,
      "number of people aged 60 and over by team",
      /"age 60 and over" are used.* Blue has the highest Count with 14/,
    ],
    [people, "average salary of employees under 30 by team", /"age under 30" are used/],
    [
      people,
      "how many people heavier than 100 kg are in each team",
      /"weight_kg heavier than 100 kg" are used.*Blue .* 6 and Red the lowest with 3/,
    ],
    [people, "salary by team for those lighter than 60 kg", /"weight_kg lighter than 60 kg" are used/],
    [
      people,
      "how many by team with more than 90 kg of weight?",
      /"more than 90 kg of weight" are used.* with 13/,
    ],
    [exams, "80点以上の生徒数を教科別に", /「点数 80点以上」の行だけ.*人数は/],
    [exams, "17歳以上の点数の分布", /「年齢 17歳以上」の行だけ/],
    [exams, "落第（40点未満）を除いた点数の分布", /「点数 40点未満」の行を除きました/],
  ];
  for (const [data, query, told] of cases) assert.match(made(data, query).summary, told, query);
});

Deno.test("a bound of which no column or several may be meant picks nothing and is told", () => {
  const two = csv("team,age,spouse_age", Array.from({ length: 30 }, (_, k) => ["ab"[k % 2], 20 + k, 25 + k]));
  for (const query of ["teams of people older than 40", "how many employees older than 40 by team"]) {
    assert.match(made(two, query).summary, /"older than 40" is not understood/, query);
  }
});

Deno.test("a measure is known by what is most or least of it", () => {
  const cases: readonly (readonly [string, string, string])[] = [
    [stays, "Which ward has the longest?", "stay_days"],
    [people, "Which team is the heaviest?", "weight_kg"],
    [people, "which team is the youngest on average", "age"],
    [exams, "教科別の平均点", "点数"],
  ];
  for (const [data, query, column] of cases) {
    const { metadata } = made(data, query);
    assert.partialDeepStrictEqual(metadata["mapping"], { y: column }, query);
  }
});

Deno.test("numbers that follow one another group, and are along the axis beside another grouping", () => {
  assert.deepEqual(made(stays, "Mean cholesterol by visit week for each ward").metadata["mapping"], {
    x: "visit_week",
    y: "cholesterol",
    color: "ward",
  });
  assert.deepEqual(made(exams, "学年ごとの平均点を教科別に").metadata["mapping"], {
    x: "学年",
    y: "点数",
    color: "教科",
  });
  assert.match(made(exams, "3年生の平均点を教科別に").summary, /列"学年"が"3"の行だけ.*点数（平均）/);
});

Deno.test("numbers of rows are counted, and names of rows stay names where few are left", () => {
  const tickets = csv(
    "ticket,opened,team,csat",
    Array.from(
      { length: 90 },
      (_, k) => [k + 1, `2024-0${k % 6 + 1}-0${k % 9 + 1} 0${k % 8}:15`, "xy"[k % 2], k % 5 + 1],
    ),
  );
  assert.deepEqual(made(tickets, "average csat of the tickets by team").metadata["mapping"], {
    x: "team",
    y: "csat",
  });
  assert.match(made(tickets, "At what hour of the day do tickets come in?").summary, /highest Count with/);
  assert.deepEqual(made(exams, "90点を超える生徒は教科別に何人いるか").metadata["mapping"], {
    x: "教科",
    y: "count",
  });
  const { metadata } = made(people, "distribution of salary per person");
  assert.deepEqual(metadata["mapping"], { x: "salary", y: "count" });
});

Deno.test("a unit at the end of a name is no grouping by time", () => {
  const hires = csv(
    "hire_date,tenure_years",
    Array.from({ length: 40 }, (_, k) => [`20${15 + k % 8}-03-1${k % 9}`, k % 8]),
  );
  assert.deepEqual(made(hires, "number of hires per year").metadata["mapping"], {
    x: "hire_date",
    y: "count",
  });
});

Deno.test("what nobody adds up is averaged", () => {
  const data = csv(
    "arm,systolic_bp,mark",
    Array.from({ length: 20 }, (_, k) => ["ab"[k % 2], 120 + k, 50 + k]),
  );
  for (const query of ["systolic bp by arm", "mark by arm"]) {
    assert.match(made(data, query).summary, /\(average\)/, query);
  }
});
