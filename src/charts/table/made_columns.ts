/**
 * Columns that a table has in another form: years or months as names of columns become one column of times, a column of
 * years and one of months or quarters are joined.
 */

import { type Grain, partsOf, utc } from "./calendar.ts";
import type { CategoryColumn, Column, NumberColumn, Table, TimeColumn } from "./column.ts";
import { timeReaderFor } from "./parse_time.ts";
import type { TimeReader } from "./time_reader.ts";

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

const leastTimes = 3;

export interface WideTimes {
  readonly columns: readonly NumberColumn[];
  readonly reader: TimeReader;
}

/** The columns whose names are times; null if there are few, or if the table has a column of times. */
export function headerTimes(columns: readonly Column[]): WideTimes | null {
  if (columns.some(({ kind }) => kind === "time")) return null;
  const timed = columns.filter((column) => column.kind === "number")
    .filter(({ name }) => readerOf([name]) !== null);
  const reader = timed.length < leastTimes ? null : readerOf(timed.map(({ name }) => name));
  return reader === null ? null : { columns: timed, reader };
}

function plain(name: string): string {
  return name.normalize("NFKC").trim();
}

function readerOf(names: readonly string[]): TimeReader | null {
  return timeReaderFor("year", names.map(plain));
}

/** The table with the values of these columns below each other, in two columns of the given names. */
export function longTable(
  table: Table,
  { columns: timed, reader }: WideTimes,
  names: { readonly value: string; readonly time: string },
): Table {
  const rows = table.rows * timed.length;
  const index = table.columns.length;
  const times = timed.map(({ name }) => reader.read(plain(name)) ?? NaN);
  const time: TimeColumn = {
    index,
    name: names.time,
    distinct: timed.length,
    kind: "time",
    grain: reader.grain,
    values: () => Float64Array.from({ length: rows }, (_, row) => times[Math.floor(row / table.rows)] ?? NaN),
  };
  const value: NumberColumn = {
    index: index + 1,
    name: names.value,
    distinct: timed.reduce((sum, { distinct }) => sum + distinct, 0),
    kind: "number",
    unit: timed.every(({ unit }) => unit === timed[0]?.unit) ? timed[0]?.unit ?? "" : "",
    integer: timed.every(({ integer }) => integer),
    least: Math.min(...timed.map(({ least }) => least)),
    most: Math.max(...timed.map(({ most }) => most)),
    values: () => Float64Array.from(timed.flatMap((column) => [...column.values()])),
  };
  const groups = table.columns.filter((column) => column.kind === "category")
    .map((column) => repeated(column, timed.length));
  return { ...table, rows, columns: [...groups, time, value] };
}

function repeated(column: CategoryColumn, times: number): CategoryColumn {
  return {
    ...column,
    values: () => {
      const { codes, labels } = column.values();
      const all = new Int32Array(codes.length * times);
      for (let at = 0; at < times; at++) all.set(codes, at * codes.length);
      return { codes: all, labels };
    },
  };
}
