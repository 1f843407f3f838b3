/** In which order boxes, overlaid distributions and bars stand. */

import assert from "node:assert/strict";
import { countedOrder } from "../../../src/charts/values/category_order.ts";
import { made } from "./made.ts";
import { csv } from "./tables.ts";

/** Six values for each name; their medians and means rise with its place, unless told otherwise. */
function spreads(names: readonly string[], column = "team"): string {
  return csv(
    `${column},hours`,
    names.flatMap((name, place) =>
      [1, 2, 3, 4, 5, 6].map((at) => [name, place * 10 + at * (names.length - place)])
    ),
  );
}

/** The names in the order in which the chart writes them first. */
function shown(data: string, query: string, names: readonly string[]): string[] {
  const spec = JSON.stringify(made(data, query).spec);
  const at = (name: string) => spec.search(new RegExp(`"text":"${name}(?: \\(n=\\d+\\))?"`));
  assert.ok(names.every((name) => at(name) >= 0), query);
  return names.toSorted((a, b) => at(a) - at(b));
}

Deno.test("boxes of groups without an order stand by their medians, the highest first", () => {
  const names = ["Ops", "Legal", "Design", "Audit"];
  const data = spreads(names);
  assert.deepEqual(shown(data, "boxplot of hours by team", names), names.toReversed());
  assert.deepEqual(shown(data.replace("team", "部門"), "部門別のhoursの箱ひげ図", names), names.toReversed());
});

Deno.test("boxes keep the order that their names have", () => {
  const cases: readonly (readonly string[])[] = [
    ["Line 2", "Line 10", "Line 11"],
    ["M1", "M2", "M10"],
    ["1K", "1LDK", "2LDK", "3LDK"],
    ["A組", "B組", "C組"],
    ["一組", "二組", "三組"],
    ["20代", "30代", "40代"],
    ["S", "M", "L"],
    ["Mon", "Tue", "Wed"],
    ["Fall 2021", "Spring 2022", "Fall 2022"],
  ];
  for (const names of cases) {
    const [first = "", second = "", ...others] = names;
    const mixed = [second, ...others, first];
    assert.deepEqual(shown(spreads(mixed), "boxplot of hours by team", names), names);
    assert.deepEqual(countedOrder(mixed)?.map((place) => mixed[place]), names);
  }
  for (const names of [["Sales", "HR"], ["三重", "一宮"], ["Team A", "Crew B"], ["Store 3", "Depot"]]) {
    assert.equal(countedOrder(names), null, names.join());
  }
});

Deno.test("boxes stand in the order that a sentence asks for", () => {
  const names = ["Ops", "Legal", "Design", "Audit"];
  const data = spreads(names);
  const down = names.toReversed();
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ["boxplot of hours by team, highest median first", down],
    ["boxplot of hours by team, lowest median first", names],
    ["boxplot of hours by team, sorted from lowest to highest", names],
    ["boxplot of hours by team ordered by mean", down],
    ["boxplot of hours by team, widest spread first", names],
    ["boxplot of hours by team in alphabetical order", ["Audit", "Design", "Legal", "Ops"]],
    ["teamごとのhoursの箱ひげ図、中央値の高い順", down],
    ["teamごとのhoursの箱ひげ図、中央値の低い順", names],
    ["teamごとのhoursの箱ひげ図、ばらつきの大きい順", names],
    ["teamごとのhoursの箱ひげ図、アルファベット順", ["Audit", "Design", "Legal", "Ops"]],
  ];
  for (const [query, order] of cases) assert.deepEqual(shown(data, query, names), order, query);
  const lines = spreads(["Line 2", "Line 10", "Line 1"], "line");
  assert.deepEqual(
    shown(lines, "boxplot of hours by line, highest median first", ["Line 2", "Line 10", "Line 1"]),
    ["Line 1", "Line 10", "Line 2"],
  );
});

Deno.test("overlaid groups stand in the legend as their names are counted", () => {
  const names = ["A", "C", "B"];
  const query = "overlay the distributions of hours by team";
  assert.deepEqual(shown(spreads(names), query, names), ["A", "B", "C"]);
  const plain = ["Ops", "Legal", "Design"];
  assert.deepEqual(shown(spreads(plain), query, plain), plain);
});

Deno.test("bars stand by their names where that is asked for", () => {
  const shops = csv("shop,sales", [["Ulm", 5], ["Aalen", 9], ["Mainz", 7]]);
  const names = ["Aalen", "Mainz", "Ulm"];
  assert.deepEqual(shown(shops, "sales by shop in alphabetical order", names), names);
  assert.deepEqual(shown(shops, "sales by shop", names), names);
  const other = csv("shop,sales", [["Ulm", 50], ["Aalen", 9], ["Mainz", 7]]);
  assert.deepEqual(shown(other, "sales by shop", names), ["Ulm", "Aalen", "Mainz"]);
  assert.deepEqual(shown(other, "sales by shop sorted A to Z", names), names);
  assert.deepEqual(shown(other, "shopごとのsalesを名前順に", names), names);
});
