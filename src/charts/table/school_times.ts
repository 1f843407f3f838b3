/** Seasons, terms, semesters and half-years as names of groups: Fall 2021, 2022春学期, Term 1 2022, FY2021 H1. */

import { utc } from "./calendar.ts";
import { form, type TimeReader } from "./time_reader.ts";

const year = "'?((?:19|20)\\d{2}|\\d{2})";
const seasonMonths: Readonly<Record<string, number>> = {
  winter: 1,
  spring: 4,
  summer: 7,
  fall: 10,
  autumn: 10,
  冬: 1,
  春: 4,
  夏: 7,
  秋: 10,
};
const season = "(winter|spring|summer|fall|autumn)(?:\\s+(?:term|semester|quarter))?";

function at(text: string, month: number): number | null {
  return utc(text.length === 2 ? 2000 + Number(text) : Number(text), month);
}

const seasons: readonly TimeReader[] = [
  form(
    "season",
    new RegExp(`^${season}[\\s,-]*${year}$`, "i"),
    ([, name = "", y = ""]) => at(y, seasonMonths[name.toLowerCase()] ?? 1),
  ),
  form(
    "season",
    new RegExp(`^${year}[\\s-]*${season}$`, "i"),
    ([, y = "", name = ""]) => at(y, seasonMonths[name.toLowerCase()] ?? 1),
  ),
  form(
    "season",
    /^(\d{4})(?:年度?)?\s*の?([春夏秋冬])(?:学期|季|期)?$/,
    ([, y = "", name = ""]) => at(y, seasonMonths[name] ?? 1),
  ),
];

const others: readonly TimeReader[] = [
  form(
    "term",
    new RegExp(`^(?:term|trimester|t)[\\s-]?([1-4])[\\s,-]+${year}$`, "i"),
    ([, n, y = ""]) => at(y, Number(n) * 3 - 2),
  ),
  form(
    "term",
    new RegExp(`^${year}[\\s-]*(?:term|trimester|t)[\\s-]?([1-4])$`, "i"),
    ([, y = "", n]) => at(y, Number(n) * 3 - 2),
  ),
  form("term", /^(\d{4})年度?\s*第?([1-3])学期$/, ([, y = "", n]) => at(y, Number(n) * 3 - 2)),
  form(
    "semester",
    new RegExp(`^(?:semester|sem)[\\s-]?([12])[\\s,-]+${year}$`, "i"),
    ([, n, y = ""]) => at(y, Number(n) * 6 - 5),
  ),
  form(
    "semester",
    new RegExp(`^${year}[\\s-]*(?:semester|sem)[\\s-]?([12])$`, "i"),
    ([, y = "", n]) => at(y, Number(n) * 6 - 5),
  ),
  form("semester", /^(\d{4})年度?\s*([前後])期$/, ([, y = "", n]) => at(y, n === "前" ? 1 : 7)),
  form(
    "half",
    new RegExp(`^(?:fy\\s?)?${year}[\\s/-]*h([12])$|^h([12])[\\s,/-]*(?:fy\\s?)?${year}$`, "i"),
    ([, y, n, m, z = ""]) => at(y || z, Number(n || m) * 6 - 5),
  ),
  form("half", /^(\d{4})年度?\s*([上下])半?期$/, ([, y = "", n]) => at(y, n === "上" ? 1 : 7)),
];

/** The reader of such names if all are of one kind, otherwise null. */
export function schoolReader(names: readonly string[]): TimeReader | null {
  const plain = names.map((name) => name.normalize("NFKC").trim());
  const found = names.length < 2
    ? undefined
    : [...seasons, ...others].find(({ read }) => plain.every((name) => read(name) !== null));
  if (found === undefined) return null;
  const read = (text: string) => found.read(text.normalize("NFKC").trim());
  return found.grain === "season" && endsWithWinter(plain)
    ? { ...found, read: (text) => /winter|冬/i.test(text) ? atEnd(read(text)) : read(text) }
    : { ...found, read };
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
