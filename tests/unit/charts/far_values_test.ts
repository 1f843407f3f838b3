/** A few values far away from all others: the others can still be read, and the far ones are told. */

import assert from "node:assert/strict";
import { binsFor, countInBins } from "../../../src/charts/values/bins.ts";
import { plainBars } from "../../../src/charts/draw/histogram.ts";
import { makeChart } from "../../../src/charts/make_chart.ts";
import { requestOf } from "./examples.ts";
import { made, textsOf } from "./made.ts";
import { csv, monthsFrom } from "./tables.ts";

const usual = Array.from({ length: 200 }, (_, k) => 20 + 3 * Math.sin(k * 7.3));

Deno.test("bins show the form of a distribution although a few values are far away, which the last one holds", () => {
  const sorted = Float64Array.from([...usual, 9999, 99_999]).sort();
  const bins = binsFor(sorted, { integer: false, most: 40, inside: [] });
  const counts = countInBins(sorted, bins);
  assert.deepEqual(bins.open, { below: false, above: true });
  assert.equal(counts.at(-1), 2);
  assert.equal(counts.reduce((sum, count) => sum + count), sorted.length);
  assert.ok(Math.max(...counts) < 100, counts.join(" "));
  const both = binsFor(Float64Array.from([-9999, ...usual, 9999]).sort(), {
    integer: false,
    most: 40,
    inside: [],
  });
  assert.deepEqual(both.open, { below: true, above: true });
});

Deno.test("bins reach as far as a line does, and as far as the values where these are spread evenly", () => {
  const sorted = Float64Array.from([...usual, 99_999]).sort();
  const { edges } = binsFor(sorted, { integer: false, most: 40, inside: [300] });
  assert.ok((edges.at(-1) ?? 0) >= 300);
  const even = binsFor(Float64Array.from(usual).sort(), { integer: false, most: 40, inside: [] });
  assert.deepEqual(even.open, { below: false, above: false });
  const closed = binsFor(sorted, { integer: false, most: 40 });
  assert.ok((closed.edges.at(-1) ?? 0) >= 99_999, "unless they may be gathered");
});

Deno.test("a histogram says what its last bar holds, and has no number at its open end", () => {
  const rows = [...usual, 99_999].map((value) => [value]);
  const { spec, summary } = made(csv("temp", rows), "distribution of temp");
  const texts = textsOf(spec);
  assert.ok(texts.some((text) => /last bar: all from 3\d on/.test(text)), texts.join(" | "));
  assert.ok(texts.every((text) => !/99/.test(text)));
  assert.match(summary, /one value lies far outside \(99,999\)/);
  const ja = textsOf(made(csv("気温", rows), "気温の分布").spec);
  assert.ok(ja.some((text) => /右端は3\d以上のすべて/.test(text)), ja.join(" | "));
});

Deno.test("of a histogram only the bars that are open are grey, also where the width of its bins is no binary number", () => {
  const near = usual.map((value) => 33.3 + (value - 20) / 20);
  const bins = binsFor(Float64Array.from([-9999, ...near, 9999]).sort(), {
    integer: false,
    most: 40,
    inside: [],
  });
  assert.deepEqual([bins.step, bins.open], [0.2, { below: true, above: true }]);
  const [first, second, ...rest] = plainBars(bins, bins.edges.slice(1).map(() => 1)).map(({ color }) =>
    color
  );
  assert.notEqual(first, second);
  assert.deepEqual(rest, [...rest.slice(1).map(() => second), first]);
});

Deno.test("a line beyond all values lies within its own panel", () => {
  const rows = ["2020", "2021", "2022"].flatMap((year) =>
    usual.map((value, at) => [year, at % 2 === 0 ? "a" : "b", value])
  );
  for (const pattern of ["P03", "P13", "P23"] as const) {
    const { spec } = makeChart(
      requestOf({ data: csv("year,class,score", rows), query: "distribution of score, target 120" }, {
        pattern,
      }),
      { measure: (text, size) => text.length * size * 0.6 },
    );
    const text = JSON.stringify(spec);
    const widths = [...text.matchAll(/"width":(\d+(?:\.\d+)?),"height"/g)].map(([, width]) => Number(width));
    const lines = [...text.matchAll(/\{"x":(-?[\d.]+),"x2":[^{}]*"color":"#c2185b"/g)];
    assert.ok(lines.length > 0 && widths.length > 0, text.slice(0, 300));
    for (const [, x] of lines) assert.ok(Number(x) <= Math.max(...widths), `${pattern}: ${x} of ${widths}`);
  }
});

Deno.test("boxes can be read although a few outliers are far away, which are counted at the end of the axis", () => {
  const rows = ["a", "b"].flatMap((group) => usual.map((value): [string, number] => [group, value]));
  const texts = textsOf(made(csv("g,v", [...rows, ["b", 9000], ["b", -9000]]), "spread of v by g").spec);
  assert.ok(texts.includes("▲1") && texts.includes("▼1"), texts.join(" | "));
  assert.ok(texts.some((text) => text.includes("▲▼ outliers beyond the axis, from −9,000 to 9,000")));
  assert.ok(texts.every((text) => text !== "8,000" && text !== "10k"), texts.join(" | "));
  const high = textsOf(made(csv("g,v", [...rows, ["b", 9000]]), "spread of v by g").spec);
  assert.ok(high.some((text) => text.includes("▲ outliers beyond the axis, up to 9,000")), high.join(" | "));
  const low = textsOf(made(csv("g,v", [...rows, ["b", -5], ["b", -9000]]), "spread of v by g").spec);
  assert.ok(low.some((text) => text.includes("▼ outliers beyond the axis, down to −9,000")), low.join(" | "));
  assert.ok(low.every((text) => !text.includes("▲")), low.join(" | "));
  const near = textsOf(made(csv("g,v", [...rows, ["b", 60]]), "spread of v by g").spec);
  assert.ok(near.every((text) => !text.includes("▲")));
});

Deno.test("a column of one value is one bar among empty places, and is told as such", () => {
  const { spec, summary } = made(
    csv("score", Array.from({ length: 30 }, () => [70])),
    "distribution of score",
  );
  assert.match(summary, /^All values of score are 70 \(n=30\)\./);
  assert.ok(["69", "70", "71"].every((tick) => textsOf(spec).includes(tick)));
});

Deno.test("values far below zero are looked at as closely as those far above it", () => {
  const rows = monthsFrom(2024, 6).map((month, at) => [month, -4000 - at]);
  const { spec } = made(csv("month,v", rows), "v trend");
  assert.match(JSON.stringify(spec), /The axis does not start at zero/);
  const [low = 0, high = 0] = domainOf(spec);
  assert.ok(low < -4005 && low > -4010 && high > -4000 && high < -3990, `${low} ${high}`);
  const across = made(csv("month,v", [["2024-01", -5], ["2024-02", 4000]]), "v trend");
  assert.doesNotMatch(JSON.stringify(across.spec), /does not start at zero/);
  const flat = made(csv("month,v", [["2024-01", -1], ["2024-02", -900]]), "v trend");
  assert.equal(domainOf(flat.spec)[1], 0);
});

Deno.test("values further apart than any number is large keep their places", () => {
  const { spec } = made("month,v\n2024-01,0\n2024-02,1.5e308\n2024-03,-1.5e308", "v trend");
  const text = JSON.stringify(spec);
  assert.doesNotMatch(text, /null,"series"|Infinity|NaN/);
  const [low = 0, high = 0] = domainOf(spec);
  assert.ok(Number.isFinite(high - low) && low < 0 && high > 0);
  assert.match(text, /"−1\.5e308"/);
});

/** The ends of the scale of values. */
function domainOf(spec: unknown): number[] {
  const [, found = "[]"] =
    /"y":\{"field":"y","type":"quantitative","scale":\{"domain":(\[[^\]]*\])/.exec(JSON.stringify(spec)) ??
      [];
  const domain: unknown = JSON.parse(found);
  assert.ok(Array.isArray(domain));
  return domain.map(Number);
}

Deno.test("a histogram with a line trillions of bins away from its values is drawn", () => {
  for (const query of ["vの分布 下限値 万億", "vの分布 下限値 万億万億万億"]) {
    assert.match(made(csv("v", usual.map((value) => [value])), query).summary, /下限/);
  }
});
