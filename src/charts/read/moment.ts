/** Times as a sentence writes them: 2023年度, March 2024, 2024Q1, 2024-03-15, March. */

import { addPeriods, type Grain, isCyclic, lengthOf, utc } from "../table/calendar.ts";

export interface Moment {
  readonly unit: "year" | "half" | "quarter" | "month" | "day";
  /** Null where only a day, a month, a quarter or a half is said. */
  readonly year: number | null;
  readonly month: number;
  readonly date: number;
  /** Whether it is of a fiscal year, and if so when that begins: 2023年度 in April, FY2023 nobody knows: with the year. */
  readonly fiscal: "april" | "calendar" | null;
}

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
export const monthName =
  "(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?";
/** Names of months that are no other words. */
export const longMonths = "january|february|april|june|july|august|september|october|november|december";
const year = "(?:19|20)\\d{2}";
const fiscal = "(?:fy|fiscal year |financial year )\\s?'?((?:19|20)?\\d{2})";
const behindYear = "(?!代|間|前|後|目|ぶり|来|以内|連続|[.,]?\\d)";
const behindMonth = "(?!別|ごと|毎|次|間|々|平均|[×✕.,]?\\d)";

export const ordinals = ["first", "second", "third", "fourth", "1st", "2nd", "3rd", "4th"];

const nth = "(\\d{1,2})(?:st|nd|rd|th)?";

/** Each form with a year in it, the longest first, and what its groups are. */
const dated: readonly (readonly [string, (groups: readonly string[]) => Partial<Moment>])[] = [
  [`(${year})(?:年|[-/])(\\d{1,2})(?:月|[-/])(\\d{1,2})(?!\\d)日?`, ([y, m, d]) => dateOf(y, m, d)],
  [`(${monthName})\\s+${nth},?\\s+(${year})(?!\\d)`, ([m, d, y]) => dateOf(y, m, d)],
  [`${nth}\\s+(?:of\\s+)?(${monthName}),?\\s+(${year})(?!\\d)`, ([d, m, y]) => dateOf(y, m, d)],
  [`(${year})年度の?第?([1-4])(?:四半期|q)`, ([y, q]) => ({ ...quarterOf(y, q), fiscal: "april" })],
  [
    `${fiscal}[\\s-]?q([1-4])(?!\\d)`,
    ([y = "", q]) => ({ ...quarterOf(fullYear(y), q), fiscal: "calendar" }),
  ],
  [
    `q([1-4])(?:\\s+of)?,?\\s+${fiscal}(?!\\d)`,
    ([q, y = ""]) => ({ ...quarterOf(fullYear(y), q), fiscal: "calendar" }),
  ],
  [`(${year})年?の?第?([1-4])(?:四半期|q(?![a-z\\d]))`, ([y, q]) => quarterOf(y, q)],
  [`(${year})(?:年の?|[\\s-])?q([1-4])(?!\\d)`, ([y, q]) => quarterOf(y, q)],
  [`q([1-4])(?:\\s+of)?,?\\s+(${year})(?!\\d)`, ([q, y]) => quarterOf(y, q)],
  [
    `(${ordinals.join("|")}|last) quarter(?:\\s+of)?,?\\s+(${year})(?!\\d)`,
    ([word = "", y]) => quarterOf(y, word === "last" ? "4" : `${ordinals.indexOf(word) % 4 + 1}`),
  ],
  [`(h1|1st half|first half)(?:\\s+of)?,?\\s+(${year})(?!\\d)`, ([, y]) => halfOf(y, 1)],
  [`(h2|2nd half|second half|last half)(?:\\s+of)?,?\\s+(${year})(?!\\d)`, ([, y]) => halfOf(y, 2)],
  [`(${year})[\\s-]?h([12])(?!\\d)`, ([y, half]) => halfOf(y, Number(half))],
  [`(${year})年の?(?:上半期|前半)`, ([y]) => halfOf(y, 1)],
  [`(${year})年の?(?:下半期|後半)`, ([y]) => halfOf(y, 2)],
  [`(${year})年度の?(?:上半?期|前半)`, ([y]) => ({ ...halfOf(y, 1), fiscal: "april" })],
  [`(${year})年度の?(?:下半?期|後半)`, ([y]) => ({ ...halfOf(y, 2), fiscal: "april" })],
  [`(${year})(?:年|[-/])(0?[1-9]|1[0-2])(?!\\d)(?:月${behindMonth})?`, ([y, m]) => monthOf(y, m)],
  [`(${monthName})(?:\\s+of)?,?\\s+(${year})(?!\\d)`, ([m, y]) => monthOf(y, m)],
  [`(${year})年度`, ([y]) => ({ unit: "year", year: Number(y), fiscal: "april" })],
  [`${fiscal}(?!\\d)`, ([y = ""]) => ({ unit: "year", year: Number(fullYear(y)), fiscal: "calendar" })],
  [`(${year})年${behindYear}`, ([y]) => ({ unit: "year", year: Number(y) })],
  [
    `(${year})(?![\\d年%百千万億兆円]|[.,]\\d|[-/]\\d{1,2}(?!\\d))`,
    ([y]) => ({ unit: "year", year: Number(y) }),
  ],
];

const undatedDays: typeof dated = [
  [`(\\d{1,2})月(\\d{1,2})日(?![間目])`, ([m, d]) => ({ ...dateOf("", m, d), year: null })],
  [`(${monthName})\\s+${nth}(?![\\d:%]|[.,]\\d)`, ([m, d]) => ({ ...dateOf("", m, d), year: null })],
  [`${nth}\\s+(?:of\\s+)?(${monthName})(?![a-z])`, ([d, m]) => ({ ...dateOf("", m, d), year: null })],
];

const partsOfYears: typeof dated = [
  [`q([1-4])(?![a-z\\d])`, ([q]) => ({ ...quarterOf("", q), year: null })],
  [`第([1-4])四半期(?!別|ごと|毎)`, ([q]) => ({ ...quarterOf("", q), year: null })],
  [`([1-4])q(?![a-z\\d])`, ([q]) => ({ ...quarterOf("", q), year: null })],
  [
    `(${ordinals.join("|")}) quarter(?![a-z])(?: of the year)?`,
    ([word = ""]) => ({ ...quarterOf("", `${ordinals.indexOf(word) % 4 + 1}`), year: null }),
  ],
  [`h([12])(?![a-z\\d])`, ([half]) => ({ ...halfOf("", Number(half)), year: null })],
  [`(1st|first) half(?![a-z])(?: of the year)?`, () => ({ ...halfOf("", 1), year: null })],
  [`(2nd|second) half(?![a-z])(?: of the year)?`, () => ({ ...halfOf("", 2), year: null })],
  [`(上|下)半期(?!別|ごと|毎)`, ([half]) => ({ ...halfOf("", half === "上" ? 1 : 2), year: null })],
];

const undated: typeof dated = [
  ...undatedDays,
  [`(${monthName})(?![a-z])`, ([m]) => monthOf(undefined, m)],
  [`(\\d{1,2})月${behindMonth}`, ([m]) => monthOf(undefined, m)],
  ...partsOfYears,
];

function sourceOf(forms: typeof dated): string {
  const plain = forms.map(([source]) => source.replaceAll(/\((?!\?)/g, "(?:"));
  return `(?<![a-z\\d.$€£¥万億])(?:${plain.join("|")})`;
}

/** Finds a moment of which the year is said. */
export const datedMoment = sourceOf(dated);
/** Finds any moment. */
export const anyMoment = sourceOf([...dated, ...undated]);
/** Finds a day, a quarter or a half of which no year is said; none of them is any other word. */
export const partMoment = sourceOf([...undatedDays, ...partsOfYears]);

/** What each moment has something of: a quick look that spares most sentences the slow one. */
const hints = /\d|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|half|quarter|半期/i;
const each = new RegExp(anyMoment, "gi");

/**
 * How many moments a text holds. Where there are none, no pattern around one need be tried, and where there is one, none
 * around two: each is so large that a computer takes milliseconds to make it ready.
 */
export function countMoments(text: string): number {
  return hints.test(text) ? text.match(each)?.length ?? 0 : 0;
}

/** Whether a pattern is one around a moment. */
export function needsMoment(source: string): boolean {
  return [anyMoment, datedMoment, partMoment].some((one) => source.includes(one));
}

export function momentsIn(text: string): Moment[] {
  return [...text.toLowerCase().matchAll(new RegExp(anyMoment, "g"))].flatMap(([found]) => {
    for (const [source, make] of [...dated, ...undated]) {
      const match = new RegExp(`^(?:${source})$`).exec(found);
      if (match === null) continue;
      return [{ unit: "year", year: null, month: 1, date: 1, fiscal: null, ...make(match.slice(1)) }];
    }
    return [];
  });
}

/** FY24 is that of 2024. */
function fullYear(text: string): string {
  return text.length === 2 ? `20${text}` : text;
}

function monthNumber(text = ""): number {
  const named = months.indexOf(text.slice(0, 3));
  return named < 0 ? Number(text) : named + 1;
}

function monthOf(year: string | undefined, month: string | undefined): Partial<Moment> {
  return { unit: "month", year: year === undefined ? null : Number(year), month: monthNumber(month) };
}

function quarterOf(year: string | undefined, quarter: string | undefined): Partial<Moment> {
  return { unit: "quarter", year: Number(year), month: Number(quarter) * 3 - 2 };
}

function halfOf(year: string | undefined, half: number): Partial<Moment> {
  return { unit: "half", year: Number(year), month: half * 6 - 5 };
}

function dateOf(year?: string, month?: string, date?: string): Partial<Moment> {
  return { unit: "day", year: Number(year), month: monthNumber(month), date: Number(date) };
}

/** The days of the year that a moment without one is of, as month and day: 815 is the 15th of August. */
export function daysOf({ unit, month, date }: Moment): { readonly first: number; readonly last: number } {
  if (unit === "day") return { first: month * 100 + date, last: month * 100 + date };
  const count = unit === "half" ? 6 : unit === "quarter" ? 3 : 1;
  return { first: month * 100, last: (month + count - 1) * 100 + 99 };
}

export interface Stretch {
  readonly from: number;
  /** The first time after it. */
  readonly to: number;
}

/**
 * Where a moment lies, in a year for those that say none; null where there is no such time. Fiscal years that are a
 * column of their own stand there as years.
 */
export function stretchOf(moment: Moment, { year, grain }: { year: number; grain: Grain }): Stretch | null {
  const start = utc(moment.year ?? year, moment.month, moment.date);
  if (start === null || !isPlaced(moment, grain)) return null;
  const from = moment.fiscal === "april" && !isOwnPeriod(grain) ? addPeriods(start, "month", 3) : start;
  const [unit, count] = moment.unit === "half" ? ["month", 6] as const : [moment.unit, 1] as const;
  return { from, to: addPeriods(from, unit, count) };
}

/** Whether it is known which rows of data of this grain are of a moment: not of March in data of years. */
function isPlaced({ unit }: Moment, grain: Grain): boolean {
  const length = unit === "half" ? lengthOf("quarter") * 2 : lengthOf(unit);
  if (unit === "day" && (grain === "month_of_year" || grain === "quarter_of_year")) return false;
  return isCyclic(grain) || length >= lengthOf(grain);
}

/** Whether fiscal years are years of the data themselves. */
export function isOwnPeriod(grain: Grain): boolean {
  return grain === "year" || grain === "fiscal_year" || grain === "fiscal_quarter";
}
