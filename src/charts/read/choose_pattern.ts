/** Chooses the pattern that the words of the sentence and the candidate columns call for. */

import type { ChartPattern, ChartSpec } from "../../base/chart_spec.ts";
import type { Table } from "../table/column.ts";
import type { Reason } from "./assumption_reasons.ts";
import { isDiscrete } from "./column_meaning.ts";
import { type Candidates, isGrid, isPeriod, type Measure } from "./candidates.ts";
import type { SentenceOptions } from "./sentence_options.ts";

export interface Choice {
  readonly pattern: ChartPattern;
  readonly stack?: true | undefined;
  readonly normalize?: ChartSpec["normalize"];
  /** Why, if the sentence does not say it. */
  readonly reason?: Reason;
}

/** More distributions than these do not overlay well. */
const mostOverlaid = 4;

const mostCompared = 8;

/** More parts of a whole are not looked for unasked. */
const mostParts = 20;

export function choosePattern(chosen: Candidates): Choice {
  const choice = byShare(chosen) ?? byRelation(chosen) ?? byMap(chosen) ?? byDistribution(chosen) ??
    byTime(chosen) ??
    byGroups(chosen) ?? byMeasures(chosen);
  const { asked } = chosen;
  const isStacked = asked.forms.has("stacked") && (choice.pattern === "P21" || choice.pattern === "P12");
  const isIndexed = asked.intents.has("index") && ["P01", "P12", "P31"].includes(choice.pattern);
  const isCumulative = asked.intents.has("cumulative") &&
    ["P01", "P02", "P12", "P21", "P31"].includes(choice.pattern);
  const normalize = choice.normalize ?? (isCumulative ? "cumulative" : isIndexed ? "index" : undefined);
  return { ...choice, normalize, stack: isStacked ? true : choice.stack };
}

function byShare(
  { groups, time, measures, asked: { charts, intents }, table }: Candidates,
): Choice | undefined {
  const isPie = charts.includes("pie");
  if (!isPie && !intents.has("share")) return undefined;
  // A rate that is a column of its own is not a share: percentage is part of its name or unit.
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

function byRelation(candidates: Candidates): Choice | undefined {
  const { measures, time, asked, table } = candidates;
  const isSaid = asked.charts.includes("scatter");
  if (measures.length < 2) {
    const isPossible = isSaid && table.columns.filter(({ kind }) => kind === "number").length > 1;
    return isPossible && measures.length === 1 ? { pattern: "scatter" } : undefined;
  }
  if (isSaid) return { pattern: "scatter" };
  const isOther = asked.charts.some((chart) => chart !== "line") ||
    (time !== undefined && !candidates.isTimeImplied);
  if (isOther) return undefined;
  const isOpposed = measures.some(({ isBy }) => isBy) && time === undefined;
  if (isOpposed || asked.intents.has("relation")) return { pattern: "scatter" };
  const isCompared = asked.intents.has("compare") || asked.intents.has("distribution") ||
    asked.intents.has("spread");
  const isPair = !isCompared && measures.length === 2 && candidates.groups.length === 0 && time === undefined;
  return isPair ? { pattern: "scatter", reason: { kind: "two_numbers" } } : undefined;
}

function byMap(candidates: Candidates): Choice | undefined {
  const { asked, groups, time } = candidates;
  if (!asked.charts.includes("heatmap")) return undefined;
  const axes = groups.length + (time === undefined ? 0 : 1);
  const isWeek = time !== undefined && (asked.unit === "weekday" || asked.unit === "hour_of_day");
  return axes > 1 || isWeek ? { pattern: "heatmap" } : undefined;
}

function byDistribution(candidates: Candidates): Choice | undefined {
  const { measures, time, asked, table } = candidates;
  const groups = candidates.groups.filter(({ column }) => !candidates.names.includes(column));
  const [measure] = measures;
  const isBox = asked.charts.includes("box") ||
    (asked.intents.has("spread") && !asked.charts.includes("histogram"));
  const isBinned = asked.charts.includes("histogram") || asked.intents.has("distribution") ||
    asked.bins !== undefined;
  if (measure === undefined || measure.aggregate !== undefined || (!isBox && !isBinned)) return undefined;
  const [group] = groups;
  // Distributions of several measures stand side by side as boxes.
  if (measures.length > 1 && group === undefined && time === undefined) return { pattern: "P32" };
  if (group === undefined) {
    return { pattern: asked.charts.includes("box") ? "P32" : time !== undefined ? "P13" : "P03" };
  }
  if (isBox) return { pattern: "P32" };
  if (asked.forms.has("panels")) return { pattern: "P13" };
  const isFew = group.size <= mostOverlaid || asked.forms.has("overlay") ||
    asked.charts.includes("histogram");
  if (isFew) return { pattern: "P23", reason: { kind: "few_groups" } };
  return isDiscrete(measure.column, table.rows) && groups.length > 1
    ? undefined
    : { pattern: "P32", reason: { kind: "many_groups" } };
}

function byTime(candidates: Candidates): Choice | undefined {
  const { time, groups, measures, asked } = candidates;
  if (time === undefined) return undefined;
  const isLine = asked.charts.includes("line") || asked.charts.includes("area");
  const isBar = asked.charts.includes("bar") || asked.forms.has("grouped");
  const isCycle = isCyclicUnit(candidates) && !isLine;
  const isArea = asked.charts.includes("area") ? { stack: true } as const : {};
  const several = groups.length > 0 || measures.length > 1;
  // the 10 windiest days
  const isRanked = (asked.most !== undefined || asked.sort?.endsWith("value") === true) &&
    asked.limit !== undefined;
  if (!several) {
    return {
      pattern: isBar || isCycle || isRanked || (candidates.isTimeCompared && !isLine) ? "P02" : "P01",
    };
  }
  if (groups.length === 0 && !isBar && areUnlike(measures)) {
    return { pattern: "P31", reason: { kind: "unlike" } };
  }
  const isPanels = asked.forms.has("panels") || asked.intents.has("overview");
  if (isPanels && !isBar) return { pattern: "P31" };
  if (groups.length > 1 && !isBar) return { pattern: "P31" };
  // A few times that are compared stand side by side.
  const isShort = asked.intents.has("compare") && time.distinct <= mostCompared;
  const isCompared = (candidates.isTimeCompared || isShort) && !isLine && !asked.intents.has("trend");
  if (isBar || isCompared || (asked.intents.has("difference") && !isLine) || (isCycle && groups.length > 0)) {
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
function isCyclicUnit({ asked: { unit } }: Candidates): boolean {
  return unit === "weekday" || unit === "hour_of_day" || unit === "month_of_year";
}

function byGroups(candidates: Candidates): Choice | undefined {
  const { groups, measures, names, asked } = candidates;
  if (groups.length > 1 || (groups.length === 1 && measures.length > 1)) return { pattern: "P21" };
  if (groups.length === 1) return { pattern: "P02" };
  const isRanked = asked.most !== undefined || asked.limit !== undefined || asked.sort !== undefined;
  const isNamed = names.length > 0 && measures.length > 0 && asked.bins === undefined;
  return isNamed || (isRanked && measures.length > 0 && !candidates.counts) ? { pattern: "P02" } : undefined;
}

/** Without anything to group by. */
function byMeasures(candidates: Candidates): Choice {
  const { measures, counts, aggregate, asked, table } = candidates;
  const [measure] = measures;
  if (measure !== undefined && (counts || asked.charts.includes("histogram"))) return { pattern: "P03" };
  const hasTime = table.columns.some(({ kind }) => kind === "time");
  const hasGroup = table.columns.some(({ kind, distinct }) => kind === "category" && distinct > 1);
  if (measures.length > 1 && asked.intents.has("compare")) return { pattern: "P02" };
  if (measures.length > 1) return { pattern: hasTime ? "P12" : "P02", reason: { kind: "no_group" } };
  if (measure !== undefined && (measure.aggregate ?? aggregate) !== undefined && (hasGroup || hasTime)) {
    return { pattern: hasTime ? "P01" : "P02", reason: { kind: "no_group" } };
  }
  if (measure !== undefined) {
    const isSeries = isPeriod(candidates) || (hasTime && isOneOfGrid(candidates)) ||
      hasTime && table.columns.some((column) => column.kind === "time" && column.distinct === table.rows);
    if (isSeries) return { pattern: "P01", reason: { kind: "one_number" } };
    const isShort = table.rows <= 30 &&
      table.columns.some((column) => column.kind === "category" && column.distinct === table.rows);
    return isShort
      ? { pattern: "P02", reason: { kind: "one_number" } }
      : { pattern: "P03", reason: { kind: "one_number" } };
  }
  return { ...byShape(table, asked), reason: { kind: "no_words" } };
}

/** Whether one group is asked for of a table that has one row for each group and time. */
function isOneOfGrid({ filters, table }: Candidates): boolean {
  return filters.some(({ op }) => op === "=") && isGrid(table);
}

/** For a sentence that says nothing about the chart. */
function byShape({ columns }: Table, { sort, limit }: SentenceOptions): Choice {
  const has = (kind: "time" | "number" | "category") =>
    columns.some((column) => column.kind === kind && column.distinct > 0);
  const isRanked = sort !== undefined || limit !== undefined;
  if (has("category") && isRanked) return { pattern: "P02" };
  if (has("time") && has("number")) return { pattern: "P01" };
  if (has("category")) return { pattern: "P02" };
  if (has("time")) return { pattern: "P01" };
  return { pattern: "P03" };
}
