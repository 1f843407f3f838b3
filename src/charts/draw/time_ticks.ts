/** Ticks of a time axis at whole hours, days, months or years; a second line of labels names the larger unit where it changes. */

// @ts-types="@types/d3-time"
import {
  type TimeInterval,
  utcDay,
  utcHour,
  utcMinute,
  utcMonday,
  utcMonth,
  utcSecond,
  utcYear,
} from "d3-time";
import type { Language } from "../../base/language.ts";
import { type Grain, isCyclic, lengthOf, partsOf } from "../table/calendar.ts";
import { formatTime, monthNames } from "../text/format_time.ts";
import type { Extent } from "./scales.ts";

export interface TimeTick {
  readonly value: number;
  readonly label: string;
  /** The larger unit, where it begins. */
  readonly under: string;
}

type Period = "clock" | "hour" | "day" | "month" | "quarter" | "year";

interface Step {
  readonly period: Period;
  readonly interval: TimeInterval;
  /** About how long it is. */
  readonly length: number;
}

const hour = 3_600_000;
const epoch = new Date(0);
const every = (period: Period, unit: typeof utcDay, count: number, length: number): Step => ({
  period,
  interval: unit.every(count) ?? unit,
  length: count * length,
});

const steps: readonly Step[] = [
  ...[1, 5, 15, 30].map((count) => every("clock", utcSecond, count, 1000)),
  ...[1, 5, 15, 30].map((count) => every("clock", utcMinute, count, 60_000)),
  ...[1, 3, 6, 12].map((count) => every("hour", utcHour, count, hour)),
  ...[1, 2].map((count) => every("day", utcDay, count, 24 * hour)),
  { period: "day", interval: utcMonday, length: 168 * hour },
  {
    period: "day",
    interval: utcMonday.filter((date) => utcMonday.count(epoch, date) % 2 === 0),
    length: 336 * hour,
  },
  ...[1, 2].map((count) => every("month", utcMonth, count, 730 * hour)),
  every("quarter", utcMonth, 3, 730 * hour),
  ...[6].map((count) => every("month", utcMonth, count, 730 * hour)),
  ...[1, 2, 5, 10, 20, 50, 100, 500, 1000].map((count) => every("year", utcYear, count, 8766 * hour)),
];

export interface TimeTickOptions {
  readonly grain: Grain;
  readonly language: Language;
  /** Pixels of the axis, and of a text. */
  readonly width: number;
  readonly measure: (text: string) => number;
}

export function timeTicks([from, to]: Extent, options: TimeTickOptions): TimeTick[] {
  const { grain, language, width, measure } = options;
  const alone = [{ value: from, label: formatTime(from, grain, language), under: "" }];
  if (from === to) return alone;
  const finest = lengthOf[grain];
  for (const step of steps) {
    if (step.length < finest * 0.9 || (to - from) / step.length > 80) continue;
    if (step.period === "month" && isQuarterly(grain)) continue;
    const times = step.interval.range(new Date(from), new Date(to + 1)).map((date) => date.getTime());
    const ticks = labelled(times, { ...options, period: step.period });
    const widest = Math.max(
      0,
      ...ticks.map(({ label, under }) => Math.max(measure(label), measure(under) * 0.8)),
    );
    if (ticks.length > 0 && (ticks.length - 1) * (widest + measure("0") * 2) <= width) return ticks;
  }
  return alone;
}

const periodOf: Readonly<Partial<Record<Grain, Period>>> = {
  month: "month",
  quarter: "quarter",
  fiscal_quarter: "quarter",
  week: "day",
  day: "day",
  time: "hour",
};

/** Short names of periods beside each other; undefined if they have none. The larger unit stands below every year's first. */
export function shortPeriods(
  times: Float64Array,
  { grain, language }: { readonly grain: Grain; readonly language: Language },
): TimeTick[] | undefined {
  const period = periodOf[grain];
  if (period === undefined) return undefined;
  return labelled([...times], { period, grain, language, width: 0, measure: () => 0 });
}

function isQuarterly(grain: Grain): boolean {
  return grain === "quarter" || grain === "fiscal_quarter" || grain === "quarter_of_year";
}

interface Named extends TimeTickOptions {
  readonly period: Period;
}

function labelled(times: readonly number[], options: Named): TimeTick[] {
  let before = "";
  return times.map((value) => {
    const { label, under } = namesOf(value, options);
    const changed = under !== before;
    before = under;
    return { value, label, under: changed ? under : "" };
  });
}

function namesOf(time: number, { period, grain, language }: Named): Pick<TimeTick, "label" | "under"> {
  const { month, date, clock } = partsOf(time);
  const ja = language === "ja";
  const name = monthNames[month - 1] ?? "";
  if (isCyclic(grain)) return { label: formatTime(time, grain, language), under: "" };
  const year = formatTime(time, grain.startsWith("fiscal_") ? "fiscal_year" : "year", language);
  switch (period) {
    case "year":
      return { label: year, under: "" };
    case "quarter":
      return isQuarterly(grain)
        ? { label: `Q${Math.ceil(month / 3)}`, under: year }
        : { label: ja ? `${month}月` : name, under: year };
    case "month":
      return { label: ja ? `${month}月` : name, under: year };
    case "day":
      return { label: ja ? `${month}/${date}` : `${name} ${date}`, under: year };
    case "hour":
    case "clock":
      return { label: clock, under: ja ? `${month}月${date}日` : `${name} ${date}` };
  }
}
