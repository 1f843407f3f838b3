import assert from "node:assert/strict";
import { planChart } from "../../../src/charts/plan/plan_chart.ts";
import { subjectOf } from "../../../src/charts/read/restrict_table.ts";
import { joinTimeColumns } from "../../../src/charts/table/joined_time.ts";
import { parseData } from "../../../src/charts/table/parse_data.ts";
import { understandTable } from "../../../src/charts/table/understand_table.ts";
import { english, japanese, type Sentence } from "./sentences.ts";
import { tables } from "./tables.ts";

function patternOf([table, query]: Sentence): string {
  const understood = understandTable(parseData(tables[table]));
  const columns = joinTimeColumns(understood.columns);
  const { table: about, intent } = subjectOf(query, { ...understood, columns });
  return planChart(about, intent, { names: { value: "value", series: "series" } }).pattern;
}

function misses(sentences: readonly Sentence[]): string[] {
  return sentences.flatMap((sentence) => {
    const found = patternOf(sentence);
    return found === sentence[2] ? [] : [`${sentence[1]}: ${found} instead of ${sentence[2]}`];
  });
}

Deno.test("sixty Japanese sentences become the chart they ask for", () => {
  assert.ok(japanese.length >= 60);
  assert.deepEqual(misses(japanese), []);
});

Deno.test("sixty English sentences become the chart they ask for", () => {
  assert.ok(english.length >= 60);
  assert.deepEqual(misses(english), []);
});
