/** The share of one group, which is one of the whole table. */

import assert from "node:assert/strict";
import { makeChart } from "../../../src/charts/make_chart.ts";
import { requestOf } from "./examples.ts";
import { csv, monthsFrom } from "./tables.ts";

function made(data: string, query: string) {
  return makeChart(requestOf({ data, query }), { measure: (text, size) => text.length * size * 0.6 });
}

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
