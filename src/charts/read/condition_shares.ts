/** The share of rows that meet a condition: 「50点未満の割合を教科別に」, "percentage of orders over 100 by shop". */

import type { CategoryColumn, Table } from "../table/column.ts";
import type { NumberCondition } from "./number_bound.ts";
import type { ShareWithin } from "./share_within.ts";

export interface SharedRows {
  /** The condition of which the share of all rows is asked for. */
  readonly share?: NumberCondition;
}

/** Whether words around a condition ask how many of all meet it. */
export function asksShare(before: string, behind: string): boolean {
  const deed = "(?:に|で)?[一-龠]{1,3}(?:さ|し|れ|い|っ|え|き|け|か){0,3}[たるだ](?:[一-龠ァ-ヶー]{1,6}の)?";
  return new RegExp(
    `^(?:の|である|だった|${deed})?(?:[一-龠ァ-ヶー]{1,6}の)?(?:割合|比率|率(?![一-龠])|パーセント)`,
  ).test(behind) ||
    // "Pass rate (60 or above)".
    (/(?:\brates?|率) ?\($/i.test(before) && /^\s?\)/.test(behind)) ||
    /\b(?:shares?|percent(?:age)?s?|proportions?|fractions?) of (?:(?!by\b|per\b)[a-z]+ )*$/i.test(before);
}

/** The table with the groups of those that meet it and the others, and the share of the first. */
export function sharedCondition(
  table: Table,
  { column, keeps, text }: NumberCondition,
): { readonly table: Table; readonly share: ShareWithin } {
  const now = table.columns.find(({ index }) => index === column.index);
  const values = now?.kind === "number" ? now.values() : new Float64Array();
  const groups = {
    codes: Int32Array.from(values, (value) => Number.isNaN(value) ? -1 : keeps(value) ? 0 : 1),
    labels: [text, `not ${text}`],
  };
  const group: CategoryColumn = {
    kind: "category",
    index: table.columns.length,
    name: text,
    distinct: 2,
    missing: column.missing,
    longest: text.length,
    values: () => groups,
  };
  return {
    table: { ...table, columns: [...table.columns, group] },
    share: { group: { column: group, labels: [text], only: true }, words: text },
  };
}
