/** What stands beside lines: names at their ends, and what panels write about their own. */

import assert from "node:assert/strict";
import { spreadLabels } from "../../../src/charts/draw/sheet/spread_labels.ts";
import { made } from "./made.ts";
import { csv } from "./tables.ts";

Deno.test("labels move into their bounds without moving those that are there already", () => {
  const bounds = { gap: 10, low: 0, high: 100 };
  assert.deepEqual(spreadLabels([2, 100, 100], bounds), [2, 90, 100]);
  assert.deepEqual(spreadLabels([50, 50, 100], bounds).map(Math.round), [45, 55, 100]);
  assert.deepEqual(spreadLabels([-20, 0, 60], bounds), [0, 10, 60]);
});

const months = (name: string, last: number) =>
  Array.from({ length: 6 }, (_, index) => [`2024-0${index + 1}`, name, 50 + index * (last - 50) / 5]);

Deno.test("a name that had to move away from its line is joined to it in the colour of the line", () => {
  const rules = (rows: unknown[][]) =>
    JSON.stringify(made(csv("month,dock,ships", rows), "ships over time by dock").spec).match(
      /"type":"rule","strokeWidth":1\.5/g,
    ) ?? [];
  assert.equal(rules([...months("North", 80), ...months("South", 80.2)]).length, 1);
  assert.equal(rules([...months("North", 80), ...months("South", 20)]).length, 0);
});

Deno.test("a panel says that its number is the last one", () => {
  const rows = [...months("North", 80), ...months("South", 20)];
  const { spec } = made(csv("month,dock,ships", rows), "overview of ships over time, one panel per dock");
  assert.match(JSON.stringify(spec), /"text":"Last: 80"/);
  const japanese = made(csv("月,港,隻数", rows), "港ごとの隻数の推移を一覧で");
  assert.match(JSON.stringify(japanese.spec), /"text":"最終 80"/);
});

Deno.test("in panels a line is named where its name can stand at it", () => {
  const days = (name: string, value: (index: number) => number) =>
    Array.from({ length: 60 }, (_, index) => [
      new Date(Date.UTC(2024, 0, index + 1)).toISOString().slice(0, 10),
      name,
      value(index),
    ]);
  const calm = ["North", "South", "West"].flatMap((name) => days(name, (index) => 20 + index / 10));
  const wild = days("East", (index) => index % 2 === 0 ? 89 : 101);
  const text = JSON.stringify(
    made(csv("day,dock,ships", [...calm, ...wild]), "overview of ships over time per dock, threshold 95")
      .spec,
  );
  // A halo is the same text once more.
  assert.equal(text.match(/"text":"Threshold 95"/g)?.length, 2 * 3);
});
