/** Words for a chart of its own for each group, and for one chart of all. */

import assert from "node:assert/strict";
import { made } from "../made.ts";
import { csv, monthsFrom } from "../tables.ts";

const table = (header: string) =>
  csv(
    header,
    monthsFrom(2024, 12).flatMap((month, k) => ["ek", "do", "tin"].map((name, i) => [month, name, k + i])),
  );

Deno.test("a grid of charts has a panel for each group", () => {
  const cases = [
    ["a grid of tiny line graphs, one for each farm's yield", "P31"],
    ["yield charts, one per farm", "P31"],
    ["matrix of plots of yield for every farm", "P31"],
    ["yield by farm as a line chart", "P12"],
    ["one line per farm for the yield", "P12"],
  ] as const;
  for (const [query, pattern] of cases) {
    assert.equal(made(table("month,farm,yield"), query).metadata["pattern_id"], pattern, query);
  }
});

Deno.test("charts one by one, or one for each group, are panels in Japanese too", () => {
  const cases = [
    ["農園ごとに別グラフで収量の推移", "P31"],
    ["農園の収量の推移を一つずつ見たい", "P31"],
    ["農園別の収量の推移を格子状に並べて", "P31"],
    ["農園別の収量の推移を一つのグラフで", "P12"],
  ] as const;
  for (const [query, pattern] of cases) {
    assert.equal(made(table("月,農園,収量"), query).metadata["pattern_id"], pattern, query);
  }
});
