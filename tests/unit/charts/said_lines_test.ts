/** Lines at a number that the sentence gives: how the number may be written, and how the line may be asked for. */

import assert from "node:assert/strict";
import { auxiliaryOf } from "../../../src/charts/read/auxiliary_rules.ts";
import { made } from "./made.ts";
import { csv, monthsFrom } from "./tables.ts";

function valueIn(query: string): number | undefined {
  return auxiliaryOf(query).find(({ kind }) => kind === "target_line" || kind === "threshold")?.value;
}

Deno.test("the number of a line is read with its scale, however it is written", () => {
  const cases: readonly (readonly [string, number])[] = [
    ["revenue by shop, target 30 million", 30_000_000],
    ["revenue by shop with a target of about 1.5 billion yen", 1_500_000_000],
    ["goal: 12mn", 12_000_000],
    ["budget is $4bn", 4_000_000_000],
    ["a 7 thousand dollar threshold", 7000],
    ["threshold 3 thousand", 3000],
    ["target: 2.5e6", 2_500_000],
    ["target 80k", 80_000],
    ["a $55M target", 55_000_000],
    ["limit 1,250.5", 1250.5],
    ["target -3", -3],
    ["目標7千万", 70_000_000],
    ["しきい値1.2千万円", 12_000_000],
    ["上限は8百万", 8_000_000],
    ["目標３，０００万円", 30_000_000],
    ["目標は1億2,000万円", 120_000_000],
    ["目標3万5千", 35_000],
    ["目標二億五千万", 250_000_000],
    ["基準線は三百二十", 320],
    ["六百万円を目標に", 6_000_000],
    ["目標0.5億", 50_000_000],
  ];
  for (const [query, value] of cases) assert.equal(valueIn(query), value, query);
});

Deno.test("characters for numbers that are part of a word are no number of a line", () => {
  for (const query of ["目標一覧", "目標千葉店", "目標五十嵐さん", "目標三重県"]) {
    assert.equal(valueIn(query), undefined, query);
  }
});

Deno.test("a letter behind a number is a million or metres, whichever the data is nearer to", () => {
  const towers = "tower,height_m\na,40\nb,60\nc,80";
  assert.match(made(towers, "height by tower, target 50m").summary, /Target 50 \(/);
  const shops = csv("shop,revenue", [["a", 31_000_000], ["b", 62_000_000]]);
  assert.match(made(shops, "revenue by shop, target 50m").summary, /Target 50,000,000 \(/);
});

Deno.test("a line at a number is drawn there, whatever it is called", () => {
  const sales = csv("month,sales", monthsFrom(2024, 12).map((month, k) => [month, 40_000 + k * 3000]));
  const cases: readonly (readonly [string, string])[] = [
    ["sales trend with a line at 55k", "Threshold 55,000"],
    ["sales over time, draw a horizontal line at $48,000", "Threshold 48,000"],
    ["sales by month and a reference line at 61000", "Threshold 61,000"],
    ["sales trend, lines at 0.05 million", "Threshold 50,000"],
    ["salesの推移に5万の線を引いて", "しきい値 50,000"],
    ["salesの推移、6万円のところに横線", "しきい値 60,000"],
    ["salesの推移、4.5万にラインを入れて", "しきい値 45,000"],
    ["salesの推移。補助線を7万に", "しきい値 70,000"],
  ];
  for (const [query, told] of cases) {
    const { metadata, summary } = made(sales, query);
    assert.deepEqual([metadata["auxiliary"], metadata.warnings], [["threshold"], []], query);
    assert.ok(summary.includes(told), `${query}: ${summary}`);
  }
});

Deno.test("a line with a name and a number is one line", () => {
  assert.deepEqual(auxiliaryOf("sales with a target line at 60k"), [
    { kind: "target_line", value: 60_000, scale: 1000 },
  ]);
  assert.deepEqual(auxiliaryOf("売上の推移、目標線を5千万に引いて"), [
    { kind: "target_line", value: 5e7, scale: 1e4 },
  ]);
});

Deno.test("a reference line without a number is said to be left out, and charts of lines ask for none", () => {
  const sales = "month,sales\n2024-01,5\n2024-02,6\n2024-03,9";
  assert.match(made(sales, "sales trend with a reference line").metadata.warnings.join(), /gives no number/);
  for (
    const query of [
      "line chart of sales",
      "one line for each shop in 2024",
      "売上の折れ線グラフ",
      "2024年の線グラフ",
      "上位3店を3本の線で",
      "ライン3の不良率",
    ]
  ) assert.deepEqual(auxiliaryOf(query), [], query);
});

Deno.test("several lines at numbers are all drawn, also where their scale is said once", () => {
  const cases: readonly (readonly [string, readonly number[], number?])[] = [
    ["sales trend with lines at 100k and 150k", [1e5, 1.5e5], 1000],
    ["sales trend with lines at $2, $3 and $4.5 million", [2e6, 3e6, 4.5e6], 1e6],
    ["sales trend, a line at 5000 and a line at 6000", [5000, 6000]],
    ["売上の推移、1億と1.5億に線", [1e8, 1.5e8], 1e8],
    ["売上の推移、300と500万に線", [3e6, 5e6], 1e4],
  ];
  for (const [query, values, scale] of cases) {
    const said = scale === undefined ? {} : { scale };
    assert.deepEqual(
      auxiliaryOf(query),
      values.map((value) => ({ kind: "threshold", value, ...said })),
      query,
    );
  }
});

Deno.test("a condition on a number is told with its scale", () => {
  const shops = "shop,sales\na,5\nb,9";
  assert.match(
    made(shops, "shops with sales over 50 million").metadata.warnings.join(),
    /"sales over 50 million"/,
  );
});

Deno.test("sentences of nothing but numerals are read to their end", () => {
  // Each of them would take hours if the ways of cutting it into numbers were all tried.
  for (
    const numerals of [
      `5万${"1".repeat(60)}x`,
      "十".repeat(3000),
      "1,".repeat(3000),
      `5万${"1,1".repeat(40)}x`,
      `500、平均は${"1,".repeat(480)}`,
    ]
  ) {
    const [last] = auxiliaryOf(`目標${numerals}、下限15`).slice(-1);
    assert.deepEqual(last, { kind: "threshold", value: 15, side: "lower" });
  }
});

Deno.test("a target that is a year of the data is that year", () => {
  const [en, ja] = ["month,sales", "年月,売上"].map((header) =>
    csv(header, monthsFrom(2023, 24).map((month, k) => [month, 1500 + k * 40]))
  );
  const years: readonly (readonly [string | undefined, string])[] = [
    [en, "sales vs budget 2024"],
    [en, "sales against the 2024 target"],
    [en, "monthly sales and the budget of 2024"],
    [ja, "売上の推移と予算2024年"],
    [ja, "売上の推移と2024年目標"],
  ];
  for (const [data = "", query] of years) {
    const { metadata } = made(data, query);
    assert.deepEqual(metadata["auxiliary"], [], query);
    assert.match(metadata.warnings.join(), /only rows from 2024 are used|2024年の行だけを使いました/, query);
  }
  const numbers: readonly (readonly [string | undefined, string])[] = [
    [en, "sales trend with target 2,024"],
    [en, "sales trend, target is 2024"],
    [en, "sales trend with a target line at 2024"],
    [en, "sales trend with target 2000"],
    [ja, "売上の推移、目標2024円"],
    [ja, "売上の推移、目標は2024"],
  ];
  for (const [data = "", query] of numbers) {
    assert.deepEqual(made(data, query).metadata["auxiliary"], ["target_line"], query);
  }
});

Deno.test("several limits in one sentence are each a line with its name", () => {
  const cases: readonly (readonly [string, readonly (readonly [number, string | undefined])[]])[] = [
    ["load by hour, upper limit 90 and lower limit 15", [[90, "upper"], [15, "lower"]]],
    ["load with limits 15 and 90", [[15, "lower"], [90, "upper"]]],
    ["minimum limit 15, maximum limit 90", [[15, "lower"], [90, "upper"]]],
    ["thresholds at 40 and 60", [[40, undefined], [60, undefined]]],
    ["負荷の推移、上限90と下限15", [[90, "upper"], [15, "lower"]]],
    ["負荷の推移に上限と下限を90と15で", [[90, "upper"], [15, "lower"]]],
    ["90を上限、15を下限とする", [[90, "upper"], [15, "lower"]]],
    ["上下限は90/15", [[90, "upper"], [15, "lower"]]],
    ["target 500 and 3 month moving average", [[500, undefined]]],
  ];
  for (const [query, lines] of cases) {
    const found = auxiliaryOf(query).filter(({ value }) => value !== undefined);
    assert.deepEqual(found.map(({ value, side }) => [value, side]), lines, query);
  }
  const data = csv("month,load", monthsFrom(2023, 24).map((month, i) => [month, 20 + i * 3]));
  const { summary, spec } = made(data, "load over time, upper limit 90 and lower limit 15");
  assert.match(summary, /Upper limit 90.*Lower limit 15/);
  assert.match(JSON.stringify(spec), /Upper limit 90/);
  assert.match(JSON.stringify(spec), /Lower limit 15/);
  assert.match(made(data, "loadの推移、上限90と下限15").summary, /上限 90.*下限 15/);
});

Deno.test("so many goals and the number of a floor are no lines", () => {
  const linesOf = (query: string) => auxiliaryOf(query).map(({ value }) => value);
  for (
    const query of ["players with more than 5 goals", "energy of floor 3", "energy by player, delimits 5"]
  ) {
    assert.deepEqual(linesOf(query), [], query);
  }
  for (
    const [query, value] of [
      ["energy with a floor of 3", 3],
      ["energy, price floor 100", 100],
      ["energy by player, 20 as the goal", 20],
      ["energy by player with a 25 target line", 25],
      ["energy by player, limit 7", 7],
    ] as const
  ) assert.deepEqual(linesOf(query), [value], query);
});

Deno.test("what must be reached to pass is a threshold", () => {
  const cases: readonly (readonly [string, number])[] = [
    ["数学の点数分布、合格ライン60点", 60],
    ["点数の分布と合格点70", 70],
    ["average mark per subject with the pass mark of 50", 50],
    ["scores by class, passing score 65", 65],
  ];
  for (const [query, value] of cases) {
    assert.deepEqual(auxiliaryOf(query).map((one) => [one.kind, one.value]), [["threshold", value]], query);
  }
});

Deno.test("the mean line of bars that are means is the mean of all rows", () => {
  const scores = csv("branch,score", [["A", 100], ...Array.from({ length: 9 }, () => ["B", 50])]);
  assert.match(made(scores, "average score by branch with the overall average").summary, /Mean 55\b/);
  assert.match(made(scores, "branchごとの平均scoreを比較し、全体平均の線を加える").summary, /平均 ?55(?!\d)/);
  // Of sums it is that of the bars: how much a branch has on average.
  const sales = csv("branch,sales", [["A", 100], ["B", 50], ["B", 50], ["B", 50]]);
  assert.match(made(sales, "sales by branch with the average").summary, /Mean 125\b/);
});

Deno.test("a lower limit compares nothing, as an upper one does not", () => {
  const quarters = csv(
    "quarter,region,revenue",
    Array.from({ length: 18 }, (_, k) => [
      `${2023 + Math.floor(k / 12)}-Q${Math.floor(k / 3) % 4 + 1}`,
      ["North", "South", "East"][k % 3],
      30 + k,
    ]),
  );
  for (const limit of ["lower limit 35", "upper limit 50", "lower control limit 35"]) {
    assert.equal(made(quarters, `Revenue trend by region, ${limit}`).metadata.pattern_id, "P12", limit);
  }
});

Deno.test("a line whose number stands before its name is drawn there and not called lacking", () => {
  const cases: readonly (readonly [string, readonly (readonly [string, number | undefined])[]])[] = [
    ["組ごとの国語の平均、55点に基準線", [["threshold", 55]]],
    ["組ごとの国語、55点のところに目標線を引いて", [["target_line", 55]]],
    ["国語の分布、40点に合格ライン", [["threshold", 40]]],
    ["負荷の推移、80に上限線、20に下限線", [["threshold", 80], ["threshold", 20]]],
    ["注文数を目標と比べたい。300に線を引いて", [["target_line", 300]]],
    ["orders by shop with a target line, the line at 300", [["target_line", 300]]],
    ["orders by shop, goal 300 as a reference line", [["target_line", 300]]],
    ["orders by shop with the mean as a reference line", [["mean_line", undefined]]],
    ["注文数の推移、平均を補助線として示す", [["mean_line", undefined]]],
    // Another line is still owed.
    ["注文数の推移、目標300と上限線", [["target_line", 300], ["threshold", undefined]]],
  ];
  for (const [query, lines] of cases) {
    assert.deepEqual(auxiliaryOf(query).map(({ kind, value }) => [kind, value]), lines, query);
  }
  const classes = csv("組,国語", [["A組", 50], ["B組", 61], ["A組", 58], ["B組", 66]]);
  const { metadata, summary } = made(classes, "組ごとの国語の平均点、55点に基準線");
  assert.deepEqual(metadata.warnings, []);
  assert.match(summary, /しきい値 55/);
});
