/** What stands in pictures of distributions: lines, ticks, labels and shares. */

import assert from "node:assert/strict";
import { makePage } from "../../../src/charts/draw/sheet/page.ts";
import type { Level } from "../../../src/charts/draw/sheet/levels.ts";
import { layUprightLevels } from "../../../src/charts/draw/sheet/upright_levels.ts";
import { binTicks } from "../../../src/charts/draw/bin_axis.ts";
import { binsFor } from "../../../src/charts/values/bins.ts";
import { made, textsOf } from "./made.ts";
import { csv, monthsFrom, wave } from "./tables.ts";

const range = (count: number) => Array.from({ length: count }, (_, k) => k);
const measure = (text: string, size: number) => text.length * size * 0.6;
const page = makePage({ width: 1200, height: 900, language: "en", measure });

/** Values around 40, 50 and 60. */
const yearly = csv(
  "year,score",
  [2021, 2022, 2023].flatMap((year, k) => range(41).map((i) => [year, 40 + 10 * k + (i - 20) / 4])),
);

Deno.test("each panel has its own median, with its value", () => {
  const { spec, summary } = made(
    yearly,
    "how does the distribution of score change over the years, with median line",
  );
  const medians = textsOf(spec).filter((text) => text.startsWith("Median"));
  assert.deepEqual([...new Set(medians)], ["Median 40", "Median 50", "Median 60"]);
  assert.match(summary, /reference lines: Median 2021 40, 2022 50, 2023 60\.$/);
  const target = textsOf(made(yearly, "distribution of score over the years, target 45").spec);
  assert.equal(new Set(target.filter((text) => text.startsWith("Target"))).size, 1);
});

Deno.test("small multiples have each their own mean", () => {
  const data = csv(
    "month,shop,sales",
    monthsFrom(2024, 6).flatMap((month, i) =>
      ["a", "b", "c"].map((shop, k) => [month, shop, 100 * (k + 1) + i])
    ),
  );
  const { spec, summary } = made(data, "overview of sales over time for every shop with mean line");
  const means = new Set(textsOf(spec).filter((text) => text.startsWith("Mean")));
  assert.deepEqual([...means], ["Mean 102.5", "Mean 202.5", "Mean 302.5"]);
  assert.match(summary, /Mean a 102\.5, b 202\.5, c 302\.5/);
});

Deno.test("two distributions have lines of their own, and one through more is called overall", () => {
  const groups = (names: string) =>
    csv("g,v", range(120).map((i) => [names[i % names.length], 50 + 10 * (i % names.length) + 4 * wave(i)]));
  const two = textsOf(made(groups("ab"), "overlay the distributions of v by g with mean line").spec);
  assert.ok(two.some((text) => text.startsWith("a Mean")) && two.some((text) => text.startsWith("b Mean")));
  const three = made(groups("abc"), "overlay the distributions of v by g with mean line");
  assert.ok(textsOf(three.spec).some((text) => text.startsWith("Overall mean")));
  assert.match(made(groups("abc"), "gごとのvの分布を重ねて 中央値の線").summary, /補助線は全体の中央値/);
});

Deno.test("panels of very different size show shares, and say so", () => {
  const uneven = csv(
    "month,ms",
    [5, 50, 1500].flatMap((count, k) => range(count).map((i) => [`2024-0${k + 1}`, 100 + 30 * wave(i, k)])),
  );
  const { spec, metadata } = made(uneven, "how does the distribution of ms change by month");
  const texts = textsOf(spec);
  assert.ok(
    texts.includes("Share of each period") && texts.some((text) => /^\d+%$/.test(text)),
    texts.join(" | "),
  );
  assert.ok(texts.includes("n = 1,500"));
  assert.match(JSON.stringify(metadata), /"normalize"/);
  assert.ok(textsOf(made(yearly, "distribution of score over the years").spec).includes("Count"));
});

Deno.test("ticks below bins lie on their edges", () => {
  for (
    const [low, high, count] of [[1941, 467_305, 3000], [18, 90, 1500], [0.12, 0.97, 60], [
      -7,
      33,
      365,
    ]] as const
  ) {
    const values = range(count).map((i) => low + (high - low) * (i / (count - 1)) ** 3).toSorted((a, b) =>
      a - b
    );
    const bins = binsFor(values, { integer: false, most: 40 });
    for (const width of [200, 400, 1100]) {
      const domain = [bins.edges[0] ?? 0, bins.edges.at(-1) ?? 1] as const;
      const style = { language: "en", unit: "", ratio: false } as const;
      const ticks = binTicks(page, bins, { style, width, domain });
      assert.ok(ticks.length >= 3, `${low} to ${high} in ${width}: ${ticks.map(({ label }) => label)}`);
      const isEdge = (value: number) => bins.edges.some((edge) => Math.abs(edge - value) < bins.step * 1e-6);
      assert.ok(ticks.every(({ value }) => isEdge(value)), ticks.map(({ label }) => label).join());
    }
  }
});

Deno.test("a bin that holds all beyond is marked with its bound", () => {
  const values = [...range(300).map((i) => 30_000 + 5000 * wave(i)), 2_500_000];
  const one = textsOf(made(csv("pay", values.map((value) => [value])), "distribution of pay").spec);
  assert.ok(one.some((text) => /^≥ \d+k$/.test(text)), one.join(" | "));
  const two = made(
    csv("g,pay", values.map((value, i) => ["ab"[i % 2], value])),
    "overlay the distributions of pay by g",
  );
  assert.ok(textsOf(two.spec).some((text) => /^≥ \d+k$/.test(text)));
  const low = textsOf(
    made(csv("v", [...values.slice(0, 300), -900_000].map((value) => [value])), "vの分布").spec,
  );
  assert.ok(low.some((text) => /^< [\d.]+万$/.test(text)), low.join(" | "));
});

Deno.test("ratings are bars apart from each other, with their counts and shares", () => {
  const ratings = csv("rating", range(200).map((i) => [[5, 4, 4, 3, 5, 4, 2, 1, 4, 5][i % 10]]));
  const texts = textsOf(made(ratings, "distribution of rating").spec);
  for (const text of ["20 (10%)", "80 (40%)", "60 (30%)"]) assert.ok(texts.includes(text), texts.join(" | "));
  for (const value of ["1", "2", "3", "4", "5"]) assert.ok(texts.includes(value));
  const ages = textsOf(made(csv("age", range(200).map((i) => [20 + i % 23])), "distribution of age").spec);
  assert.ok(!ages.some((text) => /\(\d/.test(text)), "many whole numbers are no ratings");
});

Deno.test("groups of a few values are named beside their distributions", () => {
  const data = csv(
    "plan,cost",
    range(125).map((i) => [i < 5 ? "gold" : i % 2 === 0 ? "basic" : "plus", 50 + 20 * wave(i)]),
  );
  const texts = textsOf(made(data, "overlay the distributions of cost by plan").spec);
  assert.ok(texts.some((text) => text.includes("Fewer than 10 values in gold")), texts.join(" | "));
});

Deno.test("no line runs through the name of another, and no names lie on each other", () => {
  const level = (value: number): Level => {
    const label = `Some line at ${value}`;
    return { kind: "threshold", value, name: label, label, told: label };
  };
  for (
    const values of [[50, 50], [50, 51], [50, 51, 52, 53], [0, 1, 2], [100, 99, 98], [3, 50, 51, 97, 98]]
  ) {
    const { places } = layUprightLevels(page, values.map(level), { width: 700, x: [0, 100] });
    assert.equal(places.length, values.length);
    for (const a of places) {
      for (const b of places) {
        if (a === b) continue;
        const isCrossed = b.row > a.row && b.x > a.from && b.x < a.to;
        const isCovered = a.row === b.row && a.from < b.to && b.from < a.to;
        assert.ok(!isCrossed && !isCovered, JSON.stringify({ values, a, b }));
      }
    }
  }
});
