/** Names of times below bars in few letters, and in two rows: the time, and the year where it begins. */

import { monthNames } from "./format_time.ts";

/** 2023年第1四半期 as 2023年Q1. */
export function shortQuarter(name: string): string {
  return name.replace(/第([1-4])四半期$/, "Q$1");
}

export interface SplitTime {
  readonly label: string;
  readonly year: string;
  /** The month of the year, where it is one. */
  readonly month: number | null;
}

interface Form {
  readonly pattern: RegExp;
  readonly split: (groups: readonly string[]) => SplitTime;
}

const months = monthNames.join("|");
const plain = (label: string, year: string): SplitTime => ({ label, year, month: null });

const forms: readonly Form[] = [
  {
    pattern: /^(\d{4}年)(\d{1,2})月$/,
    split: ([year = "", month = ""]) => ({ label: `${month}月`, year, month: Number(month) }),
  },
  {
    pattern: new RegExp(`^(${months}) (\\d{4})$`),
    split: ([name = "", year = ""]) => ({ label: name, year, month: monthNames.indexOf(name) + 1 }),
  },
  {
    pattern: /^(\d{4}年)(\d{1,2})月(\d{1,2})日(?:の週)?$/,
    split: ([year = "", month, date]) => plain(`${month}/${date}`, year),
  },
  {
    pattern: new RegExp(`^(?:week of )?((?:${months}) \\d{1,2}), (\\d{4})$`),
    split: ([day = "", year = ""]) => plain(day, year),
  },
  { pattern: /^(\d{4}年度?)(?:第([1-4])四半期)$/, split: ([year = "", part]) => plain(`Q${part}`, year) },
  { pattern: /^(\d{4}年)([上下]半期)$/, split: ([year = "", half = ""]) => plain(half, year) },
  { pattern: /^([QH][1-4]) (\d{4})$/, split: ([part = "", year = ""]) => plain(part, year) },
  { pattern: /^(FY\d{4}) (Q[1-4])$/, split: ([year = "", part = ""]) => plain(part, year) },
];

/** Times of one kind in the order of their years; null where names are none, or in another order. */
export function splitTimes(names: readonly string[]): readonly SplitTime[] | null {
  const form = forms.find(({ pattern }) => pattern.test(names[0] ?? ""));
  if (form === undefined) return null;
  const times = names.flatMap((name) => {
    const found = form.pattern.exec(name);
    return found === null ? [] : [form.split(found.slice(1))];
  });
  const rises = times.every(({ year }, at) => at === 0 || year >= (times[at - 1]?.year ?? ""));
  return times.length === names.length && rises ? times : null;
}

/** Whether names are weeks, which are long even where they fit. */
export function areWeeks(names: readonly string[]): boolean {
  return names.every((name) => /^week of |日の週$/.test(name));
}
