/** What pictures say and how they are laid out: titles, notes, labels that do not touch, broken lines, axes. */

import assert from "node:assert/strict";
import type { ResolvedSpec } from "../../../src/base/chart_spec.ts";
import type { Language } from "../../../src/base/language.ts";
import { makeChart } from "../../../src/charts/make_chart.ts";
import { fontMetrics } from "../../../src/imaging/font.ts";
import { examples, requestOf } from "./examples.ts";
import { drawn, textsOf } from "./made.ts";
import { csv, daysFrom, monthsFrom, wave } from "./tables.ts";

interface Letters {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Where the texts of a picture are. */
function lettersIn(svg: string): Letters[] {
  const found = svg.matchAll(
    /<text x="([\d.-]+)" y="([\d.-]+)" text-anchor="(\w+)" font-size="([\d.]+)px"([^>]*)>([^<]*)</g,
  );
  return Array.from(found).flatMap(([, x = "", y = "", anchor, size = "", rest = "", text = ""]) => {
    if (rest.includes('fill="white" stroke="white"')) return [];
    const plain = text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
    const width = fontMetrics.width(plain, Number(size));
    const left = Number(x) - (anchor === "end" ? width : anchor === "middle" ? width / 2 : 0);
    return [{ text, left, right: left + width, top: Number(y) - Number(size) * 0.7, bottom: Number(y) }];
  });
}

function assertReadable(
  svg: string,
  { width, height }: { readonly width: number; readonly height: number },
): void {
  const all = lettersIn(svg);
  for (const one of all) {
    const isInside = one.left >= -1 && one.right <= width + 1 && one.top >= -1 && one.bottom <= height + 1;
    assert.ok(isInside, `"${one.text}" is beyond the page`);
  }
  all.forEach((one, at) => {
    for (const other of all.slice(at + 1)) {
      const isApart = one.right <= other.left || other.right <= one.left || one.bottom <= other.top ||
        other.bottom <= one.top;
      assert.ok(isApart, `"${one.text}" and "${other.text}" run into each other`);
    }
  });
}

for (const [width, height] of [[1200, 900], [800, 600], [2000, 700], [600, 900]] as const) {
  Deno.test(`no text of any example touches another or leaves a page of ${width} × ${height}`, () => {
    for (const example of examples) {
      const { svg } = makeChart(requestOf(example, { width, height }), { measure: fontMetrics.width });
      assertReadable(svg, { width, height });
    }
  });
}

Deno.test("at the width of a chat no text of the default picture is smaller than 9 pixels", () => {
  for (const example of examples) {
    const { svg } = makeChart(requestOf(example), { measure: fontMetrics.width });
    for (const [, size] of svg.matchAll(/font-size="([\d.]+)px"/g)) {
      assert.ok(Number(size) * 700 / 1200 >= 9, `${size} px in ${example.name}`);
    }
  }
});

const days = daysFrom("2024-01-01", 120);
const readings = csv(
  "date,city,temp_max",
  days.flatMap((day, i) => ["Oslo", "Rome"].map((city, k) => [day, city, 50 + 9 * wave(i, k)])),
);
const products = csv(
  "product,sales",
  Array.from({ length: 58 }, (_, k) => [`item ${"abcdefghij"[k % 10]}${k}x`, 1000 - k]),
);
const gap = csv("date,level", days.filter((_, i) => i < 40 || i > 80).map((day, i) => [day, 100 + i % 7]));

const crowded: readonly (readonly [string, string, ResolvedSpec])[] = [
  [
    "values behind lying bars that reach the end of the axis",
    csv(
      "name,v",
      Array.from({ length: 20 }, (_, k) => [`a rather long name ${"abcdefghijklmnopqrst"[k]}`, 1999.87 - k]),
    ),
    { pattern: "P02", x: "name", y: "v", aggregate: "sum" },
  ],
  [
    "ticks of logarithmic axes in panels",
    csv("g,x,y", Array.from({ length: 80 }, (_, k) => [`g${k % 2}`, 220 * 1.083 ** k, k])),
    { pattern: "scatter", x: "x", y: "y", facet: "g", scale: "log" },
  ],
];

for (const [what, data, spec] of crowded) {
  Deno.test(`${what} stay apart and on the page`, () => {
    const { svg } = makeChart(requestOf({ data, query: "", spec }), { measure: fontMetrics.width });
    assertReadable(svg, { width: 1200, height: 900 });
    const all = lettersIn(svg);
    for (const one of all) {
      const next = all.find(({ left, bottom }) => left > one.left && bottom === one.bottom);
      assert.ok(next === undefined || next.left - one.right > 6, `"${one.text}" and "${next?.text}" touch`);
    }
  });
}

const titles: readonly (readonly [string, ResolvedSpec, Language, string])[] = [
  [
    readings,
    { pattern: "P01", x: "date", y: "temp_max", aggregate: "mean", time_unit: "month" },
    "en",
    "Mean temp_max by month",
  ],
  [
    readings,
    { pattern: "P02", x: "city", y: "temp_max", aggregate: "max" },
    "en",
    "Maximum temp_max by city",
  ],
  [
    readings,
    { pattern: "P12", x: "date", y: "temp_max", color: "city", aggregate: "median", time_unit: "week" },
    "en",
    "Median temp_max by week and city",
  ],
  [readings, { pattern: "P02", x: "city" }, "en", "Number of rows by city"],
  [readings, { pattern: "P02", x: "city", normalize: "share" }, "en", "Share of number of rows by city"],
  [
    readings,
    { pattern: "P01", x: "date", y: "temp_max", aggregate: "mean", time_unit: "month" },
    "ja",
    "temp_maxの平均の推移（月ごと）",
  ],
  [readings, { pattern: "P02", x: "city", y: "temp_max", aggregate: "sum" }, "ja", "city別のtemp_maxの合計"],
  ["性別,点\n男,1\n女,3", { pattern: "P02", x: "性別", y: "点", aggregate: "mean" }, "ja", "性別の点"],
  [products, { pattern: "P02", x: "product", y: "sales", aggregate: "sum" }, "en", "Sales by product"],
  [products, { pattern: "P02", x: "product", y: "sales", aggregate: "sum", title: "Mine" }, "en", "Mine"],
];

for (const [data, spec, language, title] of titles) {
  Deno.test(`the title of a picture states the aggregation: ${title}`, () => {
    assert.equal(textsOf(drawn(data, spec, language).svg)[0], title);
  });
}

Deno.test("a picture says of which groups it is, and under which conditions", () => {
  const { svg, warnings } = drawn(products, {
    pattern: "P02",
    x: "product",
    y: "sales",
    aggregate: "sum",
    limit: 12,
    sort: "-value",
    filter: [{ column: "sales", op: ">", value: 10 }],
  });
  assert.match(textsOf(svg)[1] ?? "", /sales &gt; 10 · 12 of 58 groups of product/);
  assert.match(warnings.join(), /12 of 58/);
});

Deno.test("a line is broken where data is missing for long, and the reply says so", () => {
  const { svg, warnings } = drawn(gap, { pattern: "P01", x: "date", y: "level", aggregate: "mean" });
  assert.equal([...svg.matchAll(/<path [^>]*stroke="#0072b2"/g)].length, 2);
  assert.match(warnings.join(), /broken where data is missing/);
});

Deno.test("a month that the data covers only in part is named, if it is a sum", () => {
  const spec = { pattern: "P01", x: "date", y: "level", time_unit: "month" } as const;
  const data = csv("date,level", daysFrom("2024-01-01", 100).map((day) => [day, 1]));
  assert.deepEqual(drawn(data, { ...spec, aggregate: "sum" }).warnings, [
    "Data covers only part of Apr 2024",
  ]);
  assert.deepEqual(drawn(data, { ...spec, aggregate: "mean" }).warnings, []);
  const whole = csv("date,level", daysFrom("2024-01-01", 91).map((day) => [day, 1]));
  assert.deepEqual(drawn(whole, { ...spec, aggregate: "sum" }).warnings, []);
  const rare = csv("date,level", daysFrom("2024-01-01", 91).map((day, at) => [day, at % 31 < 5 ? 9 : 1]));
  const filter = [{ column: "level", op: ">" as const, value: 5 }];
  assert.deepEqual(drawn(rare, { ...spec, aggregate: "sum", filter }).warnings, []);
});

Deno.test("workdays make one line", () => {
  const workdays = csv(
    "date,price",
    days.filter((day) => ![0, 6].includes(new Date(day).getUTCDay())).map((day, i) => [day, i]),
  );
  const { svg } = drawn(workdays, { pattern: "P01", x: "date", y: "price", aggregate: "mean" });
  assert.equal([...svg.matchAll(/<path [^>]*stroke="#0072b2"/g)].length, 1);
});

Deno.test("lines far from zero are drawn without it, bars never; what is said outright holds", () => {
  const spec = { x: "date", y: "level", aggregate: "mean" } as const;
  const texts = (more: Pick<ResolvedSpec, "pattern" | "scale" | "time_unit">) =>
    textsOf(drawn(gap, { ...spec, ...more }).svg);
  assert.ok(!texts({ pattern: "P01" }).includes("0"));
  assert.match(texts({ pattern: "P01" }).join(), /does not start at zero/);
  assert.ok(texts({ pattern: "P01", scale: "zero" }).includes("0"));
  assert.ok(texts({ pattern: "P02", time_unit: "month" }).includes("0"));
  assert.match(texts({ pattern: "P01", scale: "log" }).join(), /Logarithmic scale/);
});

Deno.test("lines over a chart have their names and values", () => {
  const data = csv("month,sales", monthsFrom(2024, 12).map((month, i) => [month, 100 + 10 * i]));
  const lines = [{ kind: "mean" }, { kind: "target", value: 160 }, {
    kind: "moving_average",
    window: 3,
  }] as const;
  const { svg, sentences } = drawn(data, {
    pattern: "P01",
    x: "month",
    y: "sales",
    aggregate: "sum",
    lines: [...lines],
  });
  const texts = textsOf(svg).join("\n");
  assert.match(texts, /Mean 155/);
  assert.match(texts, /Target 160/);
  assert.match(texts, /3-point moving average/);
  assert.match(sentences.join(" "), /Reference lines: Mean 155, Target 160, 3-point moving average/);
});

Deno.test("the mean of stacked bars is that of the stacks, and its name stands between them", () => {
  const data = "region,channel,sales\nNorth,web,10\nNorth,shop,30\nSouth,web,20\nSouth,shop,40";
  const { svg, sentences } = drawn(data, {
    pattern: "P21",
    x: "region",
    y: "sales",
    color: "channel",
    aggregate: "sum",
    stack: true,
    lines: [{ kind: "mean" }],
  });
  assert.ok(textsOf(svg).includes("Mean 50"));
  assert.match(sentences.join(" "), /Reference lines: Mean 50/);
});

Deno.test("twenty groups have twenty colours", () => {
  const groups = Array.from({ length: 20 }, (_, at) => `g${at}`);
  const data = csv(
    "month,group,v",
    monthsFrom(2024, 3).flatMap((month) => groups.map((group, at) => [month, group, at])),
  );
  const { svg } = drawn(data, { pattern: "P12", x: "month", y: "v", color: "group", limit: 20 });
  const colors = new Set([...svg.matchAll(/<path [^>]*stroke="(#[0-9a-f]{6})"/g)].map(([, color]) => color));
  assert.ok(colors.size >= 20, `${colors.size} colours`);
});

Deno.test("a logarithmic axis goes from the step below the values to the one above them", () => {
  const data = "x,y\n600,48\n3000,60\n130000,84";
  const texts = textsOf(drawn(data, { pattern: "scatter", x: "x", y: "y", scale: "log" }).svg);
  assert.ok(texts.includes("500") && texts.includes("200k") && !texts.includes("1"), texts.join());
  assert.match(texts.join(), /Logarithmic scale of x/);
  const bars = textsOf(drawn("k,v\na,300\nb,40000", { pattern: "P02", x: "k", y: "v", scale: "log" }).svg);
  assert.ok(bars.includes("200") && !bars.includes("1"), bars.join());
});

Deno.test("far values of a histogram are in one bin, and the picture says so", () => {
  const values = [...Array.from({ length: 95 }, (_, at) => at % 19), 900, 2000, 4000, 5000, 9000];
  const { svg } = drawn(csv("v", values.map((value) => [value + 0.5])), { pattern: "P03", x: "v" });
  assert.match(textsOf(svg).join(), /Last bin: \d+ and above/);
});

Deno.test("nothing of the data can become a tag or an attribute", () => {
  const data = 'name,v\n"<script>alert(1)</script>",1\n"a"" onload=""x",2';
  const { svg } = drawn(data, { pattern: "P02", x: "name", y: "v", aggregate: "sum", title: "<b>&amp;" });
  assert.doesNotMatch(svg, /<script|<b>|<[^>]*onload/);
  assert.match(svg, /&lt;b&gt;&amp;amp;/);
});
