/** Times put together into periods: the ones that a sentence asks for, or longer ones where there are too many. */

import { type Grain, isCyclic, startOf } from "../table/calendar.ts";
import type { TimeColumn } from "../table/column.ts";
import type { Context } from "../context.ts";
import { lengthOf } from "../text/format_time.ts";

export interface TimeBuckets {
  readonly grain: Grain;
  /** The beginnings of all periods that have a row, in their order. */
  readonly times: Float64Array;
  /** The index in `times` of each row; -1 where it has no time. */
  readonly places: Int32Array;
}

export function timeBuckets(context: Context, time: TimeColumn, mostTimes: number): TimeBuckets {
  const given = time.values();
  const grain = chosenGrain(context, time, { given, mostTimes });
  if (grain !== time.grain) context.did("resample");
  const bucketed = grain === time.grain ? given : Float64Array.from(given, (at) => bucketOf(at, grain));
  const times = Float64Array.from(new Set(bucketed)).filter((at) => !Number.isNaN(at)).sort();
  const positions = new Map(Array.from(times, (at, index) => [at, index]));
  return { grain, times, places: Int32Array.from(bucketed, (at) => positions.get(at) ?? -1) };
}

/** The same with more times, at which there are no rows. */
export function withTimes(buckets: TimeBuckets, more: readonly number[]): TimeBuckets {
  if (more.length === 0) return buckets;
  const times = Float64Array.from(new Set([...buckets.times, ...more])).sort();
  const positions = new Map(Array.from(times, (at, index) => [at, index]));
  const moved = buckets.times.map((at) => positions.get(at) ?? -1);
  return { ...buckets, times, places: buckets.places.map((place) => moved[place] ?? -1) };
}

const fromFineToCoarse: readonly Grain[] = ["time", "day", "week", "month", "quarter", "half", "year"];

/** The grain asked for if it is coarser than the data's; else the finest with few enough times. */
function chosenGrain(
  { period, roles }: Context,
  time: TimeColumn,
  { given, mostTimes }: { readonly given: Float64Array; readonly mostTimes: number },
): Grain {
  const own = time.grain;
  // Nothing is coarser than years of any kind.
  if (isCyclic(own) || own === "fiscal_year") return own;
  if (own === "fiscal_quarter") {
    return period === "year" || new Set(given).size > mostTimes ? "fiscal_year" : own;
  }
  const rank = (grain: Grain) => fromFineToCoarse.indexOf(grain);
  const asked = period !== null && rank(period) > rank(own) ? period : own;
  if (asked === own && period === null && roles.value === null) {
    const shared = sharedGrain(given, own);
    if (shared !== null) return shared;
  }
  if (mostTimes === Infinity) return asked;
  if (asked === own && new Set(given).size <= mostTimes) return asked;
  const distinct = (grain: Grain) =>
    new Set(Array.from(given, (at) => bucketOf(at, grain)).filter((at) => !Number.isNaN(at))).size;
  const candidates = fromFineToCoarse.slice(rank(asked));
  return candidates.find((grain) =>
    (grain === asked || (grain !== "week" && grain !== "half")) && distinct(grain) <= mostTimes
  ) ??
    "year";
}

const leastCounted = 20;
const leastShared = 3;
const leastTimes = 4;

/** The finest grain at which rows that are counted share times, where nearly each has one of its own; null elsewhere. */
function sharedGrain(given: Float64Array, own: Grain): Grain | null {
  const distinct = (grain: Grain) => new Set(Array.from(given, (at) => bucketOf(at, grain))).size;
  const times = given.filter((at) => !Number.isNaN(at)).sort();
  const span = ((times.at(-1) ?? 0) - (times[0] ?? 0)) / lengthOf(own);
  // Where every day has its row, each is one of a course.
  const isSparse = span > times.length * 2;
  if (times.length < leastCounted || distinct(own) * 2 < times.length || !isSparse) return null;
  const coarser = fromFineToCoarse.slice(fromFineToCoarse.indexOf(own) + 1);
  return coarser.find((grain) =>
    distinct(grain) * leastShared <= times.length && distinct(grain) >= leastTimes
  ) ?? null;
}

/** The beginning of the period that a time falls into. */
export function bucketOf(time: number, grain: Grain): number {
  if (Number.isNaN(time)) return time;
  switch (grain) {
    case "year":
    case "half":
    case "quarter":
    case "month":
    case "week":
    case "day":
      return startOf(time, grain);
    case "fiscal_year":
      return startOf(time, "year");
    default:
      return time;
  }
}

/** From the first time to the last; a step on either side of a single one, so that an axis has a length. */
export function timeDomain(times: Float64Array, grain: Grain): [number, number] {
  const first = times[0] ?? 0;
  const last = times[times.length - 1] ?? 0;
  return first === last ? [first - lengthOf(grain), last + lengthOf(grain)] : [first, last];
}
