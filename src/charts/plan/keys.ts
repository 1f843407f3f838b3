/**
 * A column as groups: each row has the position of its group in a list of labels. In the order that a specification asks
 * for, those beyond its limit are left out, or put together.
 *
 * 1. Groups stand in their own order if they have one: times, numbers, weekdays, sizes; else as they come in the table.
 * 2. Rows without a text are a group of their own; rows without a time or number have none (-1).
 */

// @ts-types="@types/d3-array"
import { extent, range } from "d3-array";
import type { Language } from "../../base/language.ts";
import type { ChartSpec, TimeUnit } from "../../base/chart_spec.ts";
import { type Grain, isCyclic, type Period } from "../table/calendar.ts";
import type { CategoryColumn, Column, NumberColumn, TimeColumn } from "../table/column.ts";
import { exactNumber, styleOf } from "../text/format_number.ts";
import { formatTime } from "../text/format_time.ts";
import { binsFor } from "./bins.ts";
import { specError } from "../table/named_columns.ts";
import { countedOrder, emptyNames, nameOrder, naturalOrder } from "./natural_order.ts";
import {
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

/** Groups without places of their own on an axis. */
const grouped = { kind: "group", at: null, grain: "step", unit: null, ordered: true } as const;

export function keysOf(column: Column, options: KeyOptions): Keys {
  switch (column.kind) {
    case "category":
      return categoryKeys(column, options);
    case "number":
      return numberKeys(column, options);
    case "time":
      return timeKeys(column, options);
  }
}

function categoryKeys(column: CategoryColumn, { language }: KeyOptions): Keys {
  const { codes, labels } = column.values();
  const all = codes.some((code) => code < 0) ? [...labels, emptyNames[language]] : labels;
  const own = naturalOrder(all);
  const order = own ?? countedOrder(all) ?? [...all.keys()];
  const places = new Int32Array(all.length);
  order.forEach((label, place) => places[label] = place);
  return {
    ...grouped,
    name: column.name,
    codes: codes.map((code) => places[code < 0 ? labels.length : code] ?? -1),
    labels: order.map((place) => all[place] ?? ""),
    ordered: own !== null,
  };
}

function numberKeys(column: NumberColumn, { language, numbers = 40 }: KeyOptions): Keys {
  const cells = column.values();
  const distinct = distinctValues(cells);
  const write = (value: number) => exactNumber(styleOf(column, language), value);
  if (distinct.length <= numbers) {
    const labels = Array.from(distinct, write);
    return {
      ...grouped,
      name: column.name,
      kind: "number",
      codes: codesOf(cells, distinct),
      labels,
      at: distinct,
    };
  }
  const { edges, step } = binsFor(sortedValues(cells), { most: 12, integer: column.integer });
  const [first = 0, ...ends] = edges;
  const placeOf = (value: number) => Math.floor((value - first) / step + 1e-9);
  const codes = Int32Array.from(
    cells,
    (value) => Number.isNaN(value) ? -1 : Math.max(0, Math.min(ends.length - 1, placeOf(value))),
  );
  const labels = ends.map((end, at) => `${write(edges[at] ?? 0)}–${write(end)}`);
  return { ...grouped, name: column.name, codes, labels };
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
  const codes = Int32Array.from(column.values(), (time) => Number.isNaN(time) ? -1 : place(time));
  const found = codes.filter((code) => code >= 0);
  const [first = 0, last = 0] = extent(found);
  return {
    ...grouped,
    name: unitName(unit, language),
    codes: codes.map((code) => code < 0 ? -1 : code - first),
    labels: range(first, last + 1).map((at) => cycleName(unit, at, language)),
    unit,
  };
}

/** The position of each value among ascending ones. */
function codesOf(values: Float64Array, ascending: Float64Array): Int32Array {
  const places = new Map<number, number>();
  ascending.forEach((value, place) => places.set(value, place));
  return Int32Array.from(values, (value) => places.get(value) ?? -1);
}

/** Only some groups, in an order; rows of the others belong to a last group of this name, or to none. */
function pickKeys(keys: Keys, order: readonly number[], other: string | null): Keys {
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
  return { ...grouped, name, codes: new Int32Array(rows), labels: [name] };
}

/** Groups of which not all are shown. */
export interface Shown {
  readonly name: string;
  readonly shown: number;
  readonly all: number;
  readonly rest: "other" | "drop";
}

interface Cut {
  readonly sort?: ChartSpec["sort"];
  /** The codes by the value that is drawn, the largest first. */
  readonly ranked?: () => number[];
  /** Whether groups without an order of their own are ranked if none is asked for. */
  readonly isRanked?: boolean;
  /** How many groups are kept: the first if an order is asked for, otherwise the first of these. */
  readonly keep: number;
  readonly largest: () => number[];
  /** What the others are together; they are left out without it. */
  readonly other?: string | undefined;
}

export function cutKeys(keys: Keys, cut: Cut): { readonly keys: Keys; readonly cut: readonly Shown[] } {
  const { sort, keep, largest, other = null } = cut;
  const all = keys.labels.length;
  const order = orderOf(keys, cut);
  if (all <= keep) {
    return { keys: order.every((code, at) => code === at) ? keys : pickKeys(keys, order, null), cut: [] };
  }
  const kept = new Set((sort === undefined ? largest() : order).slice(0, keep));
  return {
    keys: pickKeys(keys, order.filter((code) => kept.has(code)), other),
    cut: [{ name: keys.name, shown: keep, all, rest: other === null ? "drop" : "other" }],
  };
}

function orderOf(keys: Keys, { sort, largest, ranked = largest, isRanked = false }: Cut): number[] {
  const given = keys.labels.map((_, code) => code);
  switch (sort) {
    case "value":
      return ranked().reverse();
    case "-value":
      return ranked();
    case "label":
      return keys.ordered ? given : nameOrder(keys.labels);
    case "-label":
      return (keys.ordered ? given : nameOrder(keys.labels)).toReversed();
    case "data":
      return [...new Set([...keys.codes, ...given])].filter((code) => code >= 0);
    case undefined:
      return keys.ordered || !isRanked ? given : ranked();
  }
}

/** Codes by their values, the largest first, those without one last. */
export function rankedCodes(values: Float64Array): number[] {
  const size = (code: number) => Number.isNaN(values[code] ?? NaN) ? -Infinity : values[code] ?? 0;
  return Array.from(values.keys()).toSorted((a, b) => size(b) - size(a) || a - b);
}
