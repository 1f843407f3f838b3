/** The pattern that words and columns call for. */

import type { ChartPattern, ChartSpec } from "../../base/chart_spec.ts";
import type { Table } from "../table/column.ts";
import type { Reason } from "./because.ts";
import { isDiscrete } from "./column_meaning.ts";
import type { Measure, Pool } from "./pool.ts";
import type { Wishes } from "./wishes.ts";

export interface Choice {
  readonly pattern: ChartPattern;
  readonly stack?: true;
  readonly normalize?: NonNullable<ChartSpec["normalize"]>;
  /** Why, if the sentence does not say it. */
  readonly reason?: Reason;
}

export interface Chosen {
  readonly pool: Pool;
  readonly wishes: Wishes;
  readonly table: Table;
}

/** More distributions than these do not overlay well. */
const mostOverlaid = 4;

const mostCompared = 8;

/** More parts of a whole are not looked for unasked. */
const mostParts = 20;

export function choosePattern(chosen: Chosen): Choice {
  const choice = byShare(chosen) ?? byRelation(chosen) ?? byMap(chosen) ?? byDistribution(chosen) ??
    byTime(chosen) ??
    byGroups(chosen) ?? byMeasures(chosen);
  const { wishes } = chosen;
  const isStacked = wishes.forms.has("stacked") && (choice.pattern === "P21" || choice.pattern === "P12");
  const isIndexed = wishes.wishes.has("index") && ["P01", "P12", "P31"].includes(choice.pattern);
  const isCumulative = wishes.wishes.has("cumulative") &&
    ["P01", "P02", "P12", "P21", "P31"].includes(choice.pattern);
  return {
    ...choice,
    ...(isStacked ? { stack: true } : {}),
    ...(isIndexed && choice.normalize === undefined ? { normalize: "index" } : {}),
    ...(isCumulative && choice.normalize === undefined ? { normalize: "cumulative" } : {}),
  };
}

function byShare(
  { pool: { groups, time, measures }, wishes: { charts, wishes }, table }: Chosen,
): Choice | undefined {
  const isPie = charts.includes("pie");
  if (!isPie && !wishes.has("share")) return undefined;
  // A rate that is a column of its own is no share: percentage is part of its name or unit.
  if (measures.length > 1) return undefined;
  if (groups.length === 0) {
    const hasParts = table.columns.some(({ kind, distinct }) =>
      kind === "category" && distinct > 1 && distinct <= mostParts
    );
    const isOfOne = measures.every(({ aggregate }) => aggregate === undefined || aggregate === "sum") &&
      time === undefined;
    return hasParts && isOfOne ? { pattern: "P03", normalize: "share" } : undefined;
  }
  if (!isPie && measures.some(({ aggregate }) => aggregate !== undefined && aggregate !== "sum")) {
    return undefined;
  }
  if (time !== undefined && !isPie) {
    return { pattern: charts.includes("bar") ? "P21" : "P12", stack: true, normalize: "share" };
  }
  return groups.length === 1
    ? { pattern: "P03", normalize: "share" }
    : { pattern: "P21", stack: true, normalize: "share" };
}

function byRelation({ pool, wishes, table }: Chosen): Choice | undefined {
  const { measures, time } = pool;
  const isSaid = wishes.charts.includes("scatter");
  if (measures.length < 2) {
    const isPossible = isSaid && table.columns.filter(({ kind }) => kind === "number").length > 1;
    return isPossible && measures.length === 1 ? { pattern: "scatter" } : undefined;
  }
  if (isSaid) return { pattern: "scatter" };
  const isOther = wishes.charts.some((chart) => chart !== "line") ||
    (time !== undefined && !pool.isTimeImplied);
  if (isOther) return undefined;
  const isRelated = wishes.wishes.has("relation") ||
    (wishes.wishes.has("distribution") && isSaid);
  if (isRelated && (time === undefined || wishes.wishes.has("relation"))) return { pattern: "scatter" };
  const isOpposed = measures.some(({ isBy }) => isBy) && time === undefined;
  const isCompared = wishes.wishes.has("compare") || wishes.wishes.has("distribution") ||
    wishes.wishes.has("spread");
  const isPair = !isCompared && measures.length === 2 && pool.groups.length === 0 && time === undefined;
  if (isOpposed) return { pattern: "scatter" };
  return isPair ? { pattern: "scatter", reason: { kind: "two_numbers" } } : undefined;
}

function byMap({ pool, wishes }: Chosen): Choice | undefined {
  if (!wishes.charts.includes("heatmap")) return undefined;
  const axes = pool.groups.length + (pool.time === undefined ? 0 : 1);
  const isWeek = pool.time !== undefined && (pool.unit === "weekday" || pool.unit === "hour_of_day");
  return axes > 1 || isWeek ? { pattern: "heatmap" } : undefined;
}

function byDistribution({ pool, wishes, table }: Chosen): Choice | undefined {
  const { measures, time } = pool;
  const groups = pool.groups.filter(({ column }) => !pool.names.includes(column));
  const [measure] = measures;
  const isBox = wishes.charts.includes("box") ||
    (wishes.wishes.has("spread") && !wishes.charts.includes("histogram"));
  const isBinned = wishes.charts.includes("histogram") || wishes.wishes.has("distribution") ||
    wishes.bins !== undefined;
  if (measure === undefined || measure.aggregate !== undefined || (!isBox && !isBinned)) return undefined;
  const [group] = groups;
  // Distributions of several measures stand side by side as boxes.
  if (measures.length > 1 && group === undefined && time === undefined) return { pattern: "P32" };
  if (group === undefined) {
    if (time !== undefined) return { pattern: wishes.charts.includes("box") ? "P32" : "P13" };
    return { pattern: wishes.charts.includes("box") ? "P32" : "P03" };
  }
  if (isBox) return { pattern: "P32" };
  if (wishes.forms.has("panels")) return { pattern: "P13" };
  // Rows in each kind of a few whole numbers are bars.
  if (group.column.kind === "number" && measures.length === 0) return { pattern: "P21" };
  const isFew = group.size <= mostOverlaid || wishes.forms.has("overlay") ||
    wishes.charts.includes("histogram");
  if (isFew) return { pattern: "P23", reason: { kind: "few_groups" } };
  return isDiscrete(measure.column, table.rows) && groups.length > 1
    ? undefined
    : { pattern: "P32", reason: { kind: "many_groups" } };
}

function byTime({ pool, wishes }: Chosen): Choice | undefined {
  const { time, groups, measures } = pool;
  if (time === undefined) return undefined;
  const isLine = wishes.charts.includes("line") || wishes.charts.includes("area");
  const isBar = wishes.charts.includes("bar") || wishes.forms.has("grouped");
  const isCycle = isCyclicUnit(pool) && !isLine;
  const isArea = wishes.charts.includes("area") ? { stack: true } as const : {};
  const several = groups.length > 0 || measures.length > 1;
  // the 10 windiest days
  const isRanked = (wishes.most !== undefined || wishes.sort?.endsWith("value") === true) &&
    wishes.limit !== undefined;
  if (!several) {
    return { pattern: isBar || isCycle || isRanked || (pool.isTimeCompared && !isLine) ? "P02" : "P01" };
  }
  if (groups.length === 0 && !isBar && areUnlike(measures)) {
    return { pattern: "P31", reason: { kind: "unlike" } };
  }
  const isPanels = wishes.forms.has("panels") || wishes.wishes.has("overview");
  if (isPanels && !isBar) return { pattern: "P31" };
  if (groups.length > 1 && !isBar) return { pattern: "P31" };
  // A few times that are compared stand side by side.
  const isShort = wishes.wishes.has("compare") && time.distinct <= mostCompared;
  const isCompared = (pool.isTimeCompared || isShort) && !isLine && !wishes.wishes.has("trend");
  if (isBar || isCompared || (wishes.wishes.has("difference") && !isLine) || (isCycle && groups.length > 0)) {
    return { pattern: "P21" };
  }
  return { pattern: "P12", ...isArea };
}

/** Whether measures would not share an axis: other units, or sizes far apart. */
function areUnlike(measures: readonly Measure[]): boolean {
  const sizes = measures.map(({ column: { least, most } }) => Math.max(Math.abs(least), Math.abs(most)));
  const units = new Set(measures.map(({ column }) => column.unit));
  return units.size > 1 || Math.max(...sizes) > 30 * Math.min(...sizes);
}

/** Weekdays and hours of the day go round: bars, unless lines are asked for. */
function isCyclicUnit({ unit }: Pool): boolean {
  return unit === "weekday" || unit === "hour_of_day" || unit === "month_of_year";
}

function byGroups({ pool, wishes }: Chosen): Choice | undefined {
  const { groups, measures, names } = pool;
  if (groups.length > 1 || (groups.length === 1 && measures.length > 1)) return { pattern: "P21" };
  if (groups.length === 1) return { pattern: "P02" };
  const isRanked = wishes.most !== undefined || wishes.limit !== undefined || wishes.sort !== undefined;
  const isNamed = names.length > 0 && measures.length > 0 && wishes.bins === undefined;
  return isNamed || (isRanked && measures.length > 0 && !pool.counts) ? { pattern: "P02" } : undefined;
}

/** Without anything to group by. */
function byMeasures({ pool, wishes, table }: Chosen): Choice {
  const { measures, counts, aggregate } = pool;
  const [measure] = measures;
  if (measure !== undefined && (counts || wishes.charts.includes("histogram") || isBars(wishes, measure))) {
    return { pattern: "P03" };
  }
  const hasTime = table.columns.some(({ kind }) => kind === "time");
  const hasGroup = table.columns.some(({ kind, distinct }) => kind === "category" && distinct > 1);
  if (measures.length > 1 && wishes.wishes.has("compare")) return { pattern: "P02" };
  if (measures.length > 1) return { pattern: hasTime ? "P12" : "P02", reason: { kind: "no_group" } };
  if (measure !== undefined && (measure.aggregate ?? aggregate) !== undefined && (hasGroup || hasTime)) {
    return { pattern: hasTime ? "P01" : "P02", reason: { kind: "no_group" } };
  }
  if (measure !== undefined) {
    const isSeries = pool.isPeriod || (hasTime && pool.isOneOfGrid) ||
      hasTime && table.columns.some((column) => column.kind === "time" && column.distinct === table.rows);
    if (isSeries) return { pattern: "P01", reason: { kind: "one_number" } };
    const isShort = table.rows <= 30 &&
      table.columns.some((column) => column.kind === "category" && column.distinct === table.rows);
    return isShort
      ? { pattern: "P02", reason: { kind: "one_number" } }
      : { pattern: "P03", reason: { kind: "one_number" } };
  }
  return { ...byShape(table), reason: { kind: "no_words" } };
}

function isBars({ charts }: Wishes, { aggregate }: Measure): boolean {
  return charts.includes("bar") && aggregate === undefined;
}

/** For a sentence that says nothing about the chart. */
function byShape({ columns }: Table): Choice {
  const has = (kind: "time" | "number" | "category") =>
    columns.some((column) => column.kind === kind && column.distinct > 0);
  if (has("time") && has("number")) return { pattern: "P01" };
  if (has("category")) return { pattern: "P02" };
  if (has("time")) return { pattern: "P01" };
  return { pattern: "P03" };
}
