/** Which column plays which part in a chosen chart: what the caller wishes, then what the sentence says, then the table. */

import type { PatternId } from "../../base/chart_terms.ts";
import type { Intent } from "../read/find_intent.ts";
import { subjectsIn } from "../read/subjects_in.ts";
import { timeOf } from "../read/time_of.ts";
import { isOrdered } from "../table/code_columns.ts";
import type { CategoryColumn, NumberColumn, TimeColumn } from "../table/column.ts";
import { type MadeNames, meltColumns, numberAsCategory } from "../table/derive_column.ts";
import type { Shape } from "../table/table_shape.ts";
import { isAveraged } from "../values/aggregation_for.ts";
import { numberAsRanges } from "../values/number_ranges.ts";
import { hasPanelsOfGroups } from "./choose_pattern.ts";
import { measuredValue, weightOf } from "./measured_value.ts";
import type { Roles } from "./roles.ts";

export interface FilledRoles {
  readonly roles: Roles;
  /** Whether columns side by side were put one under the other. */
  readonly melted: boolean;
}

/** More numbers than these are no groups. */
const mostNumbers = 30;

interface Around {
  readonly intent: Intent;
  /** The intent without the columns that name what the rows are. */
  readonly groups: Intent;
  readonly shape: Shape;
  readonly names: MadeNames;
}

export function fillRoles(
  pattern: PatternId,
  wished: Partial<Roles>,
  { intent, groups, shape, names }: Around,
): FilledRoles {
  const taken = [wished.group, wished.second].flatMap((column) =>
    column === undefined || column === null ? [] : [column.index]
  );
  const [first = null, second = null] = groupsOf(groups, shape).filter((column) =>
    !taken.includes(column.index)
  );
  const series = wished.group === undefined && wished.second === undefined && wished.value === undefined
    ? seriesOf(intent, shape, { pattern, hasGroup: first !== null })
    : [];
  const time = wished.time ?? timeOf(intent, shape);
  if (series.length > 1) {
    const isAsked = first === null || pattern !== "P02" || isGroupedBy(first, intent, shape);
    return meltedRoles(series, { pattern, time, first: isAsked ? first : null, names });
  }
  const value = wished.value ?? measuredValue(...besides(wished.group ?? null, { intent, shape }), pattern);
  const base = { time: wished.time === null ? null : time, value };
  return { roles: rolesFor(pattern, { ...base, first, second }, { wished, intent, shape }), melted: false };
}

/** "Compare maths and English" of many pupils each of several classes compares no classes. */
function isGroupedBy(group: CategoryColumn, { grouped, mentions, senses }: Intent, { rows }: Shape): boolean {
  return (grouped && !senses.has("columns")) || mentions.some(({ column }) => column.index === group.index) ||
    rows <= group.distinct * 2;
}

/** What groups by the caller's wish is not measured as well. */
function besides(
  group: CategoryColumn | null,
  { intent, shape }: Pick<Around, "intent" | "shape">,
): [Intent, Shape] {
  if (group === null) return [intent, shape];
  const isOther = ({ index }: { readonly index: number }) => index !== group.index;
  return [
    { ...intent, mentions: intent.mentions.filter(({ column }) => isOther(column)) },
    { ...shape, numbers: shape.numbers.filter(isOther) },
  ];
}

interface Found {
  readonly time: TimeColumn | null;
  readonly value: NumberColumn | null;
  readonly first: CategoryColumn | null;
  readonly second: CategoryColumn | null;
}

interface Given {
  readonly wished: Partial<Roles>;
  readonly intent: Intent;
  readonly shape: Shape;
}

const nobody = { time: null, group: null, second: null };

function rolesFor(pattern: PatternId, found: Found, given: Given): Roles {
  const { time, value, first } = found;
  const { wished, intent, shape } = given;
  const group = wished.group === undefined ? first : wished.group;
  switch (pattern) {
    case "P01":
      return { ...nobody, time, value };
    case "P12":
    case "P31":
      return { ...nobody, time, value, group };
    case "P02":
      return comparedRoles(found, given);
    case "P03": {
      // What the caller wants along y is told of groups.
      const isWeight = wished.value !== undefined && wished.group === undefined;
      const isParts = isWeight || composition(intent, shape) || value === null ||
        (wished.group ?? null) !== null;
      return isParts
        ? { ...nobody, group, value: wished.value ?? weightOf(intent, value) }
        : { ...nobody, value };
    }
    case "P13": {
      const facet = wished.group ?? null;
      return facet === null && time !== null && !hasPanelsOfGroups(intent)
        ? { ...nobody, time, value }
        : { ...nobody, value, group: facet ?? group };
    }
    case "P21":
      return sideBySideRoles(found, given);
    case "P23":
      return { ...nobody, value, group };
    case "P32": {
      // Of groups nobody has spoken.
      const isAlone = intent.senses.has("box_chart") && !intent.senses.has("compare") && !intent.grouped &&
        namedGroups(intent) === 0 && wished.group === undefined && wished.time === undefined &&
        !intent.senses.has("period");
      if (isAlone) return { ...nobody, value };
      const byTime = intent.senses.has("period") && !intent.grouped && time !== null &&
        wished.group === undefined;
      return byTime || group === null ? { ...nobody, time, value } : { ...nobody, value, group };
    }
  }
}

/** Bars for groups, or for times where there are none or the caller wants them; both groupings where both are named. */
function comparedRoles({ time, value, first, second }: Found, { wished, intent }: Given): Roles {
  const group = wished.group === undefined ? first : wished.group;
  const isNamed = intent.mentions.some(({ column }) => column.index === second?.index);
  const bothNamed = namedGroups(intent) > 1 && isNamed && second !== null && second.distinct <= 60
    ? second
    : null;
  const inner = wished.second ?? (wished.group === undefined && wished.time === undefined ? bothNamed : null);
  const ranksTimes = intent.senses.has("time_rank") && namedGroups(intent) === 0 && time !== null &&
    wished.group === undefined;
  const byTime = ranksTimes || ((wished.time ?? null) !== null && wished.group === null);
  if (byTime || group === null) return { ...nobody, time, value, second: inner };
  const isTurned = inner !== null && inner === bothNamed && isStep(inner, intent) && !isStep(group, intent);
  return isTurned
    ? { ...nobody, value, group: inner, second: group }
    : { ...nobody, value, group, second: inner };
}

/** What follows one another, as visits and grades do, lies along the axis. */
function isStep({ index, name }: CategoryColumn, { mentions }: Intent): boolean {
  return isOrdered(name) || mentions.some(({ column }) => column.index === index && column.kind === "number");
}

/** A grouping inside times, or inside another grouping where there are no times or the caller wants it. */
function sideBySideRoles({ time, value, first, second }: Found, { wished }: Given): Roles {
  const inner = wished.second ?? first;
  const outer = wished.group ?? null;
  if (outer !== null) return { ...nobody, value, group: outer, second: inner };
  return time !== null
    ? { ...nobody, time, value, second: inner }
    : { ...nobody, value, group: first, second: wished.second ?? second };
}

function namedGroups({ mentions, banded }: Intent): number {
  return mentions.filter(({ column, grouped }) =>
    column.kind === "category" || column.index === banded?.index ||
    (column.kind === "number" && grouped && column.distinct <= mostNumbers)
  ).length;
}

/** Whether a wish for P03 is about parts rather than about numbers. */
function composition(intent: Intent, shape: Shape): boolean {
  if (shape.categories.length === 0) return false;
  const about = ["distribution", "histogram", "spread"] as const;
  const numbers = intent.mentions.flatMap(({ column }) => column.kind === "number" ? [column] : []);
  const [only] = numbers;
  // What is not added up has no parts: the make-up of ages is their distribution.
  const isWhole = intent.grouped || namedGroups(intent) > 0 || only === undefined || !isAveraged(only);
  if (intent.senses.has("composition")) return isWhole;
  const named = intent.mentions[0]?.column;
  return about.some((sense) => intent.senses.has(sense)) && named?.kind === "category" &&
    numbers.length === 0;
}

/** The columns to group by: those the sentence groups by, those it names, then the rest of the table. */
function groupsOf(intent: Intent, shape: Shape): CategoryColumn[] {
  const grouped = intent.mentions.filter(({ grouped }) => grouped).flatMap(({ column }) => {
    if (column.kind === "category") return [column];
    if (column.kind !== "number") return [];
    if (column.index === intent.banded?.index) return [numberAsRanges(column)];
    if (column.distinct <= mostNumbers) return [numberAsCategory(column)];
    return isMeasuredBeside(column.index, intent) ? [numberAsRanges(column)] : [];
  });
  const named = intent.mentions.flatMap(({ column }) => column.kind === "category" ? [column] : []);
  const usual = shape.categories.filter((column) => column.distinct > 1 && column.distinct <= 50);
  const all = [...grouped, ...named, ...usual, ...shape.categories];
  return all.filter((column, index) => all.findIndex((other) => other.index === column.index) === index);
}

/** Whether something else is measured, so that this number can only group: "salary by age". */
function isMeasuredBeside(index: number, { mentions, aggregation }: Intent): boolean {
  return aggregation === "count" ||
    mentions.some(({ column, grouped }) => column.kind === "number" && column.index !== index && !grouped);
}

/** The number columns that become one long column; none where the table has groups of its own. */
function seriesOf(
  intent: Intent,
  shape: Shape,
  { pattern, hasGroup }: { readonly pattern: PatternId; readonly hasGroup: boolean },
): readonly NumberColumn[] {
  if (pattern === "P01" || pattern === "P13") return [];
  const named = intent.mentions.filter(({ grouped }) => !grouped)
    .flatMap(({ column }) => column.kind === "number" ? [column] : []);
  if (pattern === "P03") {
    const areParts = intent.senses.has("composition") && !hasGroup && named.length !== 1;
    return !areParts ? [] : named.length > 1 ? named : intent.grouped ? shape.series : [];
  }
  if (named.length > 1 && (namedGroups(intent) === 0 || pattern === "P02")) return named;
  if (intent.senses.has("columns") && named.length === 0) {
    return intent.senses.has("subjects") ? subjectsIn(shape.series) : shape.series;
  }
  // One that is named is compared over the times, and with none that is not.
  if (pattern === "P02" && named.length === 1 && shape.times.length > 0) return [];
  return !hasGroup || (pattern === "P02" && named.length === 0 && shape.categories.length === 0)
    ? shape.series
    : [];
}

function meltedRoles(
  series: readonly NumberColumn[],
  from: {
    readonly pattern: PatternId;
    readonly time: TimeColumn | null;
    readonly first: CategoryColumn | null;
    readonly names: MadeNames;
  },
): FilledRoles {
  const melted = meltColumns(series, from.names);
  const time = from.time === null ? null : melted.repeat.time(from.time);
  const first = from.first === null ? null : melted.repeat.category(from.first);
  const base = { value: melted.value, time: null, group: null, second: null };
  switch (from.pattern) {
    case "P21":
      return {
        melted: true,
        roles: { ...base, time, group: time === null ? first : null, second: melted.series },
      };
    case "P02":
      return first !== null
        ? { melted: true, roles: { ...base, group: first, second: melted.series } }
        : { melted: true, roles: { ...base, group: melted.series } };
    case "P03":
      return { melted: true, roles: { ...base, group: melted.series } };
    default:
      return { melted: true, roles: { ...base, time, group: melted.series } };
  }
}
