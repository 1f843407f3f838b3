/** Turns wide tables whose columns are years or months into long ones with a column of times. */

import type { CategoryColumn, Column, NumberColumn, Table, TimeColumn } from "./column.ts";
import { timeReaderFor } from "./parse_time.ts";
import type { TimeReader } from "./time_reader.ts";

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
