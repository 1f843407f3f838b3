/** Calendar times in a sentence: years, quarters, months and days, in both languages. */

import { monthOf, monthWord as month, type TimeGroups, yearOf } from "../table/time_reader.ts";

export interface Moment {
  /** Absent if it is said of every year: in March. */
  readonly year?: number;
  /** From 1; whole years have neither month nor day. */
  readonly month?: number;
  /** How many months, from `month` on: 3 of a quarter. */
  readonly months?: number;
  /** How many years, from `year` on: 10 of a decade. */
  readonly years?: number;
  readonly day?: number;
  /** The year begins in April. */
  readonly fiscal?: boolean;
}

export interface MomentSpan {
  readonly from: number;
  readonly to: number;
  readonly moment: Moment;
  /** A bare number of four digits, which may be something else. */
  readonly bare: boolean;
}

const quarter = "(?:第\\s*(?<q>[1-4])\\s*四半期|q(?<q>[1-4])|(?<q>[1-4])q)";

/** In the order of preference; named groups: y year, e era and its year, m month, d day, q quarter, h half, f fiscal, t decade. */
const forms: readonly RegExp[] = [
  /(?<![\d.])(?<y>\d{4})[-/](?<m>\d{1,2})[-/](?<d>\d{1,2})(?!\d)/g,
  /(?:(?<y>\d{4})年|(?<e>令和|平成|昭和)(?<n>\d{1,2}|元)年)\s*(?<m>\d{1,2})月\s*(?<d>\d{1,2})日/g,
  /(?:(?<y>\d{4})年|(?<e>令和|平成|昭和)(?<n>\d{1,2}|元)年)の?\s*(?<m>\d{1,2})月/g,
  new RegExp(`(?<y>\\d{4})年?(?<f>度)?の?\\s*${quarter}`, "g"),
  new RegExp(`${quarter}(?:\\s+of)?\\s+(?<y>\\d{4})(?!\\d)`, "g"),
  /(?<h>h[12])(?:\s+of)?\s+(?<y>\d{4})(?!\d)/g,
  /(?<y>\d{4})[\s-]*(?<h>h[12])\b/g,
  /\b(?<h>h[12])\b/g,
  /(?<y>\d{4})年?(?<f>度)?の?(?<h>上半期|上期|前期|下半期|下期|後期)/g,
  /(?<!\d)(?<t>\d0|\d{3}0)(?:年代|s\b)/g,
  /(?:(?<y>\d{4})|(?<e>令和|平成|昭和)(?<n>\d{1,2}|元))年(?<f>度)?(?!間|以?上|代)/g,
  /(?:fy|fiscal year)\s?(?<y>\d{4})(?<f>)/g,
  /(?<![\d.])(?<y>\d{4})-(?<m>0[1-9]|1[0-2])(?![\d-])/g,
  new RegExp(`\\b${month}\\s+(?<d>\\d{1,2})(?:st|nd|rd|th)?,?\\s+(?<y>\\d{4})(?!\\d)`, "g"),
  new RegExp(`\\b${month}(?:\\s+of)?,?\\s+(?<y>\\d{4})(?!\\d)`, "g"),
  new RegExp(`\\b${month}\\s+(?<d>\\d{1,2})(?:st|nd|rd|th)?(?![\\d%])`, "g"),
  new RegExp(`\\b(?!may\\b|mar\\b)${month}(?![a-z])`, "g"),
  /(?<=\b(?:in|from|since|to|until|till|through|between)\s+)(?<m>may)\b/g,
  /(?<m>\d{1,2})月\s*(?<d>\d{1,2})日/g,
  /(?<!\d)(?<m>\d{1,2})月(?![\d間])/g,
  new RegExp(`(?<![\\da-z])${quarter}(?!\\w)`, "g"),
  /(?<h>上半期|上期|下半期|下期)/g,
  /(?<![\d.,$¥€])(?<y>(?:1[5-9]|20|21)\d\d)(?![\d.,]*\d|\s*(?:%|円|人|件|個|台|万|億|kg|km|dollar|yen))(?<bare>)/g,
];

export function momentSpans(text: string): readonly MomentSpan[] {
  const lower = text.toLowerCase();
  return forms.flatMap((form) =>
    [...lower.matchAll(form)].flatMap((match): MomentSpan[] => {
      const groups = match.groups ?? {};
      const moment = momentOf(groups);
      return moment === undefined ? [] : [{
        from: match.index,
        to: match.index + match[0].length,
        moment,
        bare: groups["bare"] !== undefined,
      }];
    })
  );
}

function momentOf(groups: TimeGroups): Moment | undefined {
  const { m, d, q, h, f, t } = groups;
  if (t !== undefined) {
    return { year: t.length > 2 ? Number(t) : Number(t) + (t < "30" ? 2000 : 1900), years: 10 };
  }
  const year = yearOf(groups);
  const month = monthOf(groups);
  const ofYear = { ...(year === undefined ? {} : { year }), ...(f === undefined ? {} : { fiscal: true }) };
  if (month === undefined) return year === undefined ? undefined : ofYear;
  if (m === undefined) return { ...ofYear, month, months: q === undefined && h !== undefined ? 6 : 3 };
  if (month < 1 || month > 12 || Number(d ?? 1) > 31) return undefined;
  return { ...ofYear, month, ...(d === undefined ? {} : { day: Number(d) }) };
}

/** The first and the last day, month or year of a moment as ISO text; the year is given if the moment has none. */
export function isoRange(moment: Moment, year = moment.year ?? 0): readonly [string, string] {
  const { month, months = 1, years = 1, day, fiscal } = moment;
  const shift = fiscal === true ? 3 : 0;
  if (month === undefined) {
    return fiscal === true ? [iso(year, 4), iso(year, 15)] : [String(year), String(year + years - 1)];
  }
  if (day !== undefined) return [`${iso(year, month)}-${two(day)}`, `${iso(year, month)}-${two(day)}`];
  return [iso(year, month + shift), iso(year, month + shift + months - 1)];
}

/** A month of a year as ISO text; a thirteenth is the first of the next year. */
export function iso(year: number, month: number): string {
  const over = Math.floor((month - 1) / 12);
  return `${year + over}-${two(month - over * 12)}`;
}

function two(value: number): string {
  return String(value).padStart(2, "0");
}
