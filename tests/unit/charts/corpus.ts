/** The cases of tests/corpus/charts: a table, a sentence or options, and what they become. */

import { z } from "zod";
import { chartSpec } from "../../../src/base/chart_spec.ts";

const root = new URL("../../corpus/charts/", import.meta.url);

const chartCase = z.strictObject({
  table: z.string(),
  query: z.string().default(""),
  options: chartSpec.default({}),
  spec: chartSpec.optional(),
  roles: chartSpec.optional(),
  assumed: z.array(z.string()).default([]),
  not_understood: z.array(z.string()).default([]),
});

export type ChartCase = z.infer<typeof chartCase>;

const smallTables = z.record(z.string(), z.string()).parse(
  JSON.parse(Deno.readTextFileSync(new URL("small_tables.json", root))),
);

export const caseFiles = ["real_tables.jsonl", "everyday_tables.jsonl", "small_tables.jsonl"] as const;

export function chartCases(files: readonly string[] = caseFiles): ChartCase[] {
  return files.flatMap((name) =>
    Deno.readTextFileSync(new URL(name, root)).trim().split("\n").map((line) =>
      chartCase.parse(JSON.parse(line))
    )
  );
}

export function dataOf(table: string): string {
  return smallTables[table] ?? Deno.readTextFileSync(new URL(`tables/${table}.csv`, root));
}
