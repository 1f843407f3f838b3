/** The hour of the day of a column of times, where the sentence asks for it and the table has none. */

import { cyclicYear, utc } from "../table/calendar.ts";
import type { Column, TimeColumn } from "../table/column.ts";

const asked = /時間帯|\b(?:hours? of (?:the )?day|time of (?:the )?day)\b/i;
/** Of one or two days it may as well be their course. */
const perhaps = /(?<!\d)時間(?=別|ごとの(?!推移))|時刻(?=別)|(?<=\b(?:by|per|each|every) )hours?\b/i;
const severalDays = 3;
const hour = 3_600_000;
const day = 24 * hour;

/** The columns, with one of hours added. */
export function withHours(columns: readonly Column[], query: string): readonly Column[] {
  const text = query.normalize("NFKC");
  const times = columns.filter((column) => column.kind === "time").find(({ grain }) => grain === "time");
  const said = asked.exec(text)?.[0] ??
    (times !== undefined && daysOf(times) >= severalDays ? perhaps.exec(text)?.[0] : undefined);
  if (said === undefined || times === undefined) return columns;
  if (columns.some(({ name }) => asked.test(name))) return columns;
  const start = utc(cyclicYear) ?? 0;
  const hours: TimeColumn = {
    ...times,
    index: -3,
    name: said.toLowerCase(),
    distinct: 24,
    grain: "hour_of_day",
    // Before 1970 times are negative, and so would be the rest of a division.
    values: () => times.values().map((time) => start + Math.floor((time % day + day) % day / hour) * hour),
  };
  return [...columns, hours];
}

function daysOf(times: TimeColumn): number {
  const days = new Set(times.values().map((time) => Math.floor(time / day)));
  days.delete(NaN);
  return days.size;
}
