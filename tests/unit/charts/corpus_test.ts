/**
 * Cases as data, in tests/corpus/charts: a table, a sentence or options, and the specification that they become. A case
 * gives the whole specification as `spec`, or only its pattern and columns as `roles`; and, where it has some, the fields
 * that are assumed and the words that are not understood. What is read can be drawn.
 */

import assert from "node:assert/strict";
import type { ResolvedSpec } from "../../../src/base/chart_spec.ts";
import { readChart } from "../../../src/charts/read/read_chart.ts";
import type { Table } from "../../../src/charts/table/column.ts";
import { readTable } from "../../../src/charts/table/read_table.ts";
import { drawSpec } from "../../../src/charts/draw_spec.ts";
import { caseFiles, type ChartCase, chartCases, dataOf } from "./corpus.ts";
import { measure } from "./made.ts";

const tables = new Map<string, Table>();

function tableOf(name: string): Table {
  const known = tables.get(name);
  if (known !== undefined) return known;
  const { table } = readTable({ data: dataOf(name), language: "en", named: [] });
  tables.set(name, table);
  return table;
}

function rolesOf({ pattern, x, y, color, facet }: ResolvedSpec): object {
  return Object.fromEntries(
    Object.entries({ pattern, x, y, color, facet }).filter(([, value]) => value !== undefined),
  );
}

function check({ table: name, query, options, spec, roles, assumed, not_understood }: ChartCase): void {
  const table = tableOf(name);
  const said = `${name}: ${query} ${JSON.stringify(options)}`;
  const read = readChart({ query, options }, table);
  if (roles !== undefined) assert.deepEqual(rolesOf(read.spec), roles, said);
  if (spec !== undefined) {
    assert.deepEqual(read.spec, spec, said);
    assert.deepEqual(read.assumed.map(({ field }) => field), assumed, said);
    assert.deepEqual(read.notUnderstood, not_understood, said);
  }
  drawSpec(table, read.spec, { width: 1200, height: 900, language: read.language, measure });
  const again = readChart({ query: "", options: read.spec }, table);
  assert.deepEqual(again.spec, read.spec, `${said}, passed back`);
  assert.deepEqual(again.assumed, [], `${said}, passed back`);
}

for (const name of caseFiles) {
  Deno.test(`the charts of ${name} are read as specified`, () => {
    const failures: string[] = [];
    for (const one of chartCases([name])) {
      try {
        check(one);
      } catch (error) {
        if (!(error instanceof Error)) throw error;
        failures.push(error.message);
      }
    }
    assert.deepEqual(failures, []);
  });
}
