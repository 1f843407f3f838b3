/**
 * Times as names of groups: weekdays (Thursday, Thur, 木曜日, 木), and seasons, terms, semesters and half-years (Fall 2021,
 * 2022春学期, Term 1 2022, FY2021 H1).
 */

import { utc } from "./calendar.ts";
import { form, type TimeReader } from "./time_reader.ts";

const year = "'?(?<y>(?:19|20)\\d{2}|\\d{2})";
const season = "(?<s>winter|spring|summer|fall|autumn)(?:\\s+(?:term|semester|quarter))?";
const term = "(?:term|trimester|t)[\\s-]?(?<q>[1-4])";
const semester = "(?:semester|sem)[\\s-]?(?<h>[12])";

const forms: readonly TimeReader[] = [
  form("quarter", new RegExp(`^(?:${season}[\\s,-]*${year}|${year}[\\s-]*${season})$`, "i")),
  form("quarter", /^(?<y>\d{4})(?:年度?)?\s*の?(?<s>[春夏秋冬])(?:学期|季|期)?$/),
  form("quarter", new RegExp(`^(?:${term}[\\s,-]+${year}|${year}[\\s-]*${term})$`, "i")),
  form("quarter", /^(?<y>\d{4})年度?\s*第?(?<q>[1-3])学期$/),
  form("quarter", new RegExp(`^(?:${semester}[\\s,-]+${year}|${year}[\\s-]*${semester})$`, "i")),
  form("quarter", /^(?<y>\d{4})年度?\s*(?<h>[前後])期$/),
  form(
    "quarter",
    new RegExp(`^(?:(?:fy\\s?)?${year}[\\s/-]*h(?<h>[12])|h(?<h>[12])[\\s,/-]*(?:fy\\s?)?${year})$`, "i"),
  ),
  form("quarter", /^(?<y>\d{4})年度?\s*(?<h>[上下])半?期$/),
];

/** Reads such names as times, if all are of one kind; otherwise null. */
export function schoolReader(names: readonly string[]): TimeReader["read"] | null {
  const plain = names.map((name) => name.normalize("NFKC").trim());
  const found = names.length < 2
    ? undefined
    : forms.find(({ read }) => plain.every((name) => read(name) !== null));
  if (found === undefined) return null;
  const read = (text: string) => found.read(text.normalize("NFKC").trim());
  return endsWithWinter(plain) ? (text) => /winter|冬/i.test(text) ? atEnd(read(text)) : read(text) : read;
}

/** Whether the names list winter after the autumn of the same year. */
function endsWithWinter(names: readonly string[]): boolean {
  const yearOf = (name: string) => /\d+/.exec(name)?.[0];
  return names.some((name, place) =>
    /winter|冬/i.test(name) &&
    names.slice(0, place).some((before) => /fall|autumn|秋/i.test(before) && yearOf(before) === yearOf(name))
  );
}

function atEnd(time: number | null): number | null {
  return time === null ? null : utc(new Date(time).getUTCFullYear(), 12);
}

const english = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
const japanese = "月火水木金土日";

/** The place of a weekday in the week, from Monday; -1 if it is none. */
export function weekdayPlace(label: string): number {
  const plain = label.normalize("NFKC").trim().toLowerCase();
  if (/^[月火水木金土日](?:曜日?)?$/.test(plain)) return japanese.indexOf(plain.slice(0, 1));
  const short = plain.replace(/\.$/, "").replace(/^weds$/, "wed");
  return short.length < 2 ? -1 : english.findIndex((name) => name.startsWith(short));
}

export function areWeekdays(labels: readonly string[]): boolean {
  return labels.length > 1 && labels.every((label) => weekdayPlace(label) >= 0);
}
