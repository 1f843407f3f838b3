/**
 * A column as groups: each row has the position of its group in a list of labels.
 *
 * 1. Groups stand in their own order if they have one: times, numbers, weekdays, sizes; else as they come in the table.
 * 2. Rows without a text are a group of their own; rows without a time or number have none (-1).
 */

import type { Language } from "../../base/language.ts";
import type { TimeUnit } from "../../base/chart_spec.ts";
import { type Grain, isCyclic, type Period } from "../table/calendar.ts";
import type { CategoryColumn, Column, NumberColumn, TimeColumn } from "../table/column.ts";
import { exactNumber, styleOf } from "../text/format_number.ts";
import { formatTime } from "../text/format_time.ts";
import { binsFor } from "./bins.ts";
import { specError } from "../table/named_columns.ts";
import { countedOrder, emptyNames, naturalOrder } from "./natural_order.ts";
import {
  cycleLength,
  cycleName,
  floorTo,
  grainOf,
  isCyclicUnit,
  periodsBetween,
  placeIn,
  unitName,
  unitOfGrain,
} from "./time_units.ts";
import { distinctValues, sortedValues } from "./values.ts";

export interface Keys {
  /** What an axis or a title calls it: the column, or the unit of time. */
  readonly name: string;
  readonly kind: "group" | "time" | "number";
  /** Of each row; -1 without a group. */
  readonly codes: Int32Array;
  readonly labels: readonly string[];
  /** Where each group lies on a continuous axis, in milliseconds or numbers; null if it has none. */
  readonly at: Float64Array | null;
  readonly grain: Grain;
  /** The unit of time, if there is one. */
  readonly unit: TimeUnit | null;
  /** Whether the groups have an order of their own. */
  readonly ordered: boolean;
  /** Whether the last group is what a limit left over. */
  readonly rest?: boolean;
}

export interface KeyOptions {
  readonly language: Language;
  readonly unit?: TimeUnit | undefined;
  /** Whether periods without data are groups too, as bars want them. */
  readonly filled?: boolean;
  /** The times by which periods follow one another, if they are more than those of the column. */
  readonly observed?: Float64Array | undefined;
  /** Whether years of which most are missing are not filled, as their values are unknown rather than zero. */
  readonly isMeasured?: boolean;
  /** Maximum of different numbers that are groups of their own; more are ranges. */
  readonly numbers?: number;
}

export function keysOf(column: Column, options: KeyOptions): Keys {
  switch (column.kind) {
    case "category":
      if (options.unit !== undefined) refuseUnit(column, options.unit);
      return categoryKeys(column, options);
    case "number":
      return numberKeys(column, options);
    case "time":
      return timeKeys(column, options);
  }
}

function refuseUnit({ name }: Column, unit: TimeUnit): never {
  throw specError(`Cannot use "options.time_unit" "${unit}" of "${name}": it is not a column of times`, {
    hint: "Leave options.time_unit out, or name a column of times",
  });
}

function categoryKeys(column: CategoryColumn, { language }: KeyOptions): Keys {
  const { codes, labels } = column.values();
  const all = codes.some((code) => code < 0) ? [...labels, emptyNames[language]] : labels;
  const own = naturalOrder(all);
  const order = own ?? countedOrder(all);
  const places = order === null ? null : inverse(order);
  const empty = labels.length;
  return {
    name: column.name,
    kind: "group",
    codes: codes.map((code) =>
      places === null ? (code < 0 ? empty : code) : places[code < 0 ? empty : code] ?? -1
    ),
    labels: order === null ? all : order.map((place) => all[place] ?? ""),
    at: null,
    grain: "step",
    unit: null,
    ordered: own !== null,
  };
}

function inverse(order: readonly number[]): Int32Array {
  const places = new Int32Array(order.length);
  order.forEach((label, place) => places[label] = place);
  return places;
}

function numberKeys(column: NumberColumn, { language, numbers = 40 }: KeyOptions): Keys {
  const cells = column.values();
  const distinct = distinctValues(cells);
  const style = styleOf(column, language);
  const shared = { name: column.name, kind: "number", grain: "step", unit: null, ordered: true } as const;
  if (distinct.length <= numbers) {
    const labels = Array.from(distinct, (value) => exactNumber(style, value));
    return { ...shared, codes: codesOf(cells, distinct), labels, at: distinct };
  }
  const { edges, step } = binsFor(sortedValues(cells), {
    most: 12,
    integer: column.integer,
  });
  const first = edges[0] ?? 0;
  const last = edges.length - 2;
  const codes = Int32Array.from(
    cells,
    (value) =>
      Number.isNaN(value) ? -1 : Math.max(0, Math.min(last, Math.floor((value - first) / step + 1e-9))),
  );
  const labels = edges.slice(0, -1).map((edge, at) =>
    `${exactNumber(style, edge)}–${exactNumber(style, edges[at + 1] ?? 0)}`
  );
  return { ...shared, kind: "group", codes, labels, at: null };
}

function timeKeys(column: TimeColumn, options: KeyOptions): Keys {
  const { unit, language, filled = false } = options;
  const cells = column.values();
  const shared = { kind: "time", ordered: true } as const;
  if (unit !== undefined && isCyclicUnit(unit)) return cyclicKeys(column, { ...options, unit });
  const own = unit ?? unitOfGrain(column.grain);
  if (unit !== undefined && isCyclic(column.grain)) {
    throw specError(`Cannot use "options.time_unit" "${unit}" of "${column.name}": its times have no year`, {
      hint: "Leave options.time_unit out",
    });
  }
  const isFiner = unit !== undefined && own !== null;
  const floor = isFiner ? floorTo(own) : null;
  const times = floor === null ? cells : cells.map((time) => Number.isNaN(time) ? NaN : floor(time));
  const distinct = distinctValues(times);
  const all = filled && own !== null && !isCyclic(column.grain) && column.grain !== "step"
    ? stepsBetween(distinct, own, options)
    : null;
  // Times of a column may lie beside the starts of its periods, as fiscal years do.
  const at = all !== null && distinct.every((time) => all.includes(time)) ? Float64Array.from(all) : distinct;
  const grain = unit === undefined || isCoarse(column.grain, own) ? column.grain : grainOf(own ?? "day");
  return {
    ...shared,
    name: unit === undefined ? column.name : unitName(unit, language),
    codes: codesOf(times, at),
    labels: Array.from(at, (time) => formatTime(time, grain, language)),
    at,
    grain,
    unit: own,
  };
}

/** The periods from the first to the last in the step of the data: every fifth year of a census. */
function stepsBetween(
  distinct: Float64Array,
  unit: Period,
  { observed = distinct, isMeasured = false }: KeyOptions,
): readonly number[] | null {
  const known = observed.filter((time) => !Number.isNaN(time)).map(floorTo(unit));
  const times = Float64Array.from(new Set([...known, ...distinct])).sort();
  const [first = 0, last = 0] = [times[0], times.at(-1)];
  const periods = periodsBetween(first, last, unit);
  if (periods === null) return periodsBetween(distinct[0] ?? 0, distinct.at(-1) ?? 0, unit);
  const places = new Map(periods.map((time, place) => [time, place]));
  const steps = Array.from(
    times.subarray(1),
    (time, at) => (places.get(time) ?? NaN) - (places.get(times[at] ?? NaN) ?? NaN),
  );
  // Two years are compared; two months say nothing of a step.
  const isRegular = times.length > (unit === "year" ? 1 : 3) && steps.every(Number.isInteger);
  const step = isRegular ? steps.reduce(commonDivisor) : 1;
  const all = periods.filter((time, place) =>
    place % step === 0 && time >= (distinct[0] ?? 0) && time <= (distinct.at(-1) ?? 0)
  );
  const isSparse = isMeasured && unit === "year" && periods.length / step > 2 * times.length;
  return isSparse ? null : all;
}

function commonDivisor(one: number, other: number): number {
  return other === 0 ? one : commonDivisor(other, one % other);
}

/** Whether the column's own times are named as the unit's would be, or better: fiscal years, weeks of months. */
function isCoarse(grain: Grain, unit: TimeUnit | null): boolean {
  return unitOfGrain(grain) === unit;
}

function cyclicKeys(
  column: TimeColumn,
  { unit, language }: KeyOptions & { readonly unit: "month_of_year" | "weekday" | "hour_of_day" },
): Keys {
  const place = placeIn(unit);
  const cells = column.values();
  const codes = Int32Array.from(cells, (time) => Number.isNaN(time) ? -1 : place(time));
  const found = new Set(codes);
  const all = Array.from({ length: cycleLength[unit] }, (_, at) => at);
  const first = all.find((at) => found.has(at)) ?? 0;
  const last = all.findLast((at) => found.has(at)) ?? 0;
  return {
    name: unitName(unit, language),
    kind: "group",
    codes: codes.map((code) => code < 0 ? -1 : code - first),
    labels: all.slice(first, last + 1).map((at) => cycleName(unit, at, language)),
    at: null,
    grain: "step",
    unit,
    ordered: true,
  };
}

/** The position of each value among ascending ones. */
function codesOf(values: Float64Array, ascending: Float64Array): Int32Array {
  const places = new Map<number, number>();
  ascending.forEach((value, place) => places.set(value, place));
  return Int32Array.from(values, (value) => places.get(value) ?? -1);
}

/** Only some groups, in an order; rows of the others belong to a last group of this name, or to none. */
export function pickKeys(keys: Keys, order: readonly number[], other: string | null): Keys {
  const places = new Int32Array(keys.labels.length).fill(other === null ? -1 : order.length);
  order.forEach((code, place) => places[code] = place);
  const labels = order.map((code) => keys.labels[code] ?? "");
  const at = keys.at;
  return {
    ...keys,
    codes: keys.codes.map((code) => code < 0 ? -1 : places[code] ?? -1),
    labels: other === null ? labels : [...labels, other],
    rest: other !== null,
    at: at === null || other !== null ? null : Float64Array.from(order, (code) => at[code] ?? NaN),
  };
}

/** One group of all rows. */
export function oneKey(rows: number, name: string): Keys {
  return {
    name,
    kind: "group",
    codes: new Int32Array(rows),
    labels: [name],
    at: null,
    grain: "step",
    unit: null,
    ordered: true,
  };
}
