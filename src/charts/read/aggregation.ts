/** How the rows of a chart are put together: the step of time, and the aggregate, said or assumed. */

// @ts-types="@types/d3-array"
import { extent } from "d3-array";
import type { Aggregate, ChartFilter, ChartPattern, ChartSpec, TimeUnit } from "../../base/chart_spec.ts";
import { additive, averaged, stocks } from "../lexicon/lexicon.ts";
import { termsOf } from "../lexicon/phrase_index.ts";
import { nameTokens } from "../lexicon/tokens.ts";
import { isCyclic, lengthOf, unitLength } from "../table/calendar.ts";
import type { Column, NumberColumn, Table, TimeColumn } from "../table/column.ts";
import { shapeOf } from "../table/table_shape.ts";
import type { Reason } from "./assumption_reasons.ts";
import type { Roles } from "./assign_roles.ts";
import type { Candidates } from "./candidates.ts";
import type { Choice } from "./choose_pattern.ts";

interface Aggregating {
  readonly candidates: Candidates;
  readonly roles: Roles;
  readonly choice: Choice;
  /** The rows that are drawn. */
  readonly table: Table;
  readonly filter: readonly ChartFilter[];
}

/** What is drawn by what, and how rows meet there. */
interface Grouping {
  readonly table: Table;
  readonly keys: readonly Column[];
  /** Times are joined into steps, so that even single rows meet. */
  readonly isStepped: boolean;
  /** No two rows fall into the same place of the chart. */
  readonly isUnique: boolean;
}

const aggregated: ReadonlySet<ChartPattern> = new Set(["P01", "P02", "P12", "P21", "P31", "heatmap"]);

export function aggregation(input: Aggregating): ChartSpec {
  const { choice: { pattern }, roles: { x, y = [], color, facet }, candidates, table } = input;
  const keys = [x, color, facet].flatMap((key) => table.columns.find(({ name }) => name === key?.name) ?? []);
  const isOf = aggregated.has(pattern) || (pattern === "P03" && x?.kind !== "number");
  const isUnique = isOf && y.length > 0 && isOneEach(table, keys);
  const time = keys.find((column) => column.kind === "time");
  const isMap = pattern === "heatmap" && x !== undefined && x.name === color?.name;
  const unit = time === undefined
    ? undefined
    : isMap
    ? (time.grain === "time" || time.grain === "hour_of_day" ? "hour_of_day" : "month_of_year")
    : timeUnit(time, { pattern, isUnique, candidates });
  const step = unit === undefined ? {} : { time_unit: unit };
  if (!isOf) return step;
  // In steps of time several rows meet, which are counted.
  const lone = y.length === 0 && !candidates.counts && unit === undefined
    ? loneMeasure(input, keys)
    : undefined;
  if (lone !== undefined) {
    candidates.note("y", lone, { kind: "only_measure" });
    return { ...step, y: lone, aggregate: "none" };
  }
  if (y.length === 0) return { ...step, ...counting(candidates) };
  const said = candidates.measures.find(({ aggregate }) => aggregate !== undefined)?.aggregate ??
    candidates.aggregate;
  if (said !== undefined) return { ...step, aggregate: said };
  const isStepped = unit !== undefined && time?.grain !== unit && time?.grain !== `fiscal_${unit}`;
  const [aggregate, kind] = defaultAggregate(input, { table, keys, isStepped, isUnique });
  candidates.note("aggregate", aggregate, { kind });
  return { ...step, aggregate };
}

/** Rows are counted, or the different things that are named. */
function counting({ mentions: { different, counted }, counts, note }: Candidates): ChartSpec {
  if (different !== undefined) {
    const { column: { name }, isSaid } = different;
    if (!isSaid) note("aggregate", "distinct", { kind: "distinct", said: name });
    return { y: name, aggregate: "distinct" };
  }
  if (!counts) note("aggregate", "count", { kind: "no_measure" });
  else if (counted !== undefined) note("aggregate", "count", { kind: "not_distinct", said: counted.name });
  return { aggregate: "count" };
}

/** What to show if nothing is named and counting rows would say 1 everywhere: the number of a condition, or the first. */
function loneMeasure(
  { candidates, table, filter }: Aggregating,
  keys: readonly Column[],
): string | undefined {
  const numbers = shapeOf(candidates.table).numbers.map(({ name }) => name);
  const conditions = filter.map(({ column }) => column).filter((name) => numbers.includes(name));
  const first = [...conditions, ...numbers].find((name) => !keys.some((key) => key.name === name));
  const isCategory = keys.some(({ kind }) => kind === "category");
  return first !== undefined && isCategory && table.rows > 1 && isOneEach(table, keys) ? first : undefined;
}

/** Whether no two rows fall into the same place of the chart. */
function isOneEach({ rows }: Table, keys: readonly Column[]): boolean {
  const cells = keys.map((column) => column.kind === "category" ? column.values().codes : column.values());
  const seen = new Set<string | number>();
  for (let row = 0; row < rows; row++) {
    const key = cells.length === 1 ? cells[0]?.[row] ?? 0 : cells.map((column) => column[row]).join(" ");
    if (seen.has(key)) return false;
    seen.add(key);
  }
  return true;
}

/** Endings of names of amounts, and of what is none. */
const amounts = /[数量額高]$|_total$|^total/i;
const levels = /[率比度]$|単価|平均|指数/;

function defaultAggregate(
  { candidates: { asked, isAmount, given }, choice, roles: { y: measures = [] } }: Aggregating,
  { table, keys, isStepped, isUnique }: Grouping,
): readonly [Aggregate, Reason["kind"]] {
  if (isStepped || !isUnique) {
    if (asked.intents.has("cumulative")) return ["sum", "cumulative"];
    const isWhole = (given.stack ?? choice.stack) === true ||
      (given.normalize ?? choice.normalize) === "share";
    if (isWhole) return ["sum", "parts"];
    if (isAmount) return ["sum", "amount"];
  } else return ["none", "one_row_each"];
  const concepts = measures.flatMap(({ name, unit }) => [
    ...termsOf(nameTokens(name)).flatMap(({ kind, key }) => kind === "concept" ? [key.slice(1)] : []),
    ...(unit === "%" ? ["rate"] : []),
  ]);
  const bare = measures.map(({ name }) => name.normalize("NFKC").replace(/\s*[([].*$/, ""));
  const isOf = (names: ReadonlySet<string>) => concepts.some((concept) => names.has(concept));
  if (isOf(averaged) || bare.some((name) => levels.test(name))) return ["mean", "does_not_add_up"];
  if (isOf(stocks)) {
    const hasTimes = table.columns.some((column) => column.kind === "time" && column.distinct > 1);
    const isOverTime = isStepped || (hasTimes && !keys.some(({ kind }) => kind === "time"));
    return isOverTime ? ["mean", "stock"] : ["sum", "adds_up"];
  }
  const adds = isOf(additive) || bare.every((name) => amounts.test(name)) || measures.every(isTally);
  return adds ? ["sum", "adds_up"] : ["mean", "does_not_add_up"];
}

/** Whether it counts what was done: shipped, items returned. */
function isTally({ name, integer, unit, least, most }: NumberColumn): boolean {
  return integer && unit === "" && least >= 0 && most > 1 && /[a-z]{2}ed$/i.test(name);
}

/** Points on a line up to which single times are shown; steps that a default aims at; bars; distributions side by side. */
const most = { points: 1_500, steps: 200, bars: 40, panels: 12 };

interface Stepping {
  readonly pattern: ChartPattern;
  readonly isUnique: boolean;
  readonly candidates: Candidates;
}

/** The step that is said, if the column is fine enough for it; undefined if the times are shown as they are. */
function timeUnit(time: TimeColumn, { candidates, pattern, isUnique }: Stepping): TimeUnit | undefined {
  const { given, asked: { unit: wanted, intents, limit }, note } = candidates;
  if (given.time_unit !== undefined) return given.time_unit;
  const season = intents.has("season");
  if (isCyclic(time.grain)) return undefined;
  const said = season && (wanted === undefined || wanted === "month") ? "month_of_year" : wanted;
  const isOwn = time.grain === said || time.grain === `fiscal_${said}`;
  if (isOwn) return undefined;
  // Days cannot be had from months.
  if (said !== undefined && unitLength[said] >= lengthOf[time.grain]) {
    if (season && said === "month_of_year") note("time_unit", said, { kind: "season" });
    return said;
  }
  const isPanels = pattern === "P13" || pattern === "P32";
  const isBars = pattern === "P02" || pattern === "P21";
  if (isBars && (given.limit ?? limit) !== undefined) return undefined;
  const aim = isPanels ? most.panels : isBars ? most.bars : most.steps;
  const unit = defaultUnit(time, isUnique && aim === most.steps ? most.points : aim, aim);
  if (unit !== undefined) note("time_unit", unit, { kind: "many_times" });
  return unit;
}

/** The finest step with a readable number of points, if there are more times than the limit. */
function defaultUnit(time: TimeColumn, limit: number, aim: number): TimeUnit | undefined {
  if (time.distinct <= limit) return undefined;
  const [first = 0, last = 0] = extent(time.values());
  const quarters = aim < most.steps ? ["quarter" as const] : [];
  const fitting = (["hour", "day", "month", ...quarters, "year"] as const).find((unit) =>
    unitLength[unit] >= lengthOf[time.grain] && (last - first) / unitLength[unit] < aim
  );
  return fitting ?? "year";
}
