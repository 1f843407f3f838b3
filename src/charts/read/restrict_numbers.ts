/** The rows that meet the conditions on numbers of a sentence. */

import type { Table } from "../table/column.ts";
import { pickRows } from "../table/pick_rows.ts";
import type { NumberCondition } from "./number_bound.ts";
import type { Restriction } from "./restriction.ts";

/** Only the rows of which all conditions hold; all where there are none. */
export function withConditions(
  table: Table,
  conditions: readonly NumberCondition[],
): { readonly table: Table; readonly restrictions: readonly Restriction[] } {
  if (conditions.length === 0) return { table, restrictions: [] };
  const tests = conditions.flatMap(({ column, keeps }) => {
    const now = table.columns.find(({ index }) => index === column.index);
    return now?.kind === "number" ? [{ values: now.values(), keeps }] : [];
  });
  const left = pickRows(table, (row) => tests.every(({ values, keeps }) => keeps(values[row] ?? NaN)));
  const textsOf = (out: boolean) =>
    conditions.flatMap(({ text, leavesOut = false }) => leavesOut === out ? [text] : []);
  const [texts, without] = [textsOf(false), textsOf(true)];
  if (left.rows === 0) {
    return { table, restrictions: [{ kind: "no_such_rows", texts: [...texts, ...without] }] };
  }
  return {
    table: left,
    restrictions: [
      ...(texts.length === 0 ? [] : [{ kind: "rows", texts } as const]),
      ...(without.length === 0 ? [] : [{ kind: "without_rows", texts: without } as const]),
    ],
  };
}
