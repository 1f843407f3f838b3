/** Rows as series over time: one value for each time and group. */

import type { Context } from "../context.ts";
import type { Aggregation } from "../read/find_intent.ts";
import type { Grain } from "../table/calendar.ts";
import type { Categories, CategoryColumn, TimeColumn } from "../table/column.ts";
import { absentTimes } from "./absent_times.ts";
import { aggregate, type RowValues, valuesOf } from "./aggregate.ts";
import { aggregationFor } from "./aggregation_for.ts";
import { warnOfLacking } from "./lacking_values.ts";
import { leftSeries } from "./left_series.ts";
import { namedSeries, type Series } from "./named_series.ts";
import { warnOfPartial } from "./partial_periods.ts";
import { mostSeries, type SeriesSlots, seriesSlots, slotKeys } from "./series_slots.ts";
import { isStock, lastOfPeriods } from "./stocks.ts";
import { type TimeBuckets, timeBuckets, withTimes } from "./time_buckets.ts";

export interface TimeSeries {
  readonly times: Float64Array;
  readonly grain: Grain;
  readonly series: readonly Series[];
  /** Of each series the places that have rows, but none with a value; a sum up to there may have one all the same. */
  readonly empty: readonly ReadonlySet<number>[];
  /** Says that the first or last sum is of a part of its period; empty where it is not. */
  readonly partial: string;
  /** How rows were put together; null where every key had one row. */
  readonly aggregation: Aggregation | null;
  /** Groups in the data, shown or not. */
  readonly groups: number;
  /** The groups that are not shown by name, each for itself; null where they are too many to be told apart. */
  readonly left: readonly Series[] | null;
  /** Whether each value is the sum of all up to it. */
  readonly cumulated: boolean;
}

export interface SeriesOptions {
  readonly time: TimeColumn;
  /** What becomes series; null for a single one. */
  readonly group: CategoryColumn | null;
  /** Most series; colours tell no more apart than there are without it. */
  readonly most?: number;
  /** Most times; above that they are put together into longer periods. */
  readonly mostTimes?: number;
  /** Shares of the whole at each time instead of values. */
  readonly shares?: boolean;
  /** Whether values may be added up as time goes on, where the sentence asks for that. */
  readonly cumulates?: boolean;
  /** Whether times that the rows leave out are times too: without a value, or with a count of zero. */
  readonly gaps?: boolean;
}

export function timeSeries(
  context: Context,
  options: SeriesOptions,
): TimeSeries {
  const { time, group, shares = false, cumulates = false, gaps = false, most = mostSeries } = options;
  const { roles: { value }, intent, scale, did } = context;
  const { buckets: given, kind: usual } = bucketsFor(context, {
    time,
    mostTimes: options.mostTimes ?? Infinity,
  });
  const { codes, labels } = group?.values() ?? everyRow(given.places.length, value?.name ?? "");
  const numbers = valuesOf(value);
  const kind = shares && value !== null ? "sum" : usual;
  const slots = seriesSlots(rankedGroups({ codes, labels }, { numbers, kind, most }), most);
  const cumulated = cumulates && !shares && intent.senses.has("cumulative") &&
    (kind === "sum" || kind === "count");
  const absent = gaps && !cumulated
    ? absentTimes(context, {
      buckets: given,
      own: ownTimes(given, { slots, codes }),
      counted: kind === "count",
    })
    : [];
  const { grain, times, places } = withTimes(given, absent.flat());
  const keys = slotKeys(slots, { codes, places, length: times.length });
  const { values, counts } = aggregate(
    { keys, size: slots.count * times.length, ...numbers, scale },
    kind,
  );
  if (slots.left > 0) did("top_k");
  if (value === null || counts.some((count) => count > 1)) did("groupby_agg");
  did("sort");
  warnOfLacking(context, { keys, sums: values, kind });
  const partial = kind === "sum" || kind === "count" ? warnOfPartial(context, time, { times, grain }) : "";
  const empty = emptyPlaces(keys, { values, places: times.length, count: slots.count });
  if (kind !== "count") absent.forEach((some, slot) => addPlaces(empty[slot], { times, some }));
  if (cumulated) {
    did("cumsum");
    cumulate(values, times.length);
  }
  const names = slots.shown.map((code) => labels[code] ?? "");
  const placed = { names, values, places: times.length, left: slots.left, kind, whole: shares };
  const series = namedSeries(context, placed);
  const left = leftSeries({
    codes,
    labels,
    shown: slots.shown,
    places,
    length: times.length,
    numbers,
    kind,
    scale,
  });
  if (cumulated) left?.forEach((one) => cumulate(one.values, times.length));
  if (shares) did("normalize");
  // What is put together into "Other" is no sum of the series that are shown.
  const repeated = counts.subarray(0, names.length * times.length).some((count) => count > 1);
  return {
    times,
    grain,
    series: shares ? asShares(series, series) : series,
    left: shares && left !== null ? asShares(left, series) : left,
    empty,
    partial,
    aggregation: repeated || value === null ? kind : null,
    groups: labels.length,
    cumulated,
  };
}

/** Rows by their times, and how they are put together; of a stock a longer period has what is there at its end. */
function bucketsFor(
  context: Context,
  { time, mostTimes }: { readonly time: TimeColumn; readonly mostTimes: number },
): { readonly buckets: TimeBuckets; readonly kind: Aggregation } {
  const { roles: { value }, intent } = context;
  const buckets = timeBuckets(context, time, mostTimes);
  const kind = aggregationFor(value, intent);
  if (value === null || kind !== "sum" || buckets.grain === time.grain || !isStock(value)) {
    return { buckets, kind };
  }
  const last = lastOfPeriods(buckets, time);
  return last === null ? { buckets, kind: "mean" } : { buckets: last, kind };
}

/** All rows as one group. */
function everyRow(rows: number, label: string): Categories {
  return { codes: new Int32Array(rows), labels: [label] };
}

/** Of each series the times at which it has rows. */
function ownTimes(
  { times, places }: TimeBuckets,
  { slots, codes }: { readonly slots: SeriesSlots; readonly codes: Int32Array },
): number[][] {
  const keys = new Set(slotKeys(slots, { codes, places, length: times.length }));
  return Array.from(
    { length: slots.count },
    (_, slot) => Array.from(times).filter((_, place) => keys.has(slot * times.length + place)),
  );
}

function addPlaces(
  empty: Set<number> | undefined,
  { times, some }: { readonly times: Float64Array; readonly some: readonly number[] },
): void {
  const absent = new Set(some);
  times.forEach((time, place) => absent.has(time) && empty?.add(place));
}

/** Of each series the places whose rows are all without a value. */
function emptyPlaces(
  keys: Int32Array,
  { values, places, count }: {
    readonly values: Float64Array;
    readonly places: number;
    readonly count: number;
  },
): Set<number>[] {
  const empty = Array.from({ length: count }, () => new Set<number>());
  for (const key of keys) {
    if (key >= 0 && Number.isNaN(values[key] ?? NaN)) empty[Math.floor(key / places)]?.add(key % places);
  }
  return empty;
}

/** Adds up each series in place; where there is no value the sum stays. */
function cumulate(values: Float64Array, length: number): void {
  for (let start = 0; start < values.length; start += length) {
    const series = values.subarray(start, start + length);
    let sum = 0;
    series.forEach((value, at) => series[at] = sum += Number.isNaN(value) ? 0 : value);
  }
}

/** Groups as the data has them where all can be shown; else the largest first, by the size of what they hold. */
function rankedGroups(
  { codes, labels }: Categories,
  { numbers, kind, most }: {
    readonly numbers: RowValues;
    readonly kind: Aggregation;
    readonly most: number;
  },
): number[] {
  const given = labels.map((_, code) => code);
  if (labels.length <= most) return given;
  const { values } = aggregate({ keys: codes, size: labels.length, ...numbers }, kind);
  const weight = (code: number) => Math.abs(values[code] ?? 0) || 0;
  return given.toSorted((a, b) => weight(b) - weight(a));
}

/** Values as parts of what all series have together at each time. */
function asShares(series: readonly Series[], all: readonly Series[]): Series[] {
  const totals = all[0]?.values.map((_, at) => all.reduce((sum, { values }) => sum + (values[at] || 0), 0));
  return series.map((one) => ({
    ...one,
    values: one.values.map((value, at) => totals?.[at] === 0 ? NaN : value / (totals?.[at] ?? 1)),
  }));
}
