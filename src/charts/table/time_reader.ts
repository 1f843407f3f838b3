/** A way to read times in texts of one form, by the named groups of its pattern. */

import { cyclicYear, day, type Grain, startOf, utc } from "./calendar.ts";

export interface TimeReader {
  readonly grain: Grain;
  /** Null if the text does not have this form. */
  readonly read: (text: string) => number | null;
  /** A note for the caller if the form is ambiguous. */
  readonly doubt?: string;
}

/**
 * What the groups of a pattern found: `y` year, `e` era and `n` its year, `m` month, `q` quarter or term, `h` half,
 * `s` season, `w` week, `d` day, `H` hour, `M` minute, `S` second, `f` fraction, `z` UTC offset.
 */
export type TimeGroups = Readonly<Record<string, string | undefined>>;

/** A reader of the texts that a pattern matches. */
export function form(
  grain: Grain,
  pattern: RegExp,
  toTime: (groups: TimeGroups) => number | null = timeOf,
): TimeReader {
  return {
    grain,
    read: (text) => {
      const match = pattern.exec(text);
      return match === null ? null : toTime(match.groups ?? {});
    },
  };
}

const monthNames = "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec".split("|");
/** Matches the name of a month. */
export const monthWord =
  "(?<m>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?";
const eras: Readonly<Record<string, number>> = {
  ...{ 令和: 2018, 平成: 1988, 昭和: 1925 },
  ...{ R: 2018, H: 1988, S: 1925 },
};
/** The first months of seasons. */
const seasons: Readonly<Record<string, number>> = {
  ...{ winter: 1, spring: 4, summer: 7, fall: 10, autumn: 10 },
  ...{ 冬: 1, 春: 4, 夏: 7, 秋: 10 },
};

/** The year that is written in full, in two digits, or as that of an era; undefined if there is none. */
export function yearOf({ y, e, n }: TimeGroups): number | undefined {
  if (y !== undefined) return y.length === 2 ? Number(y) + (Number(y) < 70 ? 2000 : 1900) : Number(y);
  return e === undefined ? undefined : (eras[e] ?? 0) + (n === "元" ? 1 : Number(n));
}

/** The month, from 1, or the first one of a longer period; undefined if there is none. */
export function monthOf({ m, q, h, s }: TimeGroups): number | undefined {
  if (m !== undefined) return /\d/.test(m) ? Number(m) : monthNames.indexOf(m.slice(0, 3).toLowerCase()) + 1;
  if (q !== undefined) return Number(q) * 3 - 2;
  if (h !== undefined) return /[上前1]/.test(h) ? 1 : 7;
  return s === undefined ? undefined : seasons[s.toLowerCase()];
}

function timeOf(groups: TimeGroups): number | null {
  const { w, d = 1, H = 0, M = 0, S = 0, f = 0, z = "" } = groups;
  const year = yearOf(groups) ?? cyclicYear;
  const start = w === undefined
    ? utc(year, monthOf(groups) ?? 1, Number(d))
    : startOf(Date.UTC(year, 0, 4), "week") + (Number(w) - 1) * 7 * day;
  if (start === null) return null;
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(z) ?? [];
  const offset = sign === undefined ? 0 : Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes));
  const seconds = (Number(H) * 60 + Number(M) - offset) * 60 + Number(S);
  return start + seconds * 1000 + Math.floor(Number(`0.${f}`) * 1000);
}
