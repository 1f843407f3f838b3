/** What columns mean: which are times, which are measured, which only tell rows apart. */

import assert from "node:assert/strict";
import { made } from "./made.ts";
import { csv } from "./tables.ts";

const readings = csv(
  "timestamp,sensor_id,temp",
  Array.from({ length: 90 }, (_, k) => [`2024-05-01T${String(k % 24).padStart(2, "0")}:00`, `S${k % 3}`, k]),
);

Deno.test("sensors, rooms and questions with a letter and a number are groups, not years or quarters", () => {
  const { metadata, summary } = made(readings, "temp over time for each sensor");
  assert.deepEqual(metadata["mapping"], { x: "timestamp", y: "temp", color: "sensor_id" });
  assert.doesNotMatch(summary, /19\d\d/);
  const rows = Array.from({ length: 8 }, (_, k) => [`Q${k % 4 + 1}`, k]);
  assert.equal(made(csv("question,answers", rows), "compare answers by question").metadata.pattern_id, "P02");
});

Deno.test("years of an era by their letter are read where the column says that it holds years", () => {
  const { summary } = made("年度,売上\nH30,5\nR1,6\nR2,8", "売上の推移");
  assert.match(summary, /2018年度の5から2020年度の8へ/);
});

Deno.test("prices with one decimal are numbers, months with a point are times", () => {
  const prices = made("item,price\na,1520.3\nb,1630.7\nc,1999.1", "compare price by item");
  assert.match(prices.summary, /c has the highest price with 1,999/);
  assert.match(made("年月,売上\n2024.1,5\n2024.2,6\n2024.3,9", "売上の推移").summary, /2024年3月の9/);
});

Deno.test("what is only called like a rate is added up", () => {
  const rows = ["A", "A", "B"].map((name, k) => [name, 10 * (k + 1)]);
  for (const name of ["operating profit", "operations", "strategy_cost", "usage", "closed_deals"]) {
    assert.match(
      made(csv(`unit,${name}`, rows), `compare ${name} by unit`).summary,
      /\(sum\): 30/,
      name,
    );
  }
  for (const name of ["conversion_rate", "leadTime", "wait_minutes", "rating", "age"]) {
    assert.match(
      made(csv(`unit,${name}`, rows), `compare ${name} by unit`).summary,
      /\(average\) with 30/,
      name,
    );
  }
});

Deno.test("years of service are averaged", () => {
  assert.match(made("部署,勤続年数\nA,10\nA,20\nB,30", "部署別の勤続年数を比較").summary, /勤続年数（平均）/);
});

const people = csv(
  "respondent,group,answer,satisfaction",
  Array.from({ length: 60 }, (_, k) => [k, `g${k % 3}`, k % 4 === 0 ? "no" : "yes", k % 5 + 1]),
);

Deno.test("numbers that only tell rows apart are never added up: the rows are counted", () => {
  const asked = [
    "Breakdown of answer",
    "How many respondents are in each group?",
    "answer by group",
    "proportion of respondents by answer",
  ];
  for (const query of asked) {
    assert.match(JSON.stringify(made(people, query).metadata["mapping"]), /"y":"count"/, query);
  }
  const staff = people.replace("respondent,group", "社員番号,部署");
  assert.equal(
    JSON.stringify(made(staff, "社員は何人？部署別に").metadata["mapping"]).includes("社員番号"),
    false,
  );
});

Deno.test("a number that counts on from row to row is still drawn where the sentence names it", () => {
  const { metadata } = made(people, "distribution of satisfaction by group");
  assert.match(JSON.stringify(metadata["mapping"]), /satisfaction/);
  const { metadata: named } = made(people, "compare respondent by group");
  assert.match(JSON.stringify(named["mapping"]), /"y":"respondent"/);
});

Deno.test("a moving average is no wish for a mean line", () => {
  const rows = Array.from({ length: 12 }, (_, k) => [`2024-${String(k + 1).padStart(2, "0")}`, k * k]);
  const { metadata } = made(csv("月,売上", rows), "売上の推移に移動平均を重ねて");
  assert.deepEqual(metadata["auxiliary"], ["moving_avg"]);
});

Deno.test("one number against another is said to be a chart that there is not", () => {
  const rows = Array.from({ length: 20 }, (_, k) => [`2024-01-${String(k + 1).padStart(2, "0")}`, k, k * k]);
  const { metadata } = made(csv("date,orders,revenue", rows), "Plot revenue against orders");
  assert.equal(metadata["fallback_applied"], true);
  assert.match(metadata.warnings.join(), /relation between two numbers/);
});

Deno.test("times of one place are drawn as its clocks show them, those of several in UTC", () => {
  const days = Array.from({ length: 4 }, (_, k) => `2024-03-0${k + 1}T00:00:00+09:00,${k + 1}`).join("\n");
  assert.match(
    made(`ts,visits\n${days}`, "visits trend").summary,
    /from 1 \(Mar 1, 2024\) to 4 \(Mar 4, 2024\)/,
  );
  const mixed = "ts,visits\n2024-03-01T00:00:00+09:00,1\n2024-03-02T00:00:00Z,2\n2024-03-03T00:00:00-05:00,3";
  assert.match(made(mixed, "visits trend").summary, /from 1 \(Feb 29, 2024 15:00\)/);
});

Deno.test("days without a year, clock times and years of two digits are times", () => {
  const ends = (column: string, texts: readonly string[]) =>
    made(csv(`${column},visits`, texts.map((text, k) => [text, k + 1])), "visits trend").summary;
  assert.match(ends("date", ["01/20", "01/29", "02/07"]), /from 1 \(Jan 20\) to 3 \(Feb 7\)/);
  assert.match(ends("date", ["Jan 20", "Jan 29", "Feb 07"]), /from 1 \(Jan 20\) to 3 \(Feb 7\)/);
  assert.match(ends("month", ["Nov 23", "Dec 23", "Jan 24"]), /from 1 \(Nov 2023\) to 3 \(Jan 2024\)/);
  assert.match(ends("time", ["09:00", "09:15", "10:30"]), /from 1 \(09:00\) to 3 \(10:30\)/);
  assert.match(
    ends("date", ["24/01/20", "24/01/29", "24/02/07"]),
    /from 1 \(Jan 20, 2024\) to 3 \(Feb 7, 2024\)/,
  );
  assert.match(
    ends("date", ["20/01/24", "29/01/24", "07/02/24"]),
    /from 1 \(Jan 20, 2024\) to 3 \(Feb 7, 2024\)/,
  );
});

Deno.test("months that a table lists from April to March stay in that order", () => {
  const months = [4, 5, 6, 7, 8, 9, 10, 11, 12, 1, 2, 3].map((month, k) => [`${month}月`, k + 1]);
  assert.match(made(csv("月,売上", months), "売上の推移").summary, /4月の1から3月の12へ/);
  const night = [22, 23, 0, 1].map((hour, k) => [`${hour}時`, k + 1]);
  assert.match(made(csv("時間帯,件数", night), "時間帯ごとの件数の推移").summary, /22時の1から1時の4へ/);
  const year = Array.from({ length: 12 }, (_, k) => [`${k + 1}月`, k + 1]);
  assert.match(made(csv("月,売上", year), "売上の推移").summary, /1月の1から12月の12へ/);
});

Deno.test("ages by decade are groups that keep their name and their order", () => {
  const { spec } = made("年代,人数\n20代,5\n10代,9\n30代,7", "年代別の人数を比較");
  const names = [...JSON.stringify(spec).matchAll(/"text":"(\d0代)"/g)].map(([, name]) => name);
  assert.deepEqual(names, ["10代", "20代", "30代"]);
});

const patients = csv(
  "patient,ward,wait_minutes,age",
  Array.from({ length: 60 }, (_, k) => [`p${k}`, ["A&E", "ICU", "Surgery"][k % 3], 10 + k % 37, 20 + k % 50]),
);

Deno.test("what every row is one of groups nothing, unless it is asked which of them", () => {
  assert.deepEqual(made(patients, "age profile of patients").metadata["mapping"], { x: "age", y: "count" });
  assert.deepEqual(made(patients, "how old are the patients").metadata["mapping"], { x: "age", y: "count" });
  assert.match(
    JSON.stringify(made(patients, "which patient waits the most").metadata["mapping"]),
    /"x":"patient"/,
  );
});

Deno.test("the worst three are the three smallest", () => {
  const table = "shop,sales\na,5\nb,9\nc,1\nd,7\ne,3";
  for (
    const query of [
      "sales of the bottom 3 shops",
      "売上のワースト3のshop",
      "the 3 lowest shops by sales",
      "the three worst shops by sales",
      "which 3 shops have the fewest sales?",
      "3 shops with the least sales",
      "売上の少ないshop 3つ",
      "売上が少ない順に3店",
      "売上最小の3店",
    ]
  ) {
    const { spec } = made(table, query);
    const names = [...JSON.stringify(spec).matchAll(/"text":"([a-e])"/g)].map(([, name]) => name);
    assert.deepEqual(names, ["c", "e", "a"], query);
    assert.match(JSON.stringify(spec), /Bottom 3 of 5|5件中の下位3件/);
  }
});

Deno.test("a number before the word for the largest is how many are shown", () => {
  const table = "shop,sales\na,5\nb,9\nc,1\nd,7\ne,3";
  const shown = (query: string) =>
    [...JSON.stringify(made(table, query).spec).matchAll(/"text":"([a-e])"/g)].map(([, name]) => name);
  for (const query of ["the 2 highest shops by sales", "two best shops by sales", "売上の多い店2つ"]) {
    assert.deepEqual(shown(query), ["b", "d"], query);
  }
  for (const query of ["sales by shop, at most 2", "sales by shop for the 2 most recent years"]) {
    assert.equal(shown(query).length, 5, query);
  }
});

Deno.test("groups times months are bars of both", () => {
  const rows = Array.from({ length: 12 }, (_, k) => [`2024-0${k % 6 + 1}`, k < 6 ? "仙台" : "神戸", k]);
  assert.equal(made(csv("年月,支店,件数", rows), "支店×月の件数を棒グラフで").metadata.pattern_id, "P21");
});

Deno.test("days of the week are made of dates where the table has none", () => {
  const rows = Array.from(
    { length: 28 },
    (_, k) => [`2024-01-${String(k + 1).padStart(2, "0")}`, k % 7 === 5 ? 90 : 10],
  );
  const ja = made(csv("日付,売上", rows), "曜日別の売上を比較");
  assert.deepEqual(ja.metadata["mapping"], { x: "曜日", y: "売上" });
  assert.match(ja.summary, /土が360で最も大きく/);
  const names = [...JSON.stringify(ja.spec).matchAll(/"text":"([月火水木金土日])"/g)].map(([, name]) => name);
  assert.deepEqual(names, ["月", "火", "水", "木", "金", "土", "日"]);
  const en = made(csv("date,sales", rows), "Average sales by day of week");
  assert.match(en.summary, /Sat has the highest sales \(average\) with 90/);
});

Deno.test("years and months side by side are times where the sentence asks for change", () => {
  const years = "国,2019,2020,2021\n日本,100,90,95\n米国,300,280,320";
  const { metadata, summary } = made(years, "国別の推移");
  assert.equal(metadata.pattern_id, "P12");
  assert.match(summary, /2021年時点の値は米国が320で、日本の95より大きい/);
  assert.match(JSON.stringify(metadata["operations_applied"]), /melt/);
  assert.match(made(years, "国別の2020の比較").summary, /2020は米国が280/);
  const months = "product,Jan,Feb,Mar\nPen,10,12,9\nBook,30,28,35";
  assert.match(
    made(months, "monthly trend by product").summary,
    /At the end \(Mar\), Book leads in value with 35/,
  );
});

Deno.test("columns of subjects are the groups where rows are students", () => {
  const rows = Array.from({ length: 40 }, (_, k) => [`生徒${k}`, 40 + k * 7 % 53, 50 + k % 30, 60 + k % 20]);
  const table = csv("学生,国語,数学,英語", rows);
  assert.match(made(table, "教科別の平均点").summary, /3つの教科のうち、点数（平均）/);
  assert.equal(made(table, "教科ごとの点数の分布を比べて").metadata.pattern_id, "P23");
  assert.match(JSON.stringify(made(table, "数学のトップ5").metadata["mapping"]), /"x":"学生","y":"数学"/);
});

Deno.test("amounts of several parts are numbers", () => {
  const { summary } = made("店,売上\nA,1億2000万\nB,3億500万円\nC,9000万", "店別の売上を比較");
  assert.match(summary, /Bが305,000,000円?で最も大きく、Cが90,000,000円?で最も小さい/);
});
