/** The groups of a column that has so few of them that each may be named in a sentence; empty of other columns. */

import type { Column } from "../table/column.ts";

/** Of more than these a sentence seldom names one. */
export const mostLabels = 200;

export function fewLabels(column: Column): readonly string[] {
  return column.kind === "category" && column.distinct <= mostLabels ? column.values().labels : [];
}
