/** Columns that a sentence names to be measured, or groups by, and that the chart has no place for. */

import type { Intent } from "../read/find_intent.ts";
import type { Mention } from "../read/mentioned_columns.ts";
import { isRunning } from "../table/table_shape.ts";
import type { Plan } from "./plan_chart.ts";
import { mappingOf } from "./roles.ts";

export function absentColumns({ mentions, aggregation }: Intent, plan: Plan): string[] {
  // Columns that were put one under the other are there as series; rows that are counted are what they name.
  if (plan.melted || plan.fallback || aggregation === "count") return [];
  const used = new Set(Object.values(mappingOf(plan.pattern, plan.roles)));
  const isCounted = ({ column }: Mention) =>
    plan.roles.value === null && column.kind === "number" && isRunning(column, column.values().length);
  return mentions.filter((mention) => !isCounted(mention)).flatMap(({ column, by, grouped }) => {
    const meant = column.kind === "number" || (column.kind === "category" && grouped);
    return meant && (by === "name" || grouped) && !used.has(column.name) ? [column.name] : [];
  });
}
