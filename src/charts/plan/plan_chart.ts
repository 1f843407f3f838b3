/** Chooses the chart and its columns: explicit wishes hold, words and data fill the rest. */

import type { PatternId } from "../../base/chart_terms.ts";
import { AppError } from "../../base/errors.ts";
import type { Intent } from "../read/find_intent.ts";
import { timeOf } from "../read/time_of.ts";
import { type Grain, isCyclic, lengthOf } from "../table/calendar.ts";
import type { Table, TimeColumn } from "../table/column.ts";
import type { MadeNames } from "../table/derive_column.ts";
import { type Shape, shapeOf } from "../table/table_shape.ts";
import { bucketOf } from "../values/time_buckets.ts";
import { type Choice, choosePattern, fallbackChoice } from "./choose_pattern.ts";
import { fillRoles } from "./fill_roles.ts";
import { checkAxes, type Roles, wishedRoles, type Wishes } from "./roles.ts";
import { areUnlikeColumns } from "./unlike_measures.ts";
import { isOfNothing } from "./unusable_columns.ts";
import { namesAside, withoutThings } from "./what_rows_are.ts";

export interface Plan extends Choice {
  readonly roles: Roles;
  readonly melted: boolean;
}

export interface PlanOptions extends Wishes {
  readonly pattern?: PatternId | undefined;
  readonly names: MadeNames;
}

export function planChart(table: Table, intent: Intent, options: PlanOptions): Plan {
  checkAxes(options);
  const shape = namesAside(shapeOf(table), intent);
  const groups = withoutThings(intent, shape);
  const timePoints = timesShown(timeOf(intent, shape), intent.period);
  const wished = options.x ?? options.y ?? options.color ?? options.facet;
  const around = { table, intent, groups, shape, options };
  if (options.pattern !== undefined) {
    const unmet = isOfNothing(intent) ? ["values" as const] : [];
    const choice = {
      pattern: options.pattern,
      reason: `options.pattern -> ${options.pattern}`,
      unmet,
      fallback: unmet.length > 0,
    };
    return filledPlan(choice, around);
  }
  const choice = choosePattern(groups, shape, timePoints);
  return onOwnScales(wished === undefined ? laddered(choice, around) : nearestTo(choice, around), intent);
}

/** Columns that cannot share an axis are panels over time, unless bars are asked for. */
function onOwnScales(plan: Plan, { senses }: Intent): Plan {
  const { roles, pattern } = plan;
  const isOverTime = roles.time !== null &&
    (pattern === "P12" || (pattern === "P21" && !senses.has("bar_chart")));
  if (!isOverTime || !areUnlikeColumns(roles.value?.parts ?? [])) return plan;
  return {
    ...plan,
    pattern: "P31",
    reason: `${plan.reason}; columns of different things -> P31`,
    roles: { ...roles, group: roles.group ?? roles.second, second: null },
  };
}

/** How many times a chart shows: those of the data, or the longer periods that the sentence names. */
function timesShown(time: TimeColumn | null, period: Grain | null): number {
  if (time === null) return 0;
  if (period === null || isCyclic(time.grain) || lengthOf(period) <= lengthOf(time.grain)) {
    return time.distinct;
  }
  const times = Array.from(time.values()).filter((at) => !Number.isNaN(at));
  return new Set(times.map((at) => bucketOf(at, period))).size;
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
const spreadSenses = ["distribution", "spread", "histogram", "box_chart"] as const;
/** The charts that show how values are spread. */
const spreads: readonly PatternId[] = ["P23", "P13", "P32", "P03"];

/** The chart that can keep all the caller's columns: the chosen one, then those that show the same. */
function nearestTo(choice: Choice, around: Around): Plan {
  let refusal: unknown;
  const used = usedChannels(around.options);
  const isSpread = spreadSenses.some((sense) => around.intent.senses.has(sense));
  for (const pattern of new Set([choice.pattern, ...(isSpread ? spreads : []), ...preference])) {
    try {
      const reason = `options.${used.join(", options.")} -> ${pattern}`;
      const unmet = choice.fallback || pattern.includes(mainOf(choice.pattern)) ? [] : ["wished" as const];
      const step = pattern === choice.pattern && !choice.fallback
        ? choice
        : { pattern, reason, unmet, fallback: unmet.length > 0 };
      const plan = filledPlan(step, around);
      // Bars of groups, which is what this one makes of them, show no spread.
      if (isSpread && pattern === "P03" && plan.roles.group !== null) continue;
      return plan;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      refusal ??= error;
      if (/no such column/.test(error.message)) throw error;
    }
  }
  throw refusal;
}

/** The digit of what a chart mainly shows. */
function mainOf(pattern: PatternId): string {
  return pattern.replace(/P0?/, "").charAt(0);
}

function usedChannels(options: PlanOptions): string[] {
  return (["x", "y", "color", "facet"] as const).filter((channel) => options[channel] !== undefined);
}

/** The plan with every part filled; throws where the table has no column for one. */
function filledPlan(choice: Choice, around: Around): Plan {
  const { pattern } = choice;
  const wished = wishedRoles(pattern, around.options, around.table.columns);
  const { roles, melted } = fillRoles(pattern, wished, { ...around, names: around.options.names });
  const missing = missingPart(pattern, roles, around.options);
  if (missing !== null) {
    throw new AppError("invalid_argument", `Cannot draw ${pattern}: the data has ${missing}`, {
      hint: "Send data that has it, or choose another pattern",
      details: { columns: around.table.columns.map(({ name, kind }) => ({ name, kind })) },
    });
  }
  return { ...choice, roles, melted };
}

function missingPart(pattern: PatternId, roles: Roles, { y }: Wishes): string | null {
  const needsTime: readonly PatternId[] = ["P01", "P12", "P31"];
  const needsValue: readonly PatternId[] = ["P13", "P23", "P32"];
  const needsGroup: readonly PatternId[] = ["P12", "P23", "P31"];
  if (needsTime.includes(pattern) && roles.time === null) return "no column of times";
  if (needsValue.includes(pattern) && roles.value === null) return "no column of numbers";
  if (needsGroup.includes(pattern) && roles.group === null) return "no column of groups";
  if (pattern === "P21" && (roles.second === null || (roles.time ?? roles.group) === null)) {
    return "no two columns to group by";
  }
  if (pattern === "P02" && (roles.group ?? roles.time) === null) return "no column of groups";
  if (pattern === "P03" && y !== undefined && roles.group === null) {
    return "no column of groups, of which options.y could be told: name the column of a histogram as options.x";
  }
  if (pattern === "P03" && (roles.value ?? roles.group) === null) return "neither numbers nor groups";
  return null;
}
