/** What a chart needs and nobody said: how rows are aggregated, and the step of time. */

import type { Aggregate, ChartFilter, TimeUnit } from "../../base/chart_spec.ts";
import { additive, averaged, stocks } from "../lexicon/lexicon.ts";
import { termsOf } from "../lexicon/terms.ts";
import { nameTokens } from "../lexicon/tokens.ts";
import { type Grain, isCyclic, lengthOf } from "../table/calendar.ts";
import type { Column, NumberColumn, Table, TimeColumn } from "../table/column.ts";
import type { Reason } from "./because.ts";
import { filterRows } from "../table/filter_rows.ts";

export interface Default<T> {
  readonly value: T;
  readonly reason: Reason;
}

/** Points on a line up to which single times are shown. */
const mostPoints = 400;
/** Steps that a default aims at. */
const mostSteps = 120;

const steps: readonly (readonly [TimeUnit, Grain, number])[] = [
  ["hour", "hour_of_day", 3_600_000],
  ["day", "day", 86_400_000],
  ["week", "week", 7 * 86_400_000],
  ["month", "month", 30.4 * 86_400_000],
  ["quarter", "quarter", 91.3 * 86_400_000],
  ["year", "year", 365.25 * 86_400_000],
];

/** The finest step with a readable number of points; undefined if the times are shown as they are. */
export function timeStep(
  time: TimeColumn,
  { isUnique, most = mostSteps }: { readonly isUnique: boolean; readonly most?: number },
): Default<TimeUnit> | undefined {
  if (isCyclic(time.grain)) return undefined;
  if (time.distinct <= (isUnique ? mostPoints : most)) return undefined;
  let [first, last] = [Infinity, -Infinity];
  for (const at of time.values()) {
    if (at < first) first = at;
    if (at > last) last = at;
  }
  const fitting = steps.find(([unit, grain, length]) =>
    unit !== "week" && (unit !== "quarter" || most < mostSteps) && lengthOf(grain) >= lengthOf(time.grain) &&
    (last - first) / length < most
  );
  return { value: fitting?.[0] ?? "year", reason: { kind: "many_times" } };
}

/** The concepts in a name. */
function conceptsOf(name: string): readonly string[] {
  return termsOf(nameTokens(name)).flatMap(({ kind, key }) => kind === "concept" ? [key.slice(1)] : []);
}

interface Rows {
  readonly table: Table;
  /** What the rows are grouped by. */
  readonly keys: readonly Column[];
  readonly filters: readonly ChartFilter[];
  /** Times are joined into steps, so that even single rows may meet. */
  readonly isStepped: boolean;
}

export function defaultAggregate(measures: readonly NumberColumn[], rows: Rows): Default<Aggregate> {
  const { keys, table } = rows;
  if (!rows.isStepped && isOneEach(rows)) return { value: "none", reason: { kind: "one_row_each" } };
  const names = measures.flatMap((
    { name, unit },
  ) => [...conceptsOf(name), ...(unit === "%" ? ["rate"] : [])]);
  const adds = names.some((concept) => additive.has(concept)) ||
    measures.every(({ name }) => /数$|量$|額$|高$|_total$|^total/i.test(name));
  if (
    names.some((concept) => averaged.has(concept)) ||
    measures.some(({ name }) => /率$|比$|単価|平均|指数|度$/.test(name))
  ) {
    return { value: "mean", reason: { kind: "does_not_add_up" } };
  }
  if (names.some((concept) => stocks.has(concept))) {
    const isOverTime = !keys.some(({ kind }) => kind === "time") &&
      table.columns.some((column) => column.kind === "time" && column.distinct > 1);
    return isOverTime || rows.isStepped
      ? { value: "mean", reason: { kind: "stock" } }
      : { value: "sum", reason: { kind: "adds_up" } };
  }
  return adds
    ? { value: "sum", reason: { kind: "adds_up" } }
    : { value: "mean", reason: { kind: "does_not_add_up" } };
}

/** Whether no two rows fall into the same place of the chart. */
export function isOneEach({ table, keys, filters }: Rows): boolean {
  const kept = filterRows(table, filters);
  if (keys.length === 0) return kept.rows === 1;
  const cells = keys.flatMap(({ name }) => kept.columns.find((column) => column.name === name) ?? [])
    .map((column) => column.kind === "category" ? column.values().codes : column.values());
  const seen = new Set<string | number>();
  for (let row = 0; row < kept.rows; row++) {
    const key = cells.length === 1 ? cells[0]?.[row] ?? 0 : cells.map((column) => column[row]).join(" ");
    if (seen.has(key)) return false;
    seen.add(key);
  }
  return true;
}
