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

Deno.test("terms are times where a course is asked for, and groups elsewhere", () => {
  const autumns = table("semester,campus,credits", ["Spring 2022", "Fall 2021", "Fall 2022"]);
  const cases = [
    ["credits over time", "P01", /from 8\.6 \(Fall 2021\)|from 43 \(Fall 2021\)/],
    ["trend of credits by campus", "P12", /At the end \(Fall 2022\)/],
    ["how has the distribution of credits evolved?", "P13", /Fall 2022 \(10\)/],
    ["average credits by semester", "P02", /Of 3 semesters/],
    ["credits in Fall 2022 by campus", "P02", /^Only rows with "Fall 2022"/],
  ] as const;
  for (const [query, pattern, told] of cases) {
    const { metadata, summary } = made(autumns, query);
    assert.equal(metadata["pattern_id"], pattern, query);
    assert.match(summary, told, query);
  }
  const halves = table("学期,校,単位", ["2021年後期", "2022年前期", "2021年前期"]);
  assert.match(made(halves, "単位の推移").summary, /2021年前期の.*から2022年前期の/);
});
