/** The day of the week of a column of days, where the sentence asks for it and the table has none. */

import { languageOf } from "../../base/chart_terms.ts";
import type { Categories, CategoryColumn, Column } from "../table/column.ts";
import { saidWeekdays, weekdayOf } from "./said_weekdays.ts";

const asked = /(?<![月火水木金土日])曜日|曜別|\b(?:week ?days?|days? of (?:the )?week)\b/i;
const japanese = ["月", "火", "水", "木", "金", "土", "日"];
const english = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

/** The columns, with one of weekday names added. */
export function withWeekdays(columns: readonly Column[], query: string): readonly Column[] {
  // "On weekdays" picks days; "by weekday" asks for them.
  const text = saidWeekdays(query)?.rest ?? query.normalize("NFKC");
  const said = asked.exec(text)?.[0] ?? namedDays(columns, query);
  const days = columns.filter((column) => column.kind === "time")
    .find(({ grain }) => grain === "day" || grain === "time");
  if (said === undefined || days === undefined) return columns;
  if (columns.some(({ name }) => asked.test(name))) return columns;
  const isJapanese = /曜/.test(said);
  const weekday: CategoryColumn = {
    index: -2,
    name: isJapanese ? "曜日" : said.toLowerCase(),
    distinct: 7,
    missing: days.missing,
    kind: "category",
    longest: 3,
    values: () => weekdaysOf(days.values(), isJapanese ? japanese : english),
  };
  return [...columns, weekday];
}

/** Whether all its groups are days of the week. */
export function holdsWeekdays(column: Column): boolean {
  return column.kind === "category" && column.distinct > 0 && column.distinct <= 7 &&
    column.values().labels.every((label) => weekdayOf(label) !== null);
}

/** Where several days of the week are named to be told from each other. */
function namedDays(columns: readonly Column[], query: string): string | undefined {
  return saidWeekdays(query)?.compared === true && !columns.some(holdsWeekdays)
    ? weekdayColumnName(languageOf(query) === "ja")
    : undefined;
}

/** What the column is called where the sentence has no word for it. */
export function weekdayColumnName(isJapanese: boolean): string {
  return isJapanese ? "曜日" : "weekday";
}

function weekdaysOf(times: ArrayLike<number>, labels: readonly string[]): Categories {
  const codes = Int32Array.from(
    times,
    (time) => Number.isNaN(time) ? -1 : (new Date(time).getUTCDay() + 6) % 7,
  );
  return { codes, labels };
}
