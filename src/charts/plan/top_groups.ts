/** Only as many groups as a sentence asks for, where a chart shows more than one bar for each: the largest, or the smallest. */

import type { Intent } from "../read/find_intent.ts";
import type { Subject } from "../read/restrict_table.ts";
import type { CategoryColumn, Table } from "../table/column.ts";
import { pickRows } from "../table/pick_rows.ts";
import { aggregate, valuesOf } from "../values/aggregate.ts";
import { aggregationFor } from "../values/aggregation_for.ts";
import type { Plan } from "./plan_chart.ts";

/** The subject with the rows of these groups alone; null where there are no more than that, or bars show them by themselves. */
export function withTopGroups(subject: Subject, plan: Plan): Subject | null {
  const { table, intent } = subject;
  const column = groupsOf(plan, table);
  if (intent.top === null || column === null || column.distinct <= intent.top) return null;
  const { codes, labels } = column.values();
  const kept = rankedCodes(column, { plan, intent }).slice(0, intent.top);
  if (kept.length === 0 || kept.length === labels.length) return null;
  const wanted = new Set(kept);
  const left = pickRows(table, (row) => wanted.has(codes[row] ?? -1));
  return {
    ...subject,
    table: left,
    intent: inTable(intent, left),
    restrictions: [...subject.restrictions, {
      kind: "top",
      column: column.name,
      labels: kept.map((code) => labels[code] ?? ""),
      groups: labels.length,
      value: plan.roles.value?.name ?? null,
      fromBelow: intent.senses.has("ascending"),
    }],
  };
}

/** The column of the groups that are cut; bars of one value each cut their own. */
function groupsOf({ pattern, roles, melted }: Plan, { columns }: Table): CategoryColumn | null {
  const group = roles.group ?? roles.second;
  const isCut = (pattern === "P02" && roles.second === null) || pattern === "P03";
  if (melted || group === null || isCut) return null;
  const own = columns.find(({ index, kind }) => index === group.index && kind === "category");
  return own?.kind === "category" ? own : null;
}

function rankedCodes(
  column: CategoryColumn,
  { plan: { roles: { value } }, intent }: { readonly plan: Plan; readonly intent: Intent },
): number[] {
  const { codes, labels } = column.values();
  const { values } = aggregate(
    { keys: codes, size: labels.length, ...valuesOf(value) },
    aggregationFor(value, intent),
  );
  const sign = intent.senses.has("ascending") ? 1 : -1;
  return labels.map((_, code) => code).filter((code) => !Number.isNaN(values[code] ?? NaN))
    .toSorted((a, b) => sign * ((values[a] ?? 0) - (values[b] ?? 0)));
}

/** The intent with the columns of another table of the same kind. */
export function inTable(intent: Intent, { columns }: Table): Intent {
  return {
    ...intent,
    mentions: intent.mentions.map((mention) => ({
      ...mention,
      column: columns.find(({ index }) => index === mention.column.index) ?? mention.column,
    })),
    things: intent.things.map((thing) => columns.find(({ index }) => index === thing.index) ?? thing),
  };
}
