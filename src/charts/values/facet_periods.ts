/** Periods into which times may be cut, the finest first: parts of a day, days, weeks, some months or years together. */

import type { Context } from "../context.ts";
import type { Language } from "../../base/chart_terms.ts";
import { day, type Grain, isCyclic, partsOf, startOf, utc } from "../table/calendar.ts";
import type { TimeColumn } from "../table/column.ts";
import { formatTime, monthNames } from "../summary/text/format_time.ts";
import { bucketOf } from "./time_buckets.ts";

export interface Period {
  readonly grain: Grain;
  readonly start: (time: number) => number;
  readonly name: (start: number) => string;
  /** How many years are together in one, and whether all of them are in the data. */
  readonly years?: number;
  readonly isWhole?: (start: number) => boolean;
}

/** The first and the last time. */
export interface Reach {
  readonly first: number;
  readonly last: number;
}

/** From the first year on, and from the calendar's decades on. */
const fewYears = [2, 3, 4, 5];
const decades = [10, 20, 50, 100];

/** Parts of a day that people would choose, in seconds. */
const clockSteps = [1, 2, 5, 10, 15, 20, 30].flatMap((count) => [count, count * 60]).concat(
  [1, 2, 3, 4, 6, 12].map((count) => count * 3600),
).toSorted((a, b) => a - b);

/** So many panels can be read beside each other. */
export const mostPanels = 12;

export function periodsFor(
  { page: { language }, period }: Context,
  time: TimeColumn,
  reach: Reach,
): Period[] {
  if (isCyclic(time.grain)) return [simple(time.grain, language)];
  if (time.grain === "fiscal_year" || time.grain === "fiscal_quarter") {
    const quarters = time.grain === "fiscal_quarter" && period !== "year"
      ? [simple(time.grain, language)]
      : [];
    return [
      ...quarters,
      simple("fiscal_year", language),
      ...severalYears({ reach, language, word: "年度" }),
    ];
  }
  const own = period === null ? shortPeriods(time.grain, reach, language) : [simple(period, language)];
  return [
    ...own,
    simple("month", language),
    months(2, language),
    simple("quarter", language),
    months(4, language),
    months(6, language),
    simple("year", language),
    ...severalYears({ reach, language }),
  ];
}

/** Below a month: parts of days only where there are few days, weeks only where there are few of them. */
function shortPeriods(grain: Grain, { first, last }: Reach, language: Language): Period[] {
  const span = last - first;
  return [
    simple(grain, language),
    ...(span < 2 * day ? clockSteps.map((seconds) => clocks(seconds * 1000, language)) : []),
    simple("day", language),
    ...(span <= 42 * day
      ? [days(2, first, language), days(3, first, language), simple("week", language)]
      : []),
  ];
}

function simple(grain: Grain, language: Language): Period {
  return {
    grain,
    start: (at) => bucketOf(at, grain),
    name: (start) => formatTime(start, grain, language),
  };
}

function clocks(length: number, language: Language): Period {
  return {
    grain: "time",
    start: (at) => Math.floor(at / length) * length,
    name: (start) => {
      const end = partsOf(start + length).clock;
      const hours = `${partsOf(start).clock}${language === "ja" ? "〜" : "–"}${
        end === "00:00" ? "24:00" : end
      }`;
      return `${formatTime(start, "day_of_year", language)} ${hours}`;
    },
  };
}

function days(count: number, first: number, language: Language): Period {
  const begin = startOf(first, "day");
  return {
    grain: "day",
    start: (at) => begin + Math.floor((at - begin) / (count * day)) * count * day,
    name: (start) => {
      const end = start + (count - 1) * day;
      return language === "ja"
        ? `${formatTime(start, "day", language)}〜${formatTime(end, "day_of_year", language)}`
        : `${formatTime(start, "day_of_year", language)} – ${formatTime(end, "day", language)}`;
    },
  };
}

function months(count: number, language: Language): Period {
  return {
    grain: "quarter",
    start: (at) => {
      const { year, month } = partsOf(at);
      return utc(year, Math.floor((month - 1) / count) * count + 1) ?? at;
    },
    name: (start) => {
      const last = partsOf(start).month + count - 1;
      const first = formatTime(start, "month", language);
      return language === "ja" ? `${first}〜${last}月` : first.replace(" ", `–${monthNames[last - 1]} `);
    },
  };
}

interface YearOptions {
  readonly reach: Reach;
  readonly language: Language;
  readonly word?: string;
}

/** Years together; those that leave none over come first, and four are no usual number otherwise. */
function severalYears(options: YearOptions): Period[] {
  const { first, last } = options.reach;
  const span = partsOf(last).year - partsOf(first).year + 1;
  const few = fewYears.filter((count) => span / count <= mostPanels);
  const even = few.filter((count) => span % count === 0);
  const uneven = few.filter((count) => span % count !== 0 && count !== 4);
  return [...even, ...uneven, ...decades].map((count) => years(count, options));
}

/** A few begin with the first year; decades are those of the calendar, named by the years that there are. */
function years(count: number, { reach, language, word = "年" }: YearOptions): Period {
  const [first, last] = [partsOf(reach.first).year, partsOf(reach.last).year];
  const begin = count < 10 ? first : 0;
  return {
    grain: "year",
    years: count,
    isWhole: (start) => start >= first && start + count - 1 <= last,
    start: (at) => begin + Math.floor((partsOf(at).year - begin) / count) * count,
    name: (start) => {
      const [from, to] = [Math.max(start, first), Math.min(start + count - 1, last)];
      const text = from === to ? `${from}` : language === "ja" ? `${from}〜${to}` : `${from}–${to}`;
      return language === "ja" ? `${text}${word}` : text;
    },
  };
}
