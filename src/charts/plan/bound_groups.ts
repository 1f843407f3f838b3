/** Only the groups whose value meets a bound of the sentence. */

import type { Subject } from "../read/restrict_table.ts";
import { pickRows } from "../table/pick_rows.ts";
import { aggregate } from "../values/aggregate.ts";
import { aggregationFor } from "../values/aggregation_for.ts";
import type { Plan } from "./plan_chart.ts";
import { inTable } from "./top_groups.ts";

/** The subject with the rows of these groups alone; null where the sentence bounds none. */
export function withBoundGroups(
  { groupBound, ...subject }: Subject,
  { roles: { group, value } }: Plan,
): Subject | null {
  if (groupBound === undefined) return null;
  const { table, intent, restrictions } = subject;
  const { text, keeps } = groupBound;
  const column = table.columns.find(({ index }) => index === group?.index);
  if (column?.kind !== "category" || value?.index !== groupBound.column.index) {
    return { ...subject, restrictions: [...restrictions, { kind: "unclear", texts: [text] }] };
  }
  const { codes, labels } = column.values();
  const { values } = aggregate(
    { keys: codes, size: labels.length, values: value.values() },
    aggregationFor(value, intent),
  );
  const kept = new Set(labels.flatMap((_, code) => keeps(values[code] ?? NaN) ? [code] : []));
  if (kept.size === 0) {
    return { ...subject, restrictions: [...restrictions, { kind: "no_such_rows", texts: [text] }] };
  }
  const left = pickRows(table, (row) => kept.has(codes[row] ?? -1));
  return {
    ...subject,
    table: left,
    intent: inTable(intent, left),
    restrictions: [...restrictions, {
      kind: "groups",
      column: column.name,
      text,
      kept: kept.size,
      groups: labels.length,
    }],
  };
}
