/** Time as numbers: milliseconds since 1970 in UTC, so that no chart depends on where it is drawn. */

// @ts-types="@types/d3-time"
import { type TimeInterval, utcDay, utcHour, utcMonday, utcMonth, utcYear } from "d3-time";
import type { TimeUnit } from "../../base/chart_spec.ts";

/**
 * How fine a column's times are. Fiscal years are stored as the first of January of their year, whenever they begin, and their quarters three months apart from there.
 * Cyclic grains have no year: their dates are in {@linkcode cyclicYear}. Steps, such as training epochs, are whole
 * numbers instead of times.
 */
export type Grain =
  | ("year" | "fiscal_year" | "quarter" | "fiscal_quarter")
  | ("month" | "week" | "day" | "time")
  | ("quarter_of_year" | "month_of_year" | "day_of_year" | "hour_of_day" | "time_of_day" | "step");

export const cyclicYear = 2001;

export const day = 86_400_000;

/** A date from its parts; null if there is no such day. */
export function utc(year: number, month = 1, date = 1): number | null {
  if (month < 1 || month > 12 || date < 1 || date > 31) return null;
  const time = Date.UTC(2000, month - 1, date);
  const shifted = new Date(time);
  shifted.setUTCFullYear(year, month - 1, date);
  return shifted.getUTCMonth() === month - 1 ? shifted.getTime() : null;
}

const cyclic: ReadonlySet<Grain> = new Set(
  ["quarter_of_year", "month_of_year", "day_of_year", "hour_of_day", "time_of_day", "step"] as const,
);

export function isCyclic(grain: Grain): boolean {
  return cyclic.has(grain);
}

/** A period that follows upon others of its kind. */
export type Period = "year" | "quarter" | "month" | "week" | "day" | "hour";

/** Weeks start on Monday. */
export const intervals: Readonly<Record<Period, TimeInterval>> = {
  hour: utcHour,
  day: utcDay,
  week: utcMonday,
  month: utcMonth,
  quarter: utcMonth.every(3) ?? utcMonth,
  year: utcYear,
};

/** The start of the period that a time lies in. */
export function startOf(time: number, period: Period): number {
  return intervals[period].floor(new Date(time)).getTime();
}

/** The start of the period that is a number of periods later. */
export function addPeriods(start: number, period: Period, count: number): number {
  const date = new Date(start);
  return (period === "quarter" ? utcMonth.offset(date, 3 * count) : intervals[period].offset(date, count))
    .getTime();
}

/** The approximate length of one step of a grain. */
export const lengthOf: Readonly<Record<Grain, number>> = {
  ...{ year: 365 * day, fiscal_year: 365 * day },
  ...{ quarter: 91 * day, fiscal_quarter: 91 * day, quarter_of_year: 91 * day },
  ...{ month: 30 * day, month_of_year: 30 * day, week: 7 * day, day, day_of_year: day },
  ...{ hour_of_day: 3_600_000, time: 60_000, time_of_day: 60_000, step: 1 },
};

const hour = day / 24;

/** About how long units of time are, the cyclic ones by what they tell apart. */
export const unitLength: Readonly<Record<TimeUnit, number>> = {
  ...{ hour, day, week: 7 * day, month: 30 * day, quarter: 91 * day, year: 365 * day },
  ...{ month_of_year: 30 * day, weekday: day, hour_of_day: hour },
};

export interface TimeParts {
  readonly year: number;
  readonly month: number;
  readonly date: number;
  readonly clock: string;
}

export function partsOf(time: number): TimeParts {
  const at = new Date(time);
  const two = (value: number) => String(value).padStart(2, "0");
  const seconds = at.getUTCSeconds() === 0 ? "" : `:${two(at.getUTCSeconds())}`;
  return {
    year: at.getUTCFullYear(),
    month: at.getUTCMonth() + 1,
    date: at.getUTCDate(),
    clock: `${two(at.getUTCHours())}:${two(at.getUTCMinutes())}${seconds}`,
  };
}
