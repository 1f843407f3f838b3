/** Calendar and cyclic units of time: where a moment belongs, what follows it, and what it is called. */

import type { Language } from "../../base/language.ts";
import type { TimeUnit } from "../../base/chart_spec.ts";
import {
  addPeriods,
  day,
  type Grain,
  intervals,
  type Period,
  startOf,
  unitLength,
} from "../table/calendar.ts";
import { formatTime } from "../text/format_time.ts";
import { distinctValues } from "./values.ts";

type CyclicUnit = Exclude<TimeUnit, Period>;

/** From the finest to the coarsest. */
const calendarUnits = ["hour", "day", "week", "month", "quarter", "year"] as const;

export function isCyclicUnit(unit: TimeUnit): unit is CyclicUnit {
  return unit === "month_of_year" || unit === "weekday" || unit === "hour_of_day";
}

/** The start of the period of a moment. All moments of a day are looked up together. */
export function floorTo(unit: Period): (time: number) => number {
  if (unit === "hour" || unit === "day") {
    return (time) => Math.floor(time / unitLength[unit]) * unitLength[unit];
  }
  const starts = new Map<number, number>();
  return (time) => {
    const date = Math.floor(time / day);
    const known = starts.get(date);
    if (known !== undefined) return known;
    const start = startOf(time, unit);
    starts.set(date, start);
    return start;
  };
}

/** All periods from the first to the last, those without data too; null if they are too many. */
export function periodsBetween(first: number, last: number, unit: Period): number[] | null {
  if ((last - first) / unitLength[unit] > mostPeriods) return null;
  return intervals[unit].range(new Date(first), new Date(last + 1)).map((date) => date.getTime());
}

const mostPeriods = 400;

/** The finest unit that makes at most so many periods of a range. */
export function unitFor([first, last]: readonly [number, number], most: number): Period {
  return calendarUnits.find((unit) => (last - first) / unitLength[unit] < most) ?? "year";
}

/** The place of a moment in its cycle, from 0: months from January, weekdays from Monday. */
export function placeIn(unit: CyclicUnit): (time: number) => number {
  if (unit === "hour_of_day") return (time) => Math.floor((time - Math.floor(time / day) * day) / 3_600_000);
  // The first of January 1970 was a Thursday.
  if (unit === "weekday") return (time) => ((Math.floor(time / day) + 3) % 7 + 7) % 7;
  return (time) => new Date(time).getUTCMonth();
}

const weekdays = {
  ja: ["月", "火", "水", "木", "金", "土", "日"],
  en: ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"],
} as const;

export function cycleName(unit: CyclicUnit, place: number, language: Language): string {
  if (unit === "weekday") return weekdays[language][place] ?? "";
  if (unit === "hour_of_day") return language === "ja" ? `${place}時` : `${place}:00`;
  return formatTime(Date.UTC(2001, place), "month_of_year", language);
}

export function grainOf(unit: Period): Grain {
  return unit === "hour" ? "time" : unit;
}

/** The calendar unit that a column's times are in, if they are in one. */
export function unitOfGrain(grain: Grain): Period | null {
  const calendar = grain.replace("fiscal_", "");
  return calendarUnits.find((unit) => unit !== "hour" && unit === calendar) ?? null;
}

const unitNames: Readonly<Record<TimeUnit, { readonly ja: string; readonly en: string }>> = {
  hour: { ja: "1時間", en: "hour" },
  day: { ja: "日", en: "day" },
  week: { ja: "週", en: "week" },
  month: { ja: "月", en: "month" },
  quarter: { ja: "四半期", en: "quarter" },
  year: { ja: "年", en: "year" },
  month_of_year: { ja: "月（1〜12月）", en: "month of the year" },
  weekday: { ja: "曜日", en: "weekday" },
  hour_of_day: { ja: "時刻", en: "hour of the day" },
};

export function unitName(unit: TimeUnit, language: Language): string {
  return unitNames[unit][language];
}

/** Share of a period that may be without data at its end or beginning. */
const mostMissing = 0.1;

interface Periods {
  readonly at: Float64Array | null;
  readonly unit: TimeUnit | null;
  readonly labels: readonly string[];
}

/**
 * Labels of the first and last period of a time axis, if the data begins or ends within it: sums and counts of it are too
 * low. `times` are those of the rows.
 */
export function partialPeriods({ at, unit, labels }: Periods, times: Float64Array): string[] {
  if (at === null || at.length < 2 || unit === null || isCyclicUnit(unit)) return [];
  const [first = NaN, last = NaN] = [at[0], at.at(-1)];
  const distinct = distinctValues(times);
  const [start = NaN, end = NaN] = [distinct[0], distinct.at(-1)];
  const [firstStop, lastStop] = [addPeriods(first, unit, 1), addPeriods(last, unit, 1)];
  const usual = (end - start) / Math.max(1, distinct.length - 1);
  const isMissing = (length: number, period: number) => length > Math.max(2.5 * usual, mostMissing * period);
  return [
    ...(isMissing(start - first, firstStop - first) ? [labels[0] ?? ""] : []),
    ...(isMissing(lastStop - end, lastStop - last) ? [labels.at(-1) ?? ""] : []),
  ];
}
