import assert from "node:assert/strict";
import { chartPatterns, type ChartSpec, chartSpec } from "../../../src/base/chart_spec.ts";
import { AppError } from "../../../src/base/errors.ts";
import { makeChart } from "../../../src/charts/make_chart.ts";
import { repeatableDice } from "../../harness/repeatable_random.ts";
import { requestOf } from "./examples.ts";

const cells = [
  "",
  "1",
  "-3.5",
  "1e309",
  "NaN",
  "2024-01-05",
  "1月",
  "東京",
  "a,b",
  '"',
  '"q"',
  "\n",
  "💥",
  "12%",
  "¥1,200",
  "null",
  "x".repeat(500),
  "\t",
  "|",
  ";",
  "0",
  "Infinity",
  "{",
  "[1]",
  "datum.x",
  "<b>",
  "\u200b",
  "__proto__",
  "constructor",
];
const queries = [
  "推移",
  "compare by group",
  "分布",
  "hello",
  "overview over time",
  "ばらつき",
  "top 3",
  "目標 100 の推移",
  "share",
];
const patterns = [undefined, ...chartPatterns];

function specOf(pick: (below: number) => number): ChartSpec {
  const pattern = patterns[pick(patterns.length)];
  const maybe = <T>(value: T): T | undefined => pick(8) === 0 ? value : undefined;
  const spec = {
    pattern,
    stack: maybe(true),
    normalize: maybe("share" as const),
    limit: maybe(2),
    scale: maybe("log" as const),
    bins: maybe(7),
    lines: maybe([{ kind: "mean" as const }]),
  };
  return chartSpec.parse(JSON.parse(JSON.stringify(spec)));
}

function draw(data: string, pick: (below: number) => number): void {
  const query = queries[pick(queries.length)] ?? "";
  try {
    const chart = makeChart(
      requestOf({ data, query }, { spec: specOf(pick), width: 600, height: 400 }),
      {
        measure: (text, size) => text.length * size * 0.6,
      },
    );
    assert.ok(chart.summary.length > 0);
    assert.doesNotMatch(
      chart.svg,
      /="[^"]*(?:NaN|Infinity|undefined)|<(?!\/?(?:svg|rect|text|line|path|circle)\b)/,
    );
  } catch (error) {
    assert.ok(error instanceof AppError, `${error}\n${JSON.stringify(data).slice(0, 300)} ${query}`);
  }
}

Deno.test("whatever a CSV holds, there is a chart or a clear error", () => {
  for (let seed = 1; seed <= 400; seed++) {
    const pick = repeatableDice(seed);
    const columns = 1 + pick(5);
    const line = () => Array.from({ length: columns + pick(2) }, () => cells[pick(cells.length)]).join(",");
    draw(
      [
        `h0${Array.from({ length: columns - 1 }, (_, k) => `,h${k + 1}`).join("")}`,
        ...Array.from({ length: pick(12) }, line),
      ].join("\n"),
      pick,
    );
  }
});

Deno.test("whatever a JSON holds, there is a chart or a clear error", () => {
  for (let seed = 1; seed <= 400; seed++) {
    const pick = repeatableDice(seed * 7919);
    const value = (depth: number): unknown => {
      const kind = pick(depth > 3 ? 5 : 8);
      if (kind < 3) return cells[pick(cells.length)];
      if (kind === 3) return pick(1000) - 500;
      if (kind === 4) return null;
      if (kind === 5) return Array.from({ length: pick(4) }, () => value(depth + 1));
      return Object.fromEntries(Array.from({ length: pick(4) }, (_, k) => [`k${k}`, value(depth + 1)]));
    };
    const rows = Array.from({ length: 1 + pick(8) }, () => ({ a: value(3), b: value(3), c: value(pick(4)) }));
    draw(JSON.stringify(pick(2) === 0 ? rows : value(0)), pick);
  }
});
