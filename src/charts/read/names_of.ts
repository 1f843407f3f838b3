/** All the names that data has: those of its columns, and of the groups of columns that have few. */

import type { Column } from "../table/column.ts";
import { fewLabels } from "./few_labels.ts";

export function namesOf(columns: readonly Column[]): string[] {
  return columns.flatMap((column) => [column.name, ...fewLabels(column)]);
}
