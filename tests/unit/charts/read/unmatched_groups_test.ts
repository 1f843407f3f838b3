import assert from "node:assert/strict";
import { made } from "../made.ts";
import { csv } from "../tables.ts";

const staff = csv(
  "employee,office,pay",
  Array.from({ length: 40 }, (_, k) => [`E${k}`, ["Oslo", "Bern"][k % 2], 3000 + k * 7]),
);

Deno.test("groups of which no column tells are told, with those that are shown", () => {
  const cases: readonly (readonly [string, RegExp])[] = [
    ["average pay by season", /no column tells of "season": "office" is shown instead/],
    ["average pay per continent", /no column tells of "continent": "office" is shown instead/],
    ["役職別の給与の平均", /「役職」に当たる列がないため、代わりに"office"を示しています/],
  ];
  for (const [query, told] of cases) {
    const { summary, metadata } = made(staff, query);
    assert.match(metadata.warnings.join(" / "), told, query);
    assert.match(summary, told, query);
  }
});

Deno.test("groups that are named, any groups, times and what rows are one of raise no doubt", () => {
  const queries = ["average pay by office", "average pay by group", "average pay in Oslo and Bern"];
  queries.push("拠点別の給与の平均", "グループ別の給与の平均", "average pay per person by office");
  for (const query of queries) {
    assert.doesNotMatch(
      made(staff, query).metadata.warnings.join(" / "),
      /no column tells|に当たる列/,
      query,
    );
  }
});
