/** What a sentence refuses is never drawn, and what it does not ask for is no filter. */

import assert from "node:assert/strict";
import { subjectOf } from "../../../src/charts/read/restrict_table.ts";
import { parseData } from "../../../src/charts/table/parse_data.ts";
import { understandTable } from "../../../src/charts/table/understand_table.ts";
import { restrictionSentence } from "../../../src/charts/summary/text/restriction_texts.ts";
import { csv, monthsFrom } from "./tables.ts";

const plants = csv(
  "month,plant,units",
  monthsFrom(2020, 48).flatMap((month, i) =>
    ["Mill", "Forge", "Press"].map((plant, k) => [month, plant, 10 + i + k])
  ),
);
const shops = csv(
  "年月,店舗,売上",
  monthsFrom(2021, 36).flatMap((month, i) =>
    ["梅田店", "難波店", "京橋店"].map((shop, k) => [month, shop, 10 + i + k])
  ),
);

function subject(data: string, query: string) {
  return subjectOf(query, understandTable(parseData(data)));
}

Deno.test("groups behind a not are left out, however it is said", () => {
  for (
    const [data, query, labels] of [
      [plants, "units over time, not Mill", ["Mill"]],
      [plants, "units trend minus Forge", ["Forge"]],
      [plants, "units of Press rather than Mill", ["Mill"]],
      [plants, "units by plant, neither Mill nor Forge", ["Mill", "Forge"]],
      [plants, "units over time, plant != Mill", ["Mill"]],
      [plants, "units over time, plant <> Mill", ["Mill"]],
      [plants, "units over time when plant isn't Mill", ["Mill"]],
      [shops, "梅田店でも難波店でもない売上の推移", ["梅田店", "難波店"]],
      [plants, "don't include Press: units over time", ["Press"]],
      [shops, "店舗別の売上、梅田店なし", ["梅田店"]],
      [shops, "売上の推移（難波店は含めない）", ["難波店"]],
    ] as const
  ) {
    const { restrictions: [first], table } = subject(data, query);
    assert.deepEqual(first?.kind === "without" ? first.labels : first, labels, query);
    assert.ok(table.rows > 0);
  }
});

Deno.test("groups are left out among many as among few, in small letters and in the plural too", () => {
  const names = ["North", "South", "East", "West", "Coast", "Plain", "Lake Shore", "Island"];
  const data = csv("region,sales", [...names, ...names].map((name, i) => [name, i]));
  for (
    const [query, labels] of [
      ["sales by region excluding west", ["West"]],
      ["sales by region without east and coast", ["East", "Coast"]],
      ["sales by region, not the islands", ["Island"]],
      ["sales by region except lake shore", ["Lake Shore"]],
    ] as const
  ) {
    const { restrictions } = subject(data, query);
    assert.deepEqual(restrictions, [{ kind: "without", column: "region", labels }], query);
  }
});

Deno.test("times behind a not are left out, however it is said", () => {
  for (
    const query of [
      "total units by plant, not in 2023",
      "units by plant outside 2023",
      "units by plant, not 2021",
      "units over time, just not 2022",
      "2021年は含めないunitsの推移",
    ]
  ) assert.equal(subject(plants, query).table.rows, 36 * 3, query);
});

Deno.test("a not that is not understood filters nothing and is told", () => {
  for (
    const [data, query] of [
      [plants, "units over time, not the old Mill"],
      [plants, "units, but not before 2022"],
      [plants, "units in summer 2021"],
      [plants, "units in the 2020s"],
      [plants, "units at the end of 2021"],
      [plants, "units every March"],
      [shops, "毎年3月の売上"],
      [shops, "2022年上期の売上"],
      [shops, "2020年代の売上"],
    ] as const
  ) {
    const { restrictions, table } = subject(data, query);
    assert.deepEqual(restrictions.map(({ kind }) => kind), ["unclear"], query);
    assert.equal(table.rows, data === plants ? 144 : 108, query);
    for (const one of restrictions) {
      assert.match(restrictionSentence(one, "en"), /^Note: .* restricts? nothing/, query);
    }
  }
});

Deno.test("what is not a wish for some rows filters nothing", () => {
  for (
    const [data, query] of [
      [plants, "units by plant, not just Mill"],
      [plants, "units over time, don't exclude Mill"],
      [plants, "units over time, do not leave out 2022"],
      [shops, "梅田店を含む売上の推移"],
      [plants, "units over time, not only 2023"],
      [plants, "units compared with 2021"],
      [plants, "are units higher than in 2020?"],
      [plants, "Annual report 2022: units trend by plant"],
      [plants, "Our factories 2022: units trend by plant"],
      [plants, "units trend, prepared in May"],
      [shops, "2022年比の売上"],
      [shops, "2023年報告書: 売上の推移"],
      [shops, "梅田店だけでなく売上を比較"],
    ] as const
  ) assert.deepEqual(subject(data, query).restrictions, [], query);
});

Deno.test("a time to measure by is shown beside the time that is named", () => {
  assert.equal(subject(plants, "units by plant in 2022 compared to 2021").table.rows, 24 * 3);
});

Deno.test("times from a year on are all that follows it", () => {
  for (const query of ["units 2021 onwards", "units since we opened in 2021", "units 2021 and later"]) {
    assert.equal(subject(plants, query).table.rows, 36 * 3, query);
  }
});

Deno.test("lines that a sentence refuses are not drawn, and average nothing", () => {
  for (
    const [data, query] of [
      [plants, "units by plant without the mean line"],
      [plants, "no moving average, just the units trend"],
      [plants, "units trend, no mean"],
      [plants, "units trend, don't draw a trend line or the average"],
      [plants, "units trend, target line not needed"],
      [plants, "units by plant without target 40"],
      [shops, "売上の推移、平均線なし"],
      [shops, "3か月移動平均は不要、売上の推移"],
      [shops, "店舗別の売上（平均線は引かないで）"],
    ] as const
  ) {
    const { auxiliary, aggregation } = subject(data, query).intent;
    assert.deepEqual([auxiliary, aggregation], [[], null], query);
  }
  const kept = subject(plants, "units trend, target 70, no average line").intent.auxiliary;
  assert.deepEqual(kept, [{ kind: "target_line", value: 70 }]);
  assert.equal(subject(shops, "平均ではなく合計の売上").intent.aggregation, "sum");
});

Deno.test("what a column says by yes and no is left out by its name", () => {
  const orders = (name: string, yes: string, no: string) =>
    csv(
      `shop,${name},v`,
      Array.from({ length: 12 }, (_, k) => [["A", "B"][k % 2] ?? "", k % 3 === 0 ? yes : no, k]),
    );
  const cases: readonly (readonly [string, string, string])[] = [
    [orders("returned", "yes", "no"), "v by shop, excluding returned ones", "yes"],
    [orders("returned", "yes", "no"), "v by shop without returns", "yes"],
    [orders("is_test", "true", "false"), "v by shop except tests", "true"],
    [orders("返品", "あり", "なし"), "返品を除いたshop別のv", "あり"],
  ];
  for (const [data, query, label] of cases) {
    const { restrictions, table } = subject(data, query);
    assert.deepEqual(
      restrictions.map((one) => one.kind === "without" ? one.labels : one.kind),
      [[label]],
      query,
    );
    assert.equal(table.rows, 8, query);
  }
});

Deno.test("rows of which a flag says no are meant by its name behind a not", () => {
  const orders = csv(
    "country,returned,amount",
    Array.from({ length: 100 }, (_, k) => [["Italy", "Spain"][k % 2], k % 5 === 0 ? "true" : "false", k]),
  );
  for (
    const query of [
      "amount by country for non-returned orders",
      "amount by country for unreturned orders",
      "amount by country, returned != true",
      "amount by country, returned <> true",
      "amount by country where returned is not true",
    ]
  ) {
    const { table, intent } = subject(orders, query);
    assert.equal(table.rows, 80, query);
    assert.ok(!intent.mentions.some(({ column }) => column.name === "returned"), query);
  }
});

Deno.test("a group that is included picks nothing of the group around it", () => {
  const towns = csv(
    "年度,市,地方,人口",
    Array.from(
      { length: 80 },
      (_, k) => [2015 + k % 10, `${"青緑赤白"[k % 4]}葉市`, ["北部", "南部"][k % 2], k],
    ),
  );
  assert.equal(subject(towns, "青葉市を含む北部の人口の推移").table.rows, 40);
});
