/** Ticks of a time axis: whole hours, days, months or years, in two lines where the second one changes seldom. */

import type { Language } from "../../../base/chart_terms.ts";
import { addPeriods, type Grain, isCyclic, partsOf, startOf } from "../../table/calendar.ts";
import { formatTime, monthNames, partOfYear } from "../../summary/text/format_time.ts";
import { numberTicks } from "./number_ticks.ts";

export interface TimeTick {
  readonly time: number;
  readonly label: string;
  /** The larger unit, where it begins. */
  readonly under: string;
}

type Period = "hour" | "day" | "week" | "month" | "quarter" | "year";

const steps: readonly (readonly [Period, number])[] = [
  ["hour", 1],
  ["hour", 3],
  ["hour", 6],
  ["hour", 12],
  ["day", 1],
  ["day", 2],
  ["week", 1],
  ["week", 2],
  ["month", 1],
  ["month", 2],
  ["month", 3],
  ["month", 6],
  ["year", 1],
  ["year", 2],
  ["year", 5],
  ["year", 10],
  ["year", 20],
  ["year", 50],
  ["year", 100],
  ["year", 500],
  ["year", 1000],
];

const finest: Readonly<Record<Exclude<Grain, "step">, Period>> = {
  year: "year",
  fiscal_year: "year",
  fiscal_quarter: "quarter",
  half: "quarter",
  semester: "quarter",
  term: "quarter",
  season: "quarter",
  quarter: "quarter",
  month: "month",
  week: "week",
  day: "day",
  time: "hour",
  quarter_of_year: "quarter",
  month_of_year: "month",
  day_of_year: "day",
  hour_of_day: "hour",
  time_of_day: "hour",
};

export interface TimeTickOptions {
  readonly grain: Grain;
  readonly language: Language;
  /** Pixels of the axis, and of a text. */
  readonly width: number;
  readonly measure: (text: string) => number;
  /** The one time there is, which then has the only tick. */
  readonly single?: number | undefined;
}

export function timeTicks(range: readonly [number, number], options: TimeTickOptions): TimeTick[] {
  const { single, grain, language } = options;
  if (single !== undefined) return [{ time: single, label: formatTime(single, grain, language), under: "" }];
  if (grain === "step") return stepTicks(range, options);
  const minutes = (options.grain === "time" || options.grain === "time_of_day") &&
    range[1] - range[0] < 6 * 3_600_000;
  if (minutes) return clockTicks(range, options);
  const least = steps.findIndex(([period]) => period === finest[grain]);
  const candidates = finest[grain] === "quarter"
    ? [
      ...(grain === "semester" ? [] : [["quarter", 1] as const]),
      ["quarter", 2] as const,
      ...steps.filter(([period]) => period === "year"),
    ]
    : steps.slice(Math.max(0, least));
  for (const [period, count] of candidates) {
    const times = timesOf(range, { period, count });
    if (times === null) continue;
    const ticks = labelled(times, { ...options, period });
    const widest = Math.max(
      0,
      ...ticks.map(({ label, under }) => Math.max(options.measure(label), options.measure(under) * 0.8)),
    );
    if (ticks.length <= 1 || (ticks.length - 1) * (widest + 14) <= options.width) {
      return thinned(ticks, range, options);
    }
  }
  return labelled([range[0]], { ...options, period: "year" });
}

/** Whole numbers, as many as fit. */
function stepTicks(range: readonly [number, number], { width, measure }: TimeTickOptions): TimeTick[] {
  const most = Math.max(2, Math.floor(width / (measure(`${range[1]}`) + 24)));
  const { ticks } = numberTicks([...range], { steps: Math.min(most, 12), integer: true });
  return ticks.filter((tick) => tick >= range[0] && tick <= range[1])
    .map((time) => ({ time, label: `${time}`, under: "" }));
}

/** An axis with a single time, or whose steps all lie outside it, shows the time itself. */
function thinned(
  ticks: TimeTick[],
  [from]: readonly [number, number],
  { grain, language }: TimeTickOptions,
): TimeTick[] {
  return ticks.length > 0 ? ticks : [{ time: from, label: formatTime(from, grain, language), under: "" }];
}

function timesOf(
  [from, to]: readonly [number, number],
  step: { period: Period; count: number },
): number[] | null {
  const { period, count } = step;
  let time = startOf(from, period);
  if (period === "year" && count > 1) {
    const year = partsOf(time).year;
    time = addPeriods(time, "year", -(((year % count) + count) % count));
  }
  if ((period === "month" || period === "hour") && count > 1) {
    time = startOf(from, period === "month" ? "year" : "day");
  }
  const times: number[] = [];
  for (; time <= to; time = addPeriods(time, period, count)) {
    if (time >= from) times.push(time);
    if (times.length > 60) return null;
  }
  return times;
}

function labelled(
  times: readonly number[],
  options: TimeTickOptions & { readonly period: Period },
): TimeTick[] {
  let before = "";
  return times.map((time) => {
    const { label, under } = namesOf(time, options);
    const changed = under !== before;
    before = under;
    return { time, label, under: changed ? under : "" };
  });
}

function namesOf(
  time: number,
  { period, grain, language }: TimeTickOptions & { readonly period: Period },
): { label: string; under: string } {
  const { month, date, clock } = partsOf(time);
  const ja = language === "ja";
  const name = monthNames[month - 1] ?? "";
  if (isCyclic(grain)) return { label: formatTime(time, grain, language), under: "" };
  const yearName = formatTime(time, grain.startsWith("fiscal_") ? "fiscal_year" : "year", language);
  switch (period) {
    case "year":
      return { label: yearName, under: "" };
    case "quarter":
      return {
        label: grain === "semester" || grain === "term" || grain === "season"
          ? partOfYear(time, grain, language)
          : `Q${Math.ceil(month / 3)}`,
        under: yearName,
      };
    case "month":
      return { label: ja ? `${month}月` : name, under: yearName };
    case "week":
    case "day":
      return { label: ja ? `${month}/${date}` : `${name} ${date}`, under: yearName };
    case "hour":
      return { label: clock, under: ja ? `${month}月${date}日` : `${name} ${date}` };
  }
}

/** Within hours: ticks at round minutes or seconds. */
function clockTicks([from, to]: readonly [number, number], options: TimeTickOptions): TimeTick[] {
  const widest = options.measure("00:00:00") + 20;
  const most = Math.max(2, Math.floor(options.width / widest));
  const step = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600].map((seconds) => seconds * 1000)
    .find((length) => (to - from) / length <= most) ?? 3_600_000;
  const times: number[] = [];
  for (let time = Math.ceil(from / step) * step; time <= to && times.length < 60; time += step) {
    times.push(time);
  }
  const shown = times.length > 0 ? times : [from];
  return labelled(shown, { ...options, period: "hour" });
}
