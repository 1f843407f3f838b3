/** Joins a column of years and a column of months or quarters into one column of times. */

import { type Grain, partsOf, utc } from "./calendar.ts";
import type { Column, TimeColumn } from "./column.ts";

/** Adds a column of year and month (or quarter) if the table has one column of each; otherwise returns the columns. */
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
        // The last months of a fiscal year fall into the next calendar year.
        const later = at < first ? 1 : 0;
        return utc(partsOf(start).year + later, at) ?? NaN;
      });
    },
  };
  return [joined, ...columns];
}

/**
 * The month in which fiscal years begin. If the first year's rows run past December into January, it is the month of
 * the first row; if they are in calendar order, January; if they are in no order, April for 年度, otherwise January.
 */
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
