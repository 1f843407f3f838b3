/** Rows as series over time: one value for each time and group. */

import { aggregate } from "./aggregate.ts";
import { aggregationFor } from "./aggregation_for.ts";
import { type Grain, isCyclic, startOf } from "./calendar.ts";
import type { CategoryColumn, TimeColumn } from "./column.ts";
import type { Context } from "./context.ts";
import type { Aggregation } from "./find_intent.ts";
import { lengthOf } from "./format_time.ts";
import { namedSeries, type Series } from "./named_series.ts";

export interface TimeSeries {
  readonly times: Float64Array;
  readonly grain: Grain;
  readonly series: readonly Series[];
  /** How rows were put together; null where every key had one row. */
  readonly aggregation: Aggregation | null;
  /** Groups in the data, shown or not. */
  readonly groups: number;
  /** Whether those that are not shown by name are averaged. */
  readonly averagedOther: boolean;
  /** Whether each value is the sum of all up to it. */
  readonly cumulated: boolean;
}

const mostSeries = 8;

export interface SeriesOptions {
  /** Most times; above that they are put together into longer periods. */
  readonly mostTimes?: number;
  /** Shares of the whole at each time instead of values. */
  readonly shares?: boolean;
  /** Whether values may be added up as time goes on, where the sentence asks for that. */
  readonly cumulates?: boolean;
}

/** Reads the roles of the context; the group is optional. */
export function timeSeries(
  context: Context,
  time: TimeColumn,
  group: CategoryColumn | null,
  options: SeriesOptions = {},
): TimeSeries {
  const { roles: { value }, intent, did } = context;
  const given = time.values();
  const grain = chosenGrain(context, time, { given, mostTimes: options.mostTimes ?? Infinity });
  if (grain !== time.grain) did("resample");
  const bucketed = grain === time.grain ? given : Float64Array.from(given, (at) => bucketOf(at, grain));
  const times = Float64Array.from(new Set(bucketed)).filter((at) => !Number.isNaN(at)).sort();
  const positions = new Map(Array.from(times, (at, index) => [at, index]));
  const categories = group?.values() ?? { codes: new Int32Array(given.length), labels: [value?.name ?? ""] };
  const kind = options.shares === true && value !== null ? "sum" : aggregationFor(value, intent);
  const numbers = value?.values() ?? null;
  const order = rankedGroups(categories, { numbers, kind });
  const shown = order.length > mostSeries ? order.slice(0, mostSeries - 1) : order;
  const slot = new Int32Array(categories.labels.length).fill(shown.length);
  shown.forEach((code, index) => slot[code] = index);
  const slots = shown.length + (order.length > shown.length ? 1 : 0);
  const keys = Int32Array.from(categories.codes, (code, row) => {
    const position = positions.get(bucketed[row] ?? NaN);
    return code < 0 || position === undefined ? -1 : (slot[code] ?? 0) * times.length + position;
  });
  const { values, counts } = aggregate({ keys, size: slots * times.length, values: numbers }, kind);
  if (slots > shown.length) did("top_k");
  if (value === null || counts.some((count) => count > 1)) did("groupby_agg");
  // What is put together into "Other" is no sum of the series that are shown.
  const repeated = counts.subarray(0, shown.length * times.length).some((count) => count > 1);
  did("sort");
  const cumulated = intent.senses.has("cumulative") && (kind === "sum" || kind === "count") &&
    options.cumulates === true && options.shares !== true;
  if (cumulated) {
    did("cumsum");
    for (let slot = 0; slot < slots; slot++) {
      cumulate(values.subarray(slot * times.length, (slot + 1) * times.length));
    }
  }
  const { series, averagedOther } = namedSeries(context, {
    names: shown.map((code) => categories.labels[code] ?? ""),
    values,
    places: times.length,
    left: order.length - shown.length,
    kind,
    whole: options.shares === true,
  });
  if (options.shares === true) did("normalize");
  return {
    times,
    grain,
    series: options.shares === true ? asShares(series, times.length) : series,
    aggregation: repeated || value === null ? kind : null,
    groups: order.length,
    averagedOther,
    cumulated,
  };
}

/** Adds up in place; where there is no value the sum stays. */
function cumulate(values: Float64Array): void {
  let sum = 0;
  values.forEach((value, at) => values[at] = sum += Number.isNaN(value) ? 0 : value);
}

/** Groups from the largest to the smallest, by the size of what they hold. */
function rankedGroups(
  categories: { readonly codes: Int32Array; readonly labels: readonly string[] },
  { numbers, kind }: { readonly numbers: Float64Array | null; readonly kind: Aggregation },
): number[] {
  const size = categories.labels.length;
  const { values } = aggregate({ keys: categories.codes, size, values: numbers }, kind);
  const codes = Array.from({ length: size }, (_, code) => code);
  if (size <= mostSeries) return codes;
  const weight = (code: number) => Math.abs(values[code] ?? 0) || 0;
  return codes.toSorted((a, b) => weight(b) - weight(a));
}

function asShares(series: readonly Series[], times: number): Series[] {
  const totals = Float64Array.from(
    { length: times },
    (_, at) =>
      series.reduce((sum, { values }) => sum + (Number.isNaN(values[at] ?? NaN) ? 0 : values[at] ?? 0), 0),
  );
  return series.map((one) => ({
    ...one,
    values: one.values.map((value, at) => totals[at] === 0 ? NaN : value / (totals[at] ?? 1)),
  }));
}

const coarser: readonly Grain[] = ["time", "day", "week", "month", "quarter", "year"];

/** The grain asked for if it is coarser than the data's; else the finest with few enough times. */
function chosenGrain(
  { period }: Context,
  time: TimeColumn,
  { given, mostTimes }: { readonly given: Float64Array; readonly mostTimes: number },
): Grain {
  if (isCyclic(time.grain)) return time.grain;
  const own = time.grain === "time" && period === null && mostTimes === Infinity ? "time" : time.grain;
  const asked = period !== null && coarser.indexOf(period) > coarser.indexOf(own) ? period : own;
  if (mostTimes === Infinity) return asked;
  const candidates = coarser.slice(coarser.indexOf(asked));
  const distinct = (grain: Grain) =>
    new Set(Array.from(given, (at) => bucketOf(at, grain)).filter((at) => !Number.isNaN(at))).size;
  if (asked === own && new Set(given).size <= mostTimes) return asked;
  return candidates.find((grain) => (grain !== "week" || asked === "week") && distinct(grain) <= mostTimes) ??
    "year";
}

export function bucketOf(time: number, grain: Grain): number {
  if (Number.isNaN(time)) return time;
  switch (grain) {
    case "year":
    case "quarter":
    case "month":
    case "week":
    case "day":
      return startOf(time, grain);
    default:
      return time;
  }
}

/** Half a step around a single time, so that an axis has a length. */
export function timeDomain(times: Float64Array, grain: Grain): [number, number] {
  const first = times[0] ?? 0;
  const last = times[times.length - 1] ?? 0;
  return first === last ? [first - lengthOf(grain), last + lengthOf(grain)] : [first, last];
}
