/** Groups of what is there at a time are told at the last one, as no times of it are added up. */

import type { Subject } from "../read/restrict_table.ts";
import { isCyclic } from "../table/calendar.ts";
import type { NumberColumn, Table, TimeColumn } from "../table/column.ts";
import { pickRows } from "../table/pick_rows.ts";
import { shapeOf } from "../table/table_shape.ts";
import { isStock } from "../values/stocks.ts";
import type { Plan } from "./plan_chart.ts";
import { inTable } from "./top_groups.ts";

/** Of every year these are as many as there are; of a day, as many as came. */
const yearlyStocks = /^人数$/;

/** Share of the usual number of rows that the last time must have: a time that has only begun tells of few. */
const leastRows = 0.8;

/**
 * The subject at its last time alone, or as a mean of all times where that has not all groups; null where the chart adds
 * up no times of such a thing.
 */
export function withLatestStock(subject: Subject, plan: Plan): Subject | null {
  const { table, intent, restrictions } = subject;
  const { value, time, group } = plan.roles;
  const [times] = shapeOf(table).times;
  // The number of goods is no number of rows where a column tells it.
  const isSummed = [null, "sum", "count"].includes(intent.aggregation);
  if (value === null || time !== null || group === null || times === undefined || !isSummed) return null;
  if (!["P02", "P03", "P21"].includes(plan.pattern) || plan.melted || !isOfTimes(value, times)) return null;
  const last = lastOf(times);
  const left = pickRows(table, (row) => times.values()[row] === last);
  if (!isWhole(left, { table, times, group: group.index })) {
    return intent.aggregation === "sum" ? null : { ...subject, intent: { ...intent, aggregation: "mean" } };
  }
  const { name: column, grain } = times;
  return {
    ...subject,
    table: left,
    intent: inTable(intent, left),
    restrictions: [...restrictions, { kind: "latest", column, value: value.name, time: last, grain }],
  };
}

/** Whether it was counted at several times. */
function isOfTimes(value: NumberColumn, { grain, distinct }: TimeColumn): boolean {
  const isYearly = grain === "year" || grain === "fiscal_year";
  return distinct > 1 && !isCyclic(grain) && (isStock(value) || (isYearly && yearlyStocks.test(value.name)));
}

function lastOf(times: TimeColumn): number {
  return times.values().reduce((last, at) => at > last ? at : last, -Infinity);
}

/** Whether its rows tell of all the groups, as those of other times do. */
function isWhole(
  left: Table,
  { table, times, group }: { readonly table: Table; readonly times: TimeColumn; readonly group: number },
): boolean {
  const groupsIn = ({ columns }: Table) => columns.find(({ index }) => index === group)?.distinct ?? 0;
  return left.rows < table.rows && left.rows >= table.rows / times.distinct * leastRows &&
    groupsIn(left) === groupsIn(table);
}
