/** A bound on what whole groups are measured by: 「平均年収が550万円以上の部署」, "stores with total sales above 1m". */

import type { NumberColumn } from "../table/column.ts";
import type { Mention } from "./mentioned_columns.ts";
import { boundOf } from "./number_bound.ts";
import { saidCondition } from "./number_forms.ts";

export interface GroupBound {
  readonly column: NumberColumn;
  readonly keeps: (value: number) => boolean;
  readonly text: string;
}

/** English words for one value of many rows. */
export const takenTogether = "average|avg|mean|median|total|combined|overall";
const together = new RegExp(`(?:平均|合計|総|(?:中央値|平均|合計)の|\\b(?:${takenTogether}) )$`, "i");

/** Null where no word says that the rows of a group are taken together. */
export function groupBound(
  found: string,
  { before, numbers }: { readonly before: string; readonly numbers: readonly Mention[] },
): GroupBound | null {
  const { body, leavesOut } = saidCondition(found);
  if (leavesOut) return null;
  const word = together.exec(before)?.[0] ?? "";
  for (const { column, words } of numbers) {
    if (column.kind !== "number") continue;
    const [own] = word === "" ? [] : new RegExp(`^(?:${words})`, "i").exec(body) ?? [];
    const [behind] = new RegExp(`(?:${words})の?(?:平均|合計|総額|総計|中央値)[がは]$`, "i").exec(before) ??
      [];
    if (own === undefined && behind === undefined) continue;
    const bound = boundOf(column, body.slice(own?.length ?? 0));
    if (bound === null) return null;
    return {
      column,
      keeps: bound.keeps,
      text: `${own === undefined ? behind : word}${found.trim()}`.replace(/の$/, ""),
    };
  }
  return null;
}
