/** Terms and seasons in their order, as groups and as times. */

import assert from "node:assert/strict";
import { naturalOrder } from "../../../../src/charts/plan/natural_order.ts";
import { made } from "../made.ts";
import { csv } from "../tables.ts";

Deno.test("terms and seasons lie in the order of time", () => {
  const orders: readonly (readonly string[])[] = [
    ["Spring 2021", "Fall 2021", "Spring 2022"],
    ["2021 Summer", "2021 Autumn", "2022 Spring"],
    ["Winter 2022", "Spring 2022"],
    ["FY2021 H1", "FY2021 H2", "FY2022 H1"],
    ["H1 2021", "H2 2021", "H1 2022"],
    ["Term 2 2021", "Term 1 2022", "Term 2 2022"],
    ["2021年前期", "2021年後期", "2022年前期"],
    ["2021春学期", "2021秋学期", "2022春学期"],
    ["2021年春", "2021年夏", "2022年春"],
    ["2021年度上期", "2021年度下期", "2022年度上期"],
    ["2021年度第2学期", "2021年度第3学期", "2022年度第1学期"],
  ];
  for (const names of orders) {
    const mixed = names.toReversed();
    assert.deepEqual(naturalOrder(mixed)?.map((at) => mixed[at]), names, names.join());
  }
});

const table = (header: string, names: readonly string[]) =>
  csv(header, names.flatMap((name, k) => [3, 5, 8, 13, 9].map((value, i) => [name, "ab"[i % 2], value + k])));

Deno.test("terms stand in their order where a course is asked for", () => {
  const autumns = table("semester,campus,credits", ["Spring 2022", "Fall 2021", "Fall 2022"]);
  const cases = [
    ["credits over time", "P02", { x: "semester", y: "credits" }],
    ["trend of credits by campus", "P21", { x: "semester", y: "credits", color: "campus" }],
    ["average credits by semester", "P02", { x: "semester", y: "credits" }],
    ["credits in Fall 2022 by campus", "P02", { x: "campus", y: "credits" }],
  ] as const;
  for (const [query, pattern, mapping] of cases) {
    const { metadata } = made(autumns, query);
    assert.equal(metadata["pattern_id"], pattern, query);
    assert.deepEqual(metadata["mapping"], mapping, query);
  }
});
