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
      return year.values().map((start, row) => {
        const month = months[row] ?? NaN;
        if (Number.isNaN(start) || Number.isNaN(month)) return NaN;
        const at = partsOf(month).month;
        // A fiscal year ends with the first months of the next one of the calendar.
        const later = fiscal && grain === "month" && at < 4 ? 1 : 0;
        return utc(partsOf(start).year + later, at) ?? NaN;
      });
    },
  };
  return [joined, ...columns];
}
