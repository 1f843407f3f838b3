/** The share of one group, which is one of the whole table. */

import assert from "node:assert/strict";
import { made } from "../made.ts";
import { csv, monthsFrom } from "../tables.ts";

const rows = Array.from({ length: 50 }, (_, k) => k);
const members = csv(
  "member_id,plan,city,logins",
  rows.map((k) => [k + 1, k % 5 === 0 ? "premium" : "basic", `town ${k % 3}`, k]),
);
const membersJa = csv(
  "会員,性別,地区",
  rows.map((k) => [`m${k}`, k % 5 === 0 ? "女性" : "男性", ["北", "南", "東"][k % 3]]),
);

Deno.test("the share of one group is told, with the others beside it", () => {
  for (
    const query of ["What percentage of members are premium?", "proportion of premium members"]
  ) {
    const { metadata, summary } = made(members, query);
    assert.deepEqual([metadata["mapping"], metadata.warnings], [{ x: "plan", y: "count" }, []], query);
    assert.match(summary, /^premium makes up 20% of the whole\./, query);
  }
  for (const query of ["女性の割合は？", "会員に占める女性の比率", "女性は何割？"]) {
    const { metadata, summary } = made(membersJa, query);
    assert.deepEqual([metadata["mapping"], metadata.warnings], [{ x: "性別", y: "count" }, []], query);
    assert.match(summary, /^女性は全体の20%です。/, query);
  }
});

Deno.test("the share of one group in a number is one of its sum", () => {
  const sales = csv("shop,sales", [["a", 10], ["b", 30], ["c", 60]].flatMap((row) => [row, row]));
  const table = sales.replaceAll(/^([abc]),/gm, "Shop $1,");
  assert.match(
    made(table, "What share of sales comes from Shop b?").summary,
    /^Shop b makes up 30% of the whole/,
  );
});

Deno.test("the share of one group over time is beside those of the others", () => {
  const table = csv(
    "年月,地域,売上",
    monthsFrom(2024, 12).flatMap((month, k) => [[month, "東北", 10 + k], [month, "九州", 30]]),
  );
  const { metadata, summary } = made(table, "東北の割合の推移");
  assert.equal(metadata.pattern_id, "P31");
  assert.doesNotMatch(summary, /100%のまま/);
});

Deno.test("the parts of one group are those of its rows", () => {
  for (const query of ["女性の地区別の割合", "女性の地区の内訳"]) {
    const { metadata } = made(membersJa, query);
    assert.deepEqual(metadata["mapping"], { x: "地区", y: "count" }, query);
    assert.match(metadata.warnings.join(), /"女性"の行だけを使いました/, query);
  }
});

/** Three departments in which one, two and three of four people are women. */
function staff(header: string, { women, men }: { readonly women: string; readonly men: string }): string {
  return csv(
    header,
    ["Lab", "Shop", "Office"].flatMap((department, k) =>
      Array.from({ length: 24 }, (_, at) => [department, at % 4 <= k ? women : men, `2024-${1 + at % 2}-1`])
    ),
  );
}

Deno.test("the share of one group in each of others is one of their own rows, in percent", () => {
  const english = [
    "share of women by department",
    "What percentage of each department are women?",
    "proportion of women across departments",
    "compare departments by their share of women",
  ];
  for (const [women, men] of [["women", "men"], ["F", "M"], ["Female", "Male"], ["女", "男"]] as const) {
    for (const query of english) {
      const { metadata, summary } = made(staff("department,gender,hired", { women, men }), query);
      assert.deepEqual(
        [metadata.pattern_id, metadata["mapping"], metadata.warnings],
        ["P02", { x: "department", y: "share of women" }, []],
        `${women}: ${query}`,
      );
      assert.match(
        summary,
        /Office has the highest share of women with 75% and Lab the lowest with 25%/,
        query,
      );
    }
  }
  const japanese = [
    "部署別の女性の割合",
    "部署ごとの女性比率",
    "女性の割合を部署別に比較",
    "各部署で女性が占める割合",
  ];
  for (const [women, men] of [["女性", "男性"], ["女", "男"], ["F", "M"]] as const) {
    for (const query of japanese) {
      const { metadata, summary } = made(staff("部署,性別,入社日", { women, men }), query);
      assert.deepEqual(
        [metadata.pattern_id, metadata["mapping"], metadata.warnings],
        ["P02", { x: "部署", y: "女性の割合" }, []],
        `${women}: ${query}`,
      );
      assert.match(summary, /女性の割合はOfficeが75%で最も大きく、Labが25%で最も小さい/, query);
    }
  }
});

Deno.test("the share of one group in each of others has a course, and keeps to what is named besides", () => {
  const table = staff("department,gender,hired", { women: "F", men: "M" });
  const course = made(table, "share of women by department over time").metadata;
  assert.deepEqual(
    [course.pattern_id, course["mapping"]],
    ["P12", { x: "hired", y: "share of women", color: "department" }],
  );
  const { metadata, summary } = made(table, "share of women by department, excluding Shop");
  assert.deepEqual(metadata["mapping"], { x: "department", y: "share of women" });
  assert.match(summary, /"Shop" in column "department" are left out.*Office has the highest .* 75%/);
});

Deno.test("women and men are known by any of their words, and sizes are none", () => {
  const table = staff("department,gender,hired", { women: "F", men: "M" });
  assert.match(made(table, "number of men by department").summary, /^Only rows with "M" in column "gender"/);
  const sizes = csv("size,price", ["S", "M", "L"].flatMap((size, k) => [[size, k], [size, k + 1]]));
  assert.deepEqual(made(sizes, "price of men's shirts by size").metadata.warnings, []);
});
