/** Groups whose names are also words: they are known by their company, and the words of lines are none of them. */

import assert from "node:assert/strict";
import { makeChart } from "../../../src/charts/make_chart.ts";
import { subjectOf } from "../../../src/charts/read/restrict_table.ts";
import { parseData } from "../../../src/charts/table/parse_data.ts";
import { understandTable } from "../../../src/charts/table/understand_table.ts";
import { requestOf } from "./examples.ts";
import { csv, monthsFrom } from "./tables.ts";

function monthly(header: string, groups: readonly string[]): string {
  return csv(
    header,
    monthsFrom(2023, 24).flatMap((month, i) => groups.map((group, k) => [month, group, 10 + i + k])),
  );
}

const metrics = monthly("month,metric,value", ["Revenue", "Sales", "Costs", "Users"]);
const kinds = monthly("month,kind,amount", ["actual", "target"]);
const plans = monthly("年月,区分,金額", ["実績", "目標"]);
const letters = monthly("month,shop,sales", ["A", "B", "C", "D"]);
const shops = monthly("年月,店舗,売上", ["梅田店", "難波店", "京橋店"]);

function only(data: string, query: string): readonly string[] {
  const { restrictions } = subjectOf(query, understandTable(parseData(data)));
  return restrictions.flatMap((one) => one.kind === "only" ? one.labels : [one.kind]);
}

Deno.test("a group that is called like a measure is one beside others of its column", () => {
  assert.deepEqual(only(metrics, "compare Sales and Costs"), ["Sales", "Costs"]);
  assert.deepEqual(only(metrics, "Revenue and Sales over time"), ["Revenue", "Sales"]);
  assert.deepEqual(only(metrics, "Sales vs Users by month"), ["Sales", "Users"]);
  assert.deepEqual(only(metrics, "Users over time"), ["Users"]);
  // Whether the sales are one more group is not clear, and Costs alone would be too few.
  assert.deepEqual(only(metrics, "Sales trend with the Costs"), []);
});

Deno.test("the word of a line is no group", () => {
  assert.deepEqual(only(kinds, "amount over time, target 150"), []);
  assert.deepEqual(only(plans, "金額の推移、目標150"), []);
  assert.deepEqual(only(kinds, "actual amount over time with target 150"), ["actual"]);
  assert.deepEqual(only(kinds, "target amount over time"), ["target"]);
});

Deno.test("a letter is a group in a list and beside the word for its column", () => {
  assert.deepEqual(only(letters, "sales of A and B over time"), ["A", "B"]);
  assert.deepEqual(only(letters, "compare sales of A, B and D"), ["A", "B", "D"]);
  assert.deepEqual(only(letters, "sales trend of shop C"), ["C"]);
  assert.deepEqual(only(letters, "A店の売上の推移"), ["A"]);
  assert.deepEqual(only(letters, "A shop in trouble: sales trend"), []);
  assert.deepEqual(only(letters, "sales of a and b testing"), []);
});

Deno.test("one group alone is one line, whatever its name holds", () => {
  for (
    const [data, query] of [
      [shops, "梅田店の売上の推移"],
      [letters, "sales trend of shop C"],
      [letters, "A店の売上の推移"],
    ] as const
  ) {
    const { metadata } = makeChart(requestOf({ data, query }), {
      measure: (text, size) => text.length * size * 0.6,
    });
    assert.equal(metadata["pattern_id"], "P01", query);
  }
});

const people = csv(
  "maker,gender,kind,visits",
  Array.from({ length: 24 }, (_, k) => [
    ["Toyota", "Honda", "Ford"][k % 3] ?? "",
    ["Female", "Male"][k % 2] ?? "",
    ["Sale", "Return", "Visit", "Batteries"][k % 4] ?? "",
    k,
  ]),
);

Deno.test("groups are known in the plural, and those that are called by one in the singular", () => {
  const cases: readonly (readonly [string, string, readonly string[]])[] = [
    ["distribution of visits of females", "only", ["Female"]],
    ["visits by gender, only returns", "only", ["Return"]],
    ["compare Toyotas and Hondas by visits", "only", ["Toyota", "Honda"]],
    ["visits by maker excluding returns", "without", ["Return"]],
    ["visits by maker for battery buyers", "only", ["Batteries"]],
  ];
  for (const [query, kind, labels] of cases) {
    const [restriction] = subjectOf(query, understandTable(parseData(people))).restrictions;
    assert.ok(restriction?.kind === "only" || restriction?.kind === "without", query);
    assert.deepEqual([restriction.kind, restriction.labels], [kind, labels], query);
  }
});

Deno.test("words for what is measured and names of columns are no plurals of groups", () => {
  for (const query of ["visits by maker", "total sales by maker", "visits per gender"]) {
    assert.deepEqual(subjectOf(query, understandTable(parseData(people))).restrictions, [], query);
  }
});

Deno.test("a group called as what every object has is known in the plural too", () => {
  const parts = csv(
    "gender,kind,visits",
    Array.from(
      { length: 12 },
      (_, k) => [["f", "m"][k % 2] ?? "", ["constructor", "field", "method"][k % 3] ?? "", k],
    ),
  );
  const { restrictions } = subjectOf(
    "visits by gender, only constructors",
    understandTable(parseData(parts)),
  );
  assert.deepEqual(restrictions, [{ kind: "only", column: "kind", labels: ["constructor"] }]);
});

Deno.test("names in quotation marks are names, and what is left out behind them is never kept instead", () => {
  const data = csv(
    "patient,arm,effect",
    Array.from(
      { length: 40 },
      (_, k) => [`N${k}`, "ab"[k % 2] ?? "", ["なし", "頭痛", "吐き気"][k % 3] ?? ""],
    ),
  );
  const table = understandTable(parseData(data));
  for (
    const query of [
      "effectの件数(「なし」は除く)",
      '"なし"以外のeffectの件数',
      "effectの件数、『なし』を除外",
    ]
  ) {
    assert.deepEqual(
      subjectOf(query, table).restrictions,
      [{ kind: "without", column: "effect", labels: ["なし"] }],
      query,
    );
  }
});

Deno.test("a group called like a measure is meant where something else is measured in it", () => {
  const staff = csv(
    "department,age,salary",
    Array.from({ length: 40 }, (_, k) => [["Sales", "Finance"][k % 2] ?? "", 20 + k, 3000 + k]),
  );
  const table = understandTable(parseData(staff));
  for (const query of ["Age distribution of employees in Sales", "average salary of the Sales team"]) {
    const { restrictions } = subjectOf(query, table);
    assert.deepEqual(restrictions, [{ kind: "only", column: "department", labels: ["Sales"] }], query);
  }
  assert.deepEqual(subjectOf("sales by department", table).restrictions, []);
});

Deno.test("so many of something are none of that number", () => {
  const pupils = csv("氏名,点数", Array.from({ length: 40 }, (_, k) => [`生徒${k + 1}`, 30 + (k * 7) % 41]));
  const table = understandTable(parseData(pupils));
  assert.deepEqual(subjectOf("点数の高い生徒10人", table).restrictions, []);
  assert.deepEqual(subjectOf("生徒1の点数", table).restrictions, [
    { kind: "only", column: "氏名", labels: ["生徒1"] },
  ]);
});
