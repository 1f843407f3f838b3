/** The rows of the times that a sentence restricts itself to. */

import { addPeriods, type Grain, isCyclic, lengthOf, partsOf, startOf } from "../table/calendar.ts";
import type { Table, TimeColumn } from "../table/column.ts";
import { pickRows } from "../table/pick_rows.ts";
import { daysOf, isOwnPeriod, type Moment, type Stretch, stretchOf } from "./moment.ts";
import type { Unit } from "./recent_times.ts";
import type { SaidTime, SaidTimes } from "./said_times.ts";

/** A part of a sentence that picks rows: which ones, and in what words. */
export interface PickedTime {
  readonly picks:
    /** Rows of any of these. */
    | "within"
    /** Rows on one side of it. */
    | "side"
    /** Rows up to the last one of the data. */
    | "last"
    /** All other rows. */
    | "without";
  readonly text: string;
  /** Where the words name no year: the one that the data has of it, or all of them. */
  readonly years?: number | "all";
  /** When the fiscal years in it are, where the data has none of its own. */
  readonly fiscal: readonly FiscalStretch[];
}

/** Open to one side where rows on that side of it are picked. */
export interface FiscalStretch extends Stretch {
  /** Whether the sentence leaves open when it begins. */
  readonly assumed: boolean;
}

export interface RestrictedTimes {
  readonly table: Table;
  /** The parts of the sentence that leave rows out. */
  readonly picked: readonly PickedTime[];
  /** Whether the data has no rows of that time; the table is the whole one then. */
  readonly empty: boolean;
}

/** Null where the sentence says nothing of time, or nothing that leaves any row out. */
export function restrictTimes(table: Table, column: TimeColumn, sentence: SaidTimes): RestrictedTimes | null {
  const times = column.values();
  const last = lastTime(column);
  if (column.grain === "step" || last === -Infinity) return null;
  const said = withBesides(sentence);
  const tests = said.flatMap(({ time, text }) => {
    const keeps = testOf(time, { last, grain: column.grain });
    if (keeps === null) return [];
    const isMet = times.some(keeps);
    // A bare number that is no year of the data is no year.
    if (!isMet && time.kind === "in" && !time.sure) return [];
    // What is only assumed is told also where it leaves no row out.
    const isTold = fiscalStretches(time, column.grain).some(({ assumed }) => assumed);
    const keepsAll = times.every((one) => Number.isNaN(one) || keeps(one));
    return keepsAll && !isTold ? [] : [{ keeps, text, time }];
  });
  if (tests.length === 0) return null;
  const points = tests.filter(({ time }) => picksOf(time) === "within");
  // "March ... in 2024": what has no year lies in the years that are named elsewhere.
  const [undated, dated] = [true, false].map((wanted) =>
    points.filter(({ time }) => isUndated(time) === wanted)
  );
  const others = tests.filter((test) => !points.includes(test));
  const left = pickRows(table, (row) => {
    const at = times[row] ?? NaN;
    const inAny = (some: typeof tests = []) => some.length === 0 || some.some(({ keeps }) => keeps(at));
    return inAny(undated) && inAny(dated) && others.every(({ keeps }) => keeps(at));
  });
  const empty = left.rows === 0;
  const years = empty || isCyclic(column.grain) || dated?.length !== 0 ? undefined : yearsOf(times, undated);
  const picked = tests.map((test): PickedTime => ({
    picks: picksOf(test.time),
    text: test.text,
    fiscal: fiscalStretches(test.time, column.grain),
    ...(years !== undefined && points.includes(test) ? { years } : {}),
  }));
  return { table: empty ? table : left, picked, empty };
}

/**
 * Whether it cannot be said when it is in this data, as of a month in data of years or a year in data of months without
 * one, or ever, as of the 31st of February.
 */
export function isUnplaced(time: SaidTime, { grain }: TimeColumn): boolean {
  if (time.kind === "last") {
    return isCyclic(grain) || ((time.unit === "hour" || time.unit === "minute") && grain !== "time");
  }
  return momentsOf(time).some((moment) =>
    (moment.year !== null && isCyclic(grain)) || stretchOf(moment, { year: leapYear, grain }) === null
  );
}

/** Has every day that a year may have. */
const leapYear = 2000;

function yearsOf(times: Float64Array, tests: readonly { readonly keeps: Test }[] = []): number | "all" {
  const kept = times.filter((at) => tests.some(({ keeps }) => keeps(at)));
  const [year, ...more] = new Set(Array.from(kept, (at) => partsOf(at).year));
  return year === undefined || more.length > 0 ? "all" : year;
}

function fiscalStretches(time: SaidTime, grain: Grain): FiscalStretch[] {
  const moments = momentsOf(time);
  if (isOwnPeriod(grain) || !moments.some(({ fiscal }) => fiscal !== null)) return [];
  const assumed = moments.some(({ fiscal }) => fiscal === "calendar");
  const stretches = moments.flatMap((moment) => stretchOf(moment, { year: 0, grain }) ?? []);
  const [first, last] = [stretches[0], stretches.at(-1)];
  if (first === undefined || last === undefined) return [];
  switch (time.kind) {
    case "since":
      return [{ from: first.from, to: Infinity, assumed }];
    case "after":
      return [{ from: first.to, to: Infinity, assumed }];
    case "until":
      return [{ from: -Infinity, to: first.to, assumed }];
    case "before":
      return [{ from: -Infinity, to: first.from, assumed }];
    case "range":
    case "not_range":
      return [{ from: first.from, to: last.to, assumed }];
    default:
      return stretches.map((stretch) => ({ ...stretch, assumed }));
  }
}

function isUndated(time: SaidTime): boolean {
  return momentsOf(time).every(({ year }) => year === null);
}

function momentsOf(time: SaidTime): readonly Moment[] {
  if ("moments" in time) return time.moments;
  if ("moment" in time) return [time.moment];
  return "first" in time ? [time.first, time.last] : [];
}

/** The last time of a column; none of its times is -Infinity. */
export function lastTime(column: TimeColumn): number {
  return column.values().reduce((most, time) => time > most ? time : most, -Infinity);
}

function picksOf({ kind }: SaidTime): PickedTime["picks"] {
  if (kind === "in" || kind === "range") return "within";
  if (kind === "not_in" || kind === "not_range") return "without";
  return kind === "last" ? "last" : "side";
}

/** What others are measured by is shown with them; where no others are named, all are. */
function withBesides({ times }: SaidTimes): SaidTimes["times"] {
  const isNamed = times.some(({ time }) => time.kind === "in");
  return times.flatMap(({ time, text }) => {
    if (time.kind !== "beside") return [{ time, text }];
    return isNamed ? [{ time: { kind: "in", moments: time.moments, sure: true } as const, text }] : [];
  });
}

interface Data {
  readonly last: number;
  readonly grain: Grain;
}

type Test = (time: number) => boolean;

function testOf(said: SaidTime, data: Data): Test | null {
  switch (said.kind) {
    case "in":
      return anyOf(said.moments, data);
    case "not_in": {
      const found = anyOf(said.moments, data);
      return found === null ? null : (time) => !found(time);
    }
    case "last":
      return isCyclic(data.grain) ? null : lastOf(said, data);
    case "range":
      return between(said, data);
    case "not_range": {
      const found = between(said, data);
      return found === null ? null : (time) => !found(time);
    }
    case "beside":
    case "none":
    case "unclear":
    case "relative":
      return null;
    default:
      return onOneSide(said, data);
  }
}

function anyOf(moments: readonly Moment[], data: Data): Test | null {
  const tests = moments.flatMap((moment): Test[] => {
    if (moment.year === null) {
      const { first, last } = daysOf(moment);
      return [(time) => dayOf(time) >= first && dayOf(time) <= last];
    }
    const stretch = isCyclic(data.grain) ? null : stretchOf(moment, { year: 0, grain: data.grain });
    return stretch === null ? [] : [(time) => time >= stretch.from && time < stretch.to];
  });
  return tests.length === 0 ? null : (time) => tests.some((test) => test(time));
}

/** Months without a year go round in data of many years, or are meant as the last ones. */
function between(
  { first, last }: Pick<SaidTime & { readonly kind: "range" }, "first" | "last">,
  data: Data,
): Test | null {
  if (first.year === null || last.year === null || isCyclic(data.grain)) {
    if (first.year !== null) return null;
    const [from, to] = [daysOf(first).first, daysOf(last).last];
    return (time) => {
      const at = dayOf(time);
      return from > to ? at >= from || at <= to : at >= from && at <= to;
    };
  }
  const [from, to] = [first, last].map((one) => stretchOf(one, { year: 0, grain: data.grain }));
  if (from === undefined || from === null || to === undefined || to === null) return null;
  return (time) => time >= from.from && time < to.to;
}

function onOneSide(
  { kind, moment }: SaidTime & { readonly kind: "since" | "after" | "until" | "before" },
  data: Data,
): Test | null {
  if (isCyclic(data.grain) && moment.year !== null) return null;
  const { year } = partsOf(data.last);
  const isLater = daysOf(moment).first > dayOf(data.last);
  const stretch = stretchOf(moment, { year: isLater ? year - 1 : year, grain: data.grain });
  if (stretch === null) return null;
  switch (kind) {
    case "since":
      return (time) => time >= stretch.from;
    case "after":
      return (time) => time >= stretch.to;
    case "until":
      return (time) => time < stretch.to;
    case "before":
      return (time) => time < stretch.from;
  }
}

/** Month and day of a time, as {@linkcode daysOf} gives them. */
function dayOf(time: number): number {
  const { month, date } = partsOf(time);
  return month * 100 + date;
}

const steps: Readonly<Partial<Record<Grain, Exclude<Unit, "hour" | "minute">>>> = {
  year: "year",
  fiscal_year: "year",
  quarter: "quarter",
  fiscal_quarter: "quarter",
  month: "month",
  week: "week",
};

const milliseconds = { hour: 3_600_000, minute: 60_000 } as const;

function lastOf({ count, unit }: SaidTime & { readonly kind: "last" }, { last, grain }: Data): Test {
  if (unit === "hour" || unit === "minute") {
    const before = last - count * milliseconds[unit];
    return (time) => time > before;
  }
  const step = steps[grain] ?? "day";
  const end = addPeriods(startOf(last, step), step, 1);
  const from = addPeriods(end, unit, -count);
  // The last 30 days of months begin within one, and are not known without it.
  const first = lengthOf(unit) < lengthOf(step) ? startOf(from, step) : from;
  return (time) => time >= first;
}
