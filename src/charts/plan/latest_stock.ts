/** What is there at a time, such as a population: the same people come again every year, so that years are not added up. */

import type { Subject } from "../sentence/restrict_table.ts";
import { isCyclic } from "../table/calendar.ts";
import type { NumberColumn, Table, TimeColumn } from "../table/column.ts";
import { pickRows } from "../table/pick_rows.ts";
import { shapeOf } from "../table/table_shape.ts";
import { isAveraged } from "../values/aggregation_for.ts";
import type { Plan } from "./plan_chart.ts";
import { inTable } from "./top_groups.ts";

const stocks =
  /人口|世帯|住民数|在籍|(?:職員|従業員|社員|児童|生徒|会員|加入者)数|(?<![a-z])(?:populations?|households?|inhabitants?|residents?|head ?counts?|inventor(?:y|ies)|balances?)(?![a-z])/;
/** Of every year these are as many as there are; of a day, as many as came. */
const yearlyStocks = /^人数$/;

/** Share of the usual number of rows that the last time must have: a time that has only begun tells of few. */
const leastRows = 0.8;

/** The subject at its last time alone; null where the chart adds up no times of such a thing. */
export function withLatestStock(subject: Subject, plan: Plan): Subject | null {
  const { table, intent, restrictions } = subject;
  const { value, time, group } = plan.roles;
  const [times] = shapeOf(table).times;
  const isSummed = intent.aggregation === null || intent.aggregation === "sum";
  if (value === null || time !== null || group === null || times === undefined || !isSummed) return null;
  if (!["P02", "P03", "P21"].includes(plan.pattern) || plan.melted || !isStock(value, times)) return null;
  const last = lastOf(times);
  const left = pickRows(table, (row) => times.values()[row] === last);
  if (!isWhole(left, { table, times, group: group.index })) return null;
  const { name: column, grain } = times;
  return {
    ...subject,
    table: left,
    intent: inTable(intent, left),
    restrictions: [...restrictions, { kind: "latest", column, value: value.name, time: last, grain }],
  };
}

function isStock(value: NumberColumn, { grain, distinct }: TimeColumn): boolean {
  const name = value.name.normalize("NFKC").toLowerCase().replaceAll("_", " ");
  const isYearly = grain === "year" || grain === "fiscal_year";
  return distinct > 1 && !isCyclic(grain) && !isAveraged(value) &&
    (stocks.test(name) || (isYearly && yearlyStocks.test(name)));
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
