/** The hour of the day of a column of times, where the sentence asks for it and the table has none. */

import { cyclicYear, utc } from "./calendar.ts";
import type { Column, TimeColumn } from "./column.ts";

const asked = /時間帯|\b(?:hours? of (?:the )?day|time of (?:the )?day)\b/i;
const hour = 3_600_000;
const day = 24 * hour;

/** The columns, with one of hours added. */
export function withHours(columns: readonly Column[], query: string): readonly Column[] {
  const said = asked.exec(query.normalize("NFKC"))?.[0];
  const times = columns.filter((column) => column.kind === "time").find(({ grain }) => grain === "time");
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
