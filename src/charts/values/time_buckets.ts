/** Times put together into periods: the ones that a sentence asks for, or longer ones where there are too many. */

import type { Context } from "../context.ts";
import type { Roles } from "../plan/roles.ts";
import { type Grain, isCyclic, lengthOf, startOf } from "../table/calendar.ts";
import type { TimeColumn } from "../table/column.ts";
import { isDealt, isOfSpread } from "./aggregation_for.ts";

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

function isSchool(grain: Grain): boolean {
  return grain === "semester" || grain === "term" || grain === "season";
}

/** The grain asked for if it is coarser than the data's; else the finest with few enough times. */
function chosenGrain(
  context: Context,
  time: TimeColumn,
  { given, mostTimes }: { readonly given: Float64Array; readonly mostTimes: number },
): Grain {
  const { period } = context;
  const own = time.grain;
  // Nothing is coarser than years of any kind.
  if (isCyclic(own) || own === "fiscal_year") return own;
  if (own === "fiscal_quarter") {
    return period === "year" || new Set(given).size > mostTimes ? "fiscal_year" : own;
  }
  const rank = (grain: Grain) => fromFineToCoarse.indexOf(isSchool(grain) ? "half" : grain);
  const asked = period === null
    ? sharedGrain(context, own, given) ?? own
    : rank(period) > rank(own)
    ? period
    : own;
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

const leastRows = 20;
const leastTimes = 4;

/** How many rows share a time, at the least, where rows are put together. */
const leastShared = { counted: 3, added: 2, uneven: 4, spread: 10 } as const;

/** The finest grain at which rows share times, where nearly each has one of its own; null elsewhere. */
function sharedGrain(
  { roles, auxiliary, intent, scale }: Context,
  own: Grain,
  given: Float64Array,
): Grain | null {
  const { value } = roles;
  // A moving average over seven days needs days.
  const isMoving = value !== null && auxiliary.some(({ window }) => (window?.unit ?? null) !== null);
  const times = given.filter((at) => !Number.isNaN(at)).sort();
  if (isMoving || times.length < leastRows || isSchool(own)) return null;
  const series = (roles.group ?? roles.second)?.distinct ?? 1;
  if (value !== null && intent.aggregation !== null && isOfSpread(intent.aggregation)) {
    const rows = times.length / series;
    if (distinctOf(times, own) * leastShared.spread <= rows) return null;
    return longerGrain(times, { grains: coarserThan(own), most: rows / leastShared.spread });
  }
  const dealt = dealtGrain(times, own, roles);
  // What a sample leaves out makes any course uneven, and what is added up to a day never is.
  if (dealt !== null || scale !== 1 || intent.senses.has("cumulative")) return dealt;
  if (own !== "day" && own !== "time") return null;
  const days = times.map((at) => startOf(at, "day"));
  if (!areUneven(days, series) || (own === "time" && hasStep(times))) return null;
  return longerGrain(days, {
    grains: ["week", "month", "quarter"],
    most: days.length / series / leastShared.uneven,
  });
}

/** For rows that are counted, and for deals, of which a line from one to the next says nothing, where no rhythm gives their times. */
function dealtGrain(times: Float64Array, own: Grain, { value, group }: Roles): Grain | null {
  if (value !== null && !isDealt(value)) return null;
  const span = ((times.at(-1) ?? 0) - (times[0] ?? 0)) / lengthOf(own);
  // Where every day has its row, each is one of a course.
  const isSparse = span > times.length * 2;
  if (distinctOf(times, own) * 2 < times.length || !isSparse) return null;
  if (value !== null && hasStep(times)) return null;
  const rows = value === null ? times.length : times.length / Math.max(1, group?.distinct ?? 1);
  const shared = leastShared[value === null ? "counted" : "added"];
  return coarserThan(own).find((grain) => {
    const periods = distinctOf(times, grain);
    return periods * shared <= rows && periods >= leastTimes;
  }) ?? null;
}

function coarserThan(own: Grain): readonly Grain[] {
  return fromFineToCoarse.slice(fromFineToCoarse.indexOf(own) + 1);
}

function distinctOf(times: Float64Array, grain: Grain): number {
  return new Set(Array.from(times, (at) => bucketOf(at, grain))).size;
}

/** Fewer days than these can be told apart in a line. */
const leastDays = 40;
const mostRowsPerDay = 2.5;
/** Share of days that have rows, above which they are those of a course. */
const mostFilled = 0.9;
/** Share of neighbouring days with different numbers of rows, from which on nobody has dealt them out. */
const leastUneven = 0.15;

/**
 * Whether rows come as they happen, a few on one day and none on the next: a line from day to day would show by whom
 * there happened to be a row. Days of a table that has so many rows for each, or began to have more, are a course.
 */
function areUneven(days: Float64Array, series: number): boolean {
  const counts = [...Map.groupBy(days, (at) => at).values()].map(({ length }) => length);
  const span = ((days.at(-1) ?? 0) - (days[0] ?? 0)) / lengthOf("day") + 1;
  const changes = counts.filter((count, index) => index > 0 && count !== counts[index - 1]).length;
  return counts.length >= leastDays && days.length <= counts.length * series * mostRowsPerDay &&
    counts.length <= span * mostFilled && changes >= counts.length * leastUneven;
}

/** The finest of no more periods than that, else the longest that leaves a course. */
function longerGrain(
  times: Float64Array,
  { grains, most }: { readonly grains: readonly Grain[]; readonly most: number },
): Grain | null {
  const long = grains.map((grain) => ({ grain, periods: distinctOf(times, grain) }))
    .filter(({ periods }) => periods >= leastTimes);
  return (long.find(({ periods }) => periods <= most) ?? long.at(-1))?.grain ?? null;
}

/** Whether at least half of the times follow the one before in about the same distance. */
function hasStep(sorted: Float64Array): boolean {
  const times = Array.from(new Set(sorted));
  const steps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  const usual = steps.toSorted((a, b) => a - b)[Math.floor(steps.length / 2)] ?? 0;
  return steps.filter((step) => Math.abs(step - usual) <= usual * 0.2).length * 2 >= steps.length;
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
