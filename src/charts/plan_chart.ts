/** Chooses the chart and its columns: explicit wishes hold, words and data fill the rest. */

import { AppError } from "../errors.ts";
import { isAveraged } from "./aggregation_for.ts";
import { type Choice, choosePattern, fallbackChoice } from "./choose_pattern.ts";
import type { CategoryColumn, NumberColumn, Table, TimeColumn } from "./column.ts";
import { meltColumns, numberAsCategory } from "./derive_column.ts";
import type { Intent } from "./find_intent.ts";
import type { PatternId } from "./pattern.ts";
import { type Roles, wishedRoles, type Wishes } from "./roles.ts";
import { measuredValue, weightOf } from "./measured_value.ts";
import { type Shape, shapeOf } from "./table_shape.ts";
import { namesAside, withoutThings } from "./what_rows_are.ts";

export interface Plan extends Choice {
  readonly roles: Roles;
  readonly melted: boolean;
}

export interface PlanOptions extends Wishes {
  readonly pattern?: PatternId | undefined;
  /** Names for columns that are made: of the values, and of the series. */
  readonly names: { readonly value: string; readonly series: string };
}

export function planChart(table: Table, intent: Intent, options: PlanOptions): Plan {
  const shape = namesAside(shapeOf(table), intent);
  const groups = withoutThings(intent, shape);
  const timePoints = timeOf(intent, shape)?.distinct ?? 0;
  const wished = options.x ?? options.y ?? options.color ?? options.facet;
  const around = { table, intent, groups, shape, options };
  if (options.pattern !== undefined) {
    const choice = {
      pattern: options.pattern,
      reason: `options.pattern -> ${options.pattern}`,
      unmet: [],
      fallback: false,
    };
    return filledPlan(choice, around);
  }
  const choice = choosePattern(groups, shape, timePoints);
  return wished === undefined ? laddered(choice, around) : nearestTo(choice, around);
}

interface Around {
  readonly table: Table;
  readonly intent: Intent;
  /** The intent without the columns that name what the rows are. */
  readonly groups: Intent;
  readonly shape: Shape;
  readonly options: PlanOptions;
}

/** The chosen chart; where the table cannot fill it, the fallback, and then whatever can be drawn. */
function laddered(choice: Choice, around: Around): Plan {
  const ladder = [choice, fallbackChoice(around.shape, "intent")].concat(
    (["P02", "P03", "P01"] as const).map((pattern) => ({
      ...fallbackChoice(around.shape, "intent"),
      pattern,
    })),
  );
  let refusal: unknown;
  for (const step of ladder) {
    try {
      return filledPlan(step, around);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      refusal ??= error;
    }
  }
  throw refusal;
}

const preference: readonly PatternId[] = ["P12", "P01", "P02", "P23", "P03", "P21", "P31", "P13", "P32"];

/** The chart that can keep all the caller's columns, the chosen one first. */
function nearestTo(choice: Choice, around: Around): Plan {
  let refusal: unknown;
  const used = usedChannels(around.options);
  for (const pattern of [choice.pattern, ...preference.filter((one) => one !== choice.pattern)]) {
    try {
      const same = pattern === choice.pattern;
      const step = same && !choice.fallback
        ? choice
        : { pattern, reason: `options.${used.join(", options.")} -> ${pattern}`, unmet: [], fallback: false };
      return filledPlan(step, around);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      refusal ??= error;
      if (/no such column/.test(error.message)) throw error;
    }
  }
  throw refusal;
}

function usedChannels(options: PlanOptions): string[] {
  return (["x", "y", "color", "facet"] as const).filter((channel) => options[channel] !== undefined);
}

/** The plan with every part filled; throws where the table has no column for one. */
function filledPlan(choice: Choice, around: Around): Plan {
  const { pattern } = choice;
  const wished = wishedRoles(pattern, around.options, around.table.columns);
  const { roles, melted } = completed(pattern, wished, around);
  const missing = missingPart(pattern, roles);
  if (missing !== null) {
    throw new AppError("invalid_argument", `Cannot draw ${pattern}: the data has ${missing}`, {
      hint: "Send data that has it, or choose another pattern",
      details: { columns: around.table.columns.map(({ name, kind }) => ({ name, kind })) },
    });
  }
  return { ...choice, roles, melted };
}

function missingPart(pattern: PatternId, roles: Roles): string | null {
  const needsTime: readonly PatternId[] = ["P01", "P12", "P31"];
  const needsValue: readonly PatternId[] = ["P13", "P23", "P32"];
  const needsGroup: readonly PatternId[] = ["P12", "P23", "P31"];
  if (needsTime.includes(pattern) && roles.time === null) return "no column of times";
  if (needsValue.includes(pattern) && roles.value === null) return "no column of numbers";
  if (needsGroup.includes(pattern) && roles.group === null) return "no column of groups";
  if (pattern === "P21" && (roles.second === null || (roles.time ?? roles.group) === null)) {
    return "no two columns to group by";
  }
  if (["P02", "P32"].includes(pattern) && (roles.group ?? roles.time) === null) return "no column of groups";
  if (pattern === "P03" && (roles.value ?? roles.group) === null) return "neither numbers nor groups";
  return null;
}

function completed(
  pattern: PatternId,
  wished: Partial<Roles>,
  around: Around,
): { roles: Roles; melted: boolean } {
  const { intent, shape } = around;
  const taken = [wished.group, wished.second].flatMap((column) =>
    column === undefined || column === null ? [] : [column.index]
  );
  const [first = null, second = null] = groupsOf(around.groups, shape).filter((column) =>
    !taken.includes(column.index)
  );
  const series = wished.group === undefined && wished.second === undefined && wished.value === undefined
    ? seriesOf(intent, shape, { pattern, hasGroup: first !== null })
    : [];
  const time = wished.time ?? timeOf(intent, shape);
  if (series.length > 1) return meltedRoles(series, { pattern, time, first, names: around.options.names });
  const value = wished.value ?? measuredValue(intent, shape, pattern);
  const base = { time: wished.time === null ? null : time, value };
  return {
    roles: { ...rolesFor(pattern, { ...base, first, second }, { wished, intent, shape }) },
    melted: false,
  };
}

interface Found {
  readonly time: TimeColumn | null;
  readonly value: NumberColumn | null;
  readonly first: CategoryColumn | null;
  readonly second: CategoryColumn | null;
}

function rolesFor(
  pattern: PatternId,
  { time, value, first, second }: Found,
  { wished, intent, shape }: { wished: Partial<Roles>; intent: Intent; shape: Shape },
): Roles {
  const group = wished.group === undefined ? first : wished.group;
  const none = { time: null, group: null, second: null };
  switch (pattern) {
    case "P01":
      return { ...none, time, value };
    case "P12":
    case "P31":
      return { ...none, time, value, group };
    case "P02": {
      const bothNamed = namedGroups(intent) > 1 && second !== null && second.distinct <= 60 ? second : null;
      const byTime = wished.time !== undefined && wished.time !== null && wished.group === null;
      const inner = wished.second ??
        (wished.group === undefined && wished.time === undefined ? bothNamed : null);
      return byTime || group === null
        ? { ...none, time, value, second: inner }
        : { ...none, value, group, second: inner };
    }
    case "P03":
      return composition(intent, shape) || value === null ||
          (wished.group !== undefined && wished.group !== null)
        ? { ...none, group, value: wished.value ?? weightOf(intent, value) }
        : { ...none, value };
    case "P13": {
      const facet = wished.group ?? null;
      return facet === null && time !== null
        ? { ...none, time, value }
        : { ...none, value, group: facet ?? group };
    }
    case "P21": {
      const inner = wished.second ?? first;
      if (wished.group !== undefined && wished.group !== null) {
        return { ...none, value, group: wished.group, second: inner };
      }
      return time !== null
        ? { ...none, time, value, second: inner }
        : { ...none, value, group: first, second: wished.second ?? second };
    }
    case "P23":
      return { ...none, value, group };
    case "P32": {
      const byTime = intent.senses.has("period") && !intent.grouped && time !== null &&
        wished.group === undefined;
      return byTime || group === null ? { ...none, time, value } : { ...none, value, group };
    }
  }
}

function namedGroups({ mentions }: Intent): number {
  return mentions.filter(({ column }) => column.kind === "category").length;
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

function timeOf(intent: Intent, { times }: Shape): TimeColumn | null {
  const named = intent.mentions.flatMap(({ column }) => column.kind === "time" ? [column] : [])[0];
  return named ?? times.find((column) => column.distinct > 1) ?? times[0] ?? null;
}

/** The columns to group by: those the sentence groups by, those it names, then the rest of the table. */
function groupsOf(intent: Intent, shape: Shape): CategoryColumn[] {
  const grouped = intent.mentions.filter(({ grouped }) => grouped).flatMap(({ column }) => {
    if (column.kind === "category") return [column];
    return column.kind === "number" && column.distinct <= 30 ? [numberAsCategory(column)] : [];
  });
  const named = intent.mentions.flatMap(({ column }) => column.kind === "category" ? [column] : []);
  const usual = shape.categories.filter((column) => column.distinct > 1 && column.distinct <= 50);
  const all = [...grouped, ...named, ...usual, ...shape.categories];
  return all.filter((column, index) => all.findIndex((other) => other.index === column.index) === index);
}

/** The number columns that become one long column; none where the table has groups of its own. */
function seriesOf(
  intent: Intent,
  shape: Shape,
  { pattern, hasGroup }: { readonly pattern: PatternId; readonly hasGroup: boolean },
): readonly NumberColumn[] {
  if (["P01", "P03", "P13"].includes(pattern)) return [];
  const named = intent.mentions.filter(({ grouped }) => !grouped)
    .flatMap(({ column }) => column.kind === "number" ? [column] : []);
  if (named.length > 1 && (namedGroups(intent) === 0 || pattern === "P02")) return named;
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
    readonly names: { readonly value: string; readonly series: string };
  },
): { roles: Roles; melted: boolean } {
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
    default:
      return { melted: true, roles: { ...base, time, group: melted.series } };
  }
}
