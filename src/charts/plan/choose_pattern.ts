/**
 * From the senses of a sentence and the shape of a table to one of the nine charts. The order of the steps is the rule:
 * words first, then the columns that the sentence names, then what the table has.
 */

import type { PatternId } from "../../base/chart_terms.ts";
import type { Intent } from "../read/find_intent.ts";
import type { Column } from "../table/column.ts";
import { isIdentifier, isRunning, type Shape } from "../table/table_shape.ts";
import { columnsOver } from "./columns_over.ts";
import { isRelation } from "./relation.ts";
import { withUnusable } from "./unusable_columns.ts";

export interface Choice {
  readonly pattern: PatternId;
  /** Why, for the record of decisions. */
  readonly reason: string;
  /** What the sentence asked for and the table does not have. */
  readonly unmet: readonly Unmet[];
  /** True where the chart is not what was asked for. */
  readonly fallback: boolean;
}

export type Unmet =
  | "time"
  | "category"
  | "number"
  | "intent"
  | "wished"
  | "relation"
  | "values_per_group"
  | "facet"
  | "values"
  | "half_numbers"
  | "infinite";

/** What is wanted: change, difference, overview. */
interface Wants {
  readonly change: boolean;
  readonly difference: boolean;
  readonly overview: boolean;
  readonly from: "words" | "columns" | "nothing";
}

const fewTimes = 6;
const fewGroups = 4;
const leastPerGroup = 4;
const mostOverlaid = 8;

export function choosePattern(intent: Intent, shape: Shape, timePoints: number): Choice {
  return withUnusable(chosenPattern(intent, shape, timePoints), intent, shape);
}

function chosenPattern(intent: Intent, shape: Shape, timePoints: number): Choice {
  if (isRelation(intent, shape)) return fallbackChoice(shape, "relation");
  const wants = wantsOf(intent, shape);
  if (wants.from === "nothing") {
    return fallbackChoice(shape, intent.senses.has("relation") ? "relation" : "intent");
  }
  const { possible, unmet } = possibleWants(wants, intent, shape);
  if (!possible.change && !possible.difference && !possible.overview) {
    const chosen = fallbackChoice(shape, "intent");
    return { ...chosen, unmet: unmet.length > 0 ? unmet : chosen.unmet };
  }
  const chosen = combine(possible, { intent, shape, timePoints });
  const scatter = intent.senses.has("scatter") ? ["relation" as const] : [];
  const missing = [...unmet, ...chosen.unmet, ...scatter];
  return {
    pattern: chosen.pattern,
    reason: `${wants.from}: ${namesOf(wants)} -> ${chosen.pattern} (${chosen.why})`,
    unmet: missing,
    fallback: missing.length > 0,
  };
}

function wantsOf({ senses, grouped, mentions }: Intent, shape: Shape): Wants {
  const has = (...names: Parameters<typeof senses.has>[0][]) => names.some((name) => senses.has(name));
  const timed = mentions.some(({ column, by, grouped: isAxis }) =>
    column.kind === "time" && (by !== "translation" || (isAxis && isSeason(column)))
  );
  const change = has("trend", "period", "line_chart", "cumulative", "time_rank") || timed ||
    (has("panels") && shape.times.length > 0);
  const overview = has(
    "distribution",
    "spread",
    "composition",
    "overview",
    "histogram",
    "box_chart",
    "panels",
  );
  const grouping = grouped || mentions.some(({ column }) => column.kind === "category");
  const difference = has("compare", "gap", "bar_chart") || grouping;
  if (change || overview || has("compare", "gap", "bar_chart") || grouped) {
    return { change, difference, overview, from: "words" };
  }
  const kinds = new Set(mentions.map(({ column }) => column.kind));
  if (has("relation") || kinds.size === 0) return { change, difference: false, overview, from: "nothing" };
  const time = kinds.has("time") || (!kinds.has("category") && shape.times.length > 0);
  const category = kinds.has("category") || (!time && !has("look") && shape.categories.length > 0);
  return { change: time, difference: category, overview: !time && !category, from: "columns" };
}

/** "Per order" is no word about the day of an order, but "per season" is one about its times. */
function isSeason({ name }: Column): boolean {
  return /season|シーズン/i.test(name);
}

function possibleWants(wants: Wants, intent: Intent, shape: Shape): { possible: Wants; unmet: Unmet[] } {
  const unmet: Unmet[] = [];
  const groups = shape.categories.length > 0 || shape.series.length > 1 ||
    intent.mentions.some(({ column, grouped }) => grouped && column.kind === "number") ||
    intent.mentions.filter(({ column }) => column.kind === "number").length > 1;
  const change = wants.change && shape.times.length > 0;
  if (wants.change && !change) unmet.push("time");
  // Comparing months needs no other groups.
  const times = !intent.senses.has("trend") && shape.times.length > 0;
  const difference = wants.difference && (groups || times);
  const meant = intent.senses.has("compare") || intent.senses.has("gap") || intent.grouped;
  if (wants.difference && !difference && meant && !change) unmet.push("category");
  return { possible: { ...wants, change, difference }, unmet };
}

interface Surroundings {
  readonly intent: Intent;
  readonly shape: Shape;
  readonly timePoints: number;
}

interface Combined {
  readonly pattern: PatternId;
  readonly why: string;
  readonly unmet: readonly Unmet[];
}

function chosen(pattern: PatternId, why: string, unmet: readonly Unmet[] = []): Combined {
  return { pattern, why, unmet };
}

function combine(wants: Wants, around: Surroundings): Combined {
  const { change, difference, overview } = wants;
  const { intent, shape } = around;
  if (overview && !hasValues(intent, shape)) return withoutNumbers(wants, around);
  if (change && ranksTimes(around)) return chosen("P02", "times compared");
  if (change && overview) return changingOverview(difference, around);
  if (change && difference) return changingDifference(around);
  if (overview && (difference || columnsOver(intent, shape) > 1)) return comparedOverview(around);
  if (change) return single(around);
  if (difference) return chosen("P02", "categories compared");
  if (intent.senses.has("box_chart")) return chosen("P32", "one box");
  return intent.senses.has("composition") && shape.categories.length > 0
    ? chosen("P03", "parts of a whole")
    : chosen("P03", "distribution");
}

/** Whether there are numbers that have a distribution: those that only tell rows apart have none. */
function hasValues({ mentions }: Intent, { numbers, rows }: Shape): boolean {
  return numbers.some((column) => !isIdentifier(column) && !isRunning(column, rows)) ||
    mentions.some(({ column, by }) => column.kind === "number" && by === "name");
}

/** "Months with the highest sales": the groups of the table are together in each of them. */
function ranksTimes({ intent: { senses, grouped, mentions } }: Surroundings): boolean {
  return senses.has("time_rank") && !grouped && !mentions.some(({ column }) => column.kind === "category");
}

/** Rows are counted, which tells how tickets or groups are spread, and else is not what was asked for. */
function withoutNumbers({ change, difference }: Wants, { intent, shape }: Surroundings): Combined {
  const { senses, mentions, aggregation, countsEvents } = intent;
  const isCounted = aggregation === "count" || countsEvents ||
    mentions.some(({ column }) => column.kind === "category");
  const isOfTimes = change && shape.times.length > 0;
  const lacks = senses.has("box_chart") || (isOfTimes && wantsValues(intent) && !isCounted);
  const unmet = lacks ? ["number" as const] : [];
  return isOfTimes
    ? chosen(difference ? "P12" : "P01", "rows counted over time", unmet)
    : chosen("P03", "rows counted by category", unmet);
}

/** Whether the words are of how values are spread. */
function wantsValues({ senses }: Intent): boolean {
  return (["distribution", "spread", "histogram", "box_chart"] as const).some((sense) => senses.has(sense));
}

/** Of columns side by side only where the sentence does not name a single one. */
function hasGroups({ intent, shape }: Surroundings): boolean {
  const named = intent.mentions.filter(({ column }) => column.kind === "number").length;
  return shape.categories.length > 0 || named > 1 || (named === 0 && shape.series.length > 1);
}

/** Change and overview: histograms by period, or everything in small panels. */
function changingOverview(difference: boolean, around: Surroundings): Combined {
  const { senses } = around.intent;
  const values = senses.has("distribution") || senses.has("spread") || senses.has("histogram");
  if (senses.has("box_chart")) return chosen("P32", "boxes by period");
  if (difference && hasPanelsOfGroups(around.intent)) return chosen("P13", "one histogram for each group");
  if (senses.has("panels") || senses.has("overview") || senses.has("composition")) {
    if (!values || senses.has("panels")) {
      return hasGroups(around)
        ? chosen("P31", "whole picture over time")
        : chosen("P01", "one series", ["facet"]);
    }
  }
  if (isOneForEach(around)) return chosen("P03", "distribution of values, one for each time");
  return chosen("P13", difference ? "distribution over time, groups together" : "distribution over time");
}

/** "Histograms of each class in panels": apart from each other, and not along the times that a table may have. */
export function hasPanelsOfGroups({ senses, mentions }: Intent): boolean {
  return senses.has("panels") && (senses.has("histogram") || senses.has("distribution")) &&
    !senses.has("trend") && !senses.has("period") &&
    mentions.some(({ column }) => column.kind === "category");
}

/** Daily figures have no distribution within a day: 「日次の訪問数の分布」 is that of the days. */
function isOneForEach({ intent: { senses, period }, shape, timePoints }: Surroundings): boolean {
  return !senses.has("trend") && period !== null && period === shape.times[0]?.grain &&
    shape.rows <= timePoints * 1.5;
}

/** Change and difference: lines, or bars side by side where the difference itself or few times are meant. */
function changingDifference(around: Surroundings): Combined {
  const { intent: { senses }, timePoints } = around;
  if (!hasGroups(around)) {
    return senses.has("trend") || senses.has("line_chart")
      ? chosen("P01", "one series")
      : chosen("P02", "times compared");
  }
  if (senses.has("panels")) return chosen("P31", "one panel for each");
  if (senses.has("line_chart")) return chosen("P12", "lines asked for");
  if (senses.has("bar_chart")) return chosen("P21", "bars asked for");
  if (senses.has("gap")) return chosen("P21", "the difference itself");
  const compared = senses.has("compare");
  if (timePoints <= fewTimes && (compared || !senses.has("trend"))) return chosen("P21", "few times");
  if (compared && !senses.has("trend") && timePoints <= 12) return chosen("P21", "comparison by period");
  return chosen("P12", "several series over time");
}

/** Difference and overview: distributions of groups, if the groups have enough values. */
function comparedOverview(around: Surroundings): Combined {
  const { intent, intent: { senses }, shape } = around;
  const groups = groupCount(around);
  const aboutValues = wantsValues(around.intent);
  if (senses.has("composition") && !aboutValues) {
    return senses.has("compare") ? chosen("P02", "shares compared") : chosen("P03", "parts of a whole");
  }
  const perGroup = columnsOver(intent, shape) > 1 ? shape.rows : shape.rows / groups;
  const enough = groups > 0 && perGroup >= leastPerGroup;
  if (!aboutValues && !enough) return chosen("P02", "one value for each group");
  if (!enough) return chosen("P02", "too few values for a distribution", ["values_per_group"]);
  if (senses.has("box_chart")) return chosen("P32", "boxes asked for");
  if (hasPanelsOfGroups(around.intent)) return chosen("P13", "one histogram for each group");
  if (senses.has("histogram")) return chosen("P23", "histograms asked for");
  if (senses.has("overlay") && groups <= mostOverlaid) return chosen("P23", "distributions over each other");
  if (senses.has("spread") || senses.has("overview")) return chosen("P32", "spread of groups");
  return groups <= fewGroups
    ? chosen("P23", "few distributions compared")
    : chosen("P32", "many distributions compared");
}

function groupCount({ intent, shape }: Surroundings): number {
  if (columnsOver(intent, shape) > 1) return columnsOver(intent, shape);
  const mentioned = intent.mentions.find(({ column, grouped }) => grouped && column.kind !== "time") ??
    intent.mentions.find(({ column }) => column.kind === "category");
  const column = mentioned?.column.kind === "number" && !mentioned.grouped ? undefined : mentioned?.column;
  return (column ?? shape.categories[0])?.distinct ?? (shape.series.length > 1 ? 1 : 0);
}

/** Change alone: one line, or several where the table has series side by side and the sentence names no single one. */
function single({ intent, shape }: Surroundings): Combined {
  const named = intent.mentions.filter(({ column }) => column.kind === "number").length;
  if (named > 1) return chosen("P12", "several columns named");
  // Days, and rows of which several are of one time, are what is counted, and no course of columns.
  const counted = intent.aggregation === "count" &&
    (intent.countsDays || (shape.times[0]?.distinct ?? 0) < shape.rows * 0.9);
  if (named === 0 && !counted && shape.series.length > 1 && shape.categories.length === 0) {
    return chosen("P12", "series side by side");
  }
  return chosen("P01", "one series over time");
}

/** The ladder: P13 wherever there are numbers, else the simplest chart of what there is. */
export function fallbackChoice(shape: Shape, unmet: Unmet): Choice {
  const pattern = shape.numbers.length > 0 ? "P13" : shape.categories.length > 0 ? "P03" : "P01";
  return { pattern, reason: `fallback: ${unmet} -> ${pattern}`, unmet: [unmet], fallback: true };
}

function namesOf({ change, difference, overview }: Wants): string {
  return [change ? "transition" : "", difference ? "difference" : "", overview ? "overview" : ""]
    .filter((name) => name !== "").join("+");
}
