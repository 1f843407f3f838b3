/** Whether a chart shows one of several measures, or none, though the sentence speaks of no number. */

import type { Subject } from "../read/restrict_table.ts";
import { isRowNoun } from "../read/row_nouns.ts";
import type { NumberColumn } from "../table/column.ts";
import { isIdentifier, shapeOf } from "../table/table_shape.ts";
import { hasKeys } from "./measured_value.ts";
import type { Plan } from "./plan_chart.ts";

export function isUnnamed({ table, intent }: Subject, plan: Plan): boolean {
  const { value } = plan.roles;
  const isSaid = intent.mentions.some(({ column, grouped }) =>
    column.kind === "number" && !grouped && (!isIdentifier(column) || column.index === value?.index)
  );
  const shape = shapeOf(table);
  const fitting = shape.numbers.filter((column) => column === value || tells(column));
  if (isSaid || plan.fallback || plan.melted || fitting.length < 2) return false;
  if (value === null) {
    // Where every group has one row, how many rows there are says nothing.
    return (intent.senses.has("compare") && intent.aggregation === null && !intent.countsRows) ||
      (intent.aggregation === "count" && intent.things.length === 0 && hasKeys(shape));
  }
  // The busiest clinic is the one with the most visits.
  return value.index >= 0 && !(intent.countsRows && isRowNoun(value.name.toLowerCase()));
}

/** What was to be, and no more than was. */
const planned =
  /予算|目標|計画|予測|予定|見込|ノルマ|(?<![a-z])(?:budgets?|targets?|plan(?:ned)?|goals?|quotas?|forecasts?)(?![a-z])/i;

/** Whether somebody may mean it without a word: neither what is only planned, nor what says yes or no, or ever the same. */
function tells({ name, distinct, integer, least, most }: NumberColumn): boolean {
  const isBit = integer && least === 0 && most === 1;
  return distinct > 1 && !isBit && !planned.test(name.replaceAll("_", " "));
}
