/** A year and a month in columns of their own are one time. */

import { type Grain, partsOf, utc } from "./calendar.ts";
import type { Column, TimeColumn } from "./column.ts";

/** The columns, with the one of years replaced by years and months where both are there. */
export function joinTimeColumns(columns: readonly Column[]): readonly Column[] {
  const times = columns.filter((column) => column.kind === "time");
  const year = times.find((column) => column.grain === "year" || column.grain === "fiscal_year");
  const part = times.find((column) => column.grain === "month_of_year" || column.grain === "quarter_of_year");
  if (year === undefined || part === undefined || times.length > 2 || year.distinct < 2) return columns;
  const fiscal = year.grain === "fiscal_year";
  const grain: Grain = part.grain === "month_of_year" ? "month" : fiscal ? "fiscal_quarter" : "quarter";
  const joined: TimeColumn = {
    ...year,
    name: `${year.name}/${part.name}`,
    distinct: year.distinct * part.distinct,
    grain,
    values: () => {
      const months = part.values();
      const first = fiscal && grain === "month" ? firstMonth(year, months) : 1;
      return year.values().map((start, row) => {
        const month = months[row] ?? NaN;
        if (Number.isNaN(start) || Number.isNaN(month)) return NaN;
        const at = partsOf(month).month;
        // A fiscal year ends with the first months of the next one of the calendar.
        const later = at < first ? 1 : 0;
        return utc(partsOf(start).year + later, at) ?? NaN;
      });
    },
  };
  return [joined, ...columns];
}

/** The month that a fiscal year begins with: the one after which its rows go on and over the turn, or that of all Japan. */
function firstMonth(year: TimeColumn, months: Float64Array): number {
  const starts = year.values();
  const [one] = starts;
  const listed = new Set(
    Array.from(months).filter((month, row) => starts[row] === one && !Number.isNaN(month))
      .map((month) => partsOf(month).month),
  );
  const inOrder = [...listed];
  const falls = inOrder.filter((month, place) => month < (inOrder[place - 1] ?? month)).length;
  const [first = 1] = inOrder;
  if (falls === 0 || (falls === 1 && (inOrder.at(-1) ?? 1) < first)) return falls === 0 ? 1 : first;
  return /年度/.test(year.name) ? 4 : 1;
}
