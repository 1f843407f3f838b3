/** Turns wide tables whose columns are years or months into long ones with a column of times. */

import type { Column, NumberColumn, Table, TimeColumn } from "./column.ts";
import { meltColumns } from "./derive_column.ts";
import { timeReaderFor } from "./parse_time.ts";
import type { TimeReader } from "./time_reader.ts";

export interface HeaderNames {
  readonly value: string;
  readonly time: string;
}

const leastTimes = 3;

/** Null if the column names are not times. */
export function withHeaderTimes(table: Table, names: HeaderNames): Table | null {
  const timed = headerTimes(table.columns);
  const reader = readerOf(timed.map(({ name }) => name));
  return timed.length === 0 || reader === null ? null : longTable(table, { timed, reader, names });
}

/** The columns whose names are times; none if the table has a column of times. */
export function headerTimes(columns: readonly Column[]): readonly NumberColumn[] {
  if (columns.some(({ kind }) => kind === "time")) return [];
  const timed = columns.flatMap((column) =>
    column.kind === "number" && readerOf([column.name]) !== null ? [column] : []
  );
  return timed.length < leastTimes || readerOf(timed.map(({ name }) => name)) === null ? [] : timed;
}

function readerOf(names: readonly string[]): TimeReader | null {
  return timeReaderFor("year", names.map((name) => name.normalize("NFKC").trim()));
}

interface Parts {
  readonly timed: readonly NumberColumn[];
  readonly reader: TimeReader;
  readonly names: HeaderNames;
}

function longTable(table: Table, { timed, reader, names }: Parts): Table {
  const { value, series, repeat } = meltColumns(timed, { value: names.value, series: names.time });
  const time: TimeColumn = {
    index: table.columns.length,
    name: names.time,
    distinct: timed.length,
    missing: 0,
    kind: "time",
    grain: reader.grain,
    values: () => {
      const { codes, labels } = series.values();
      const times = labels.map((label) => reader.read(label.normalize("NFKC").trim()) ?? NaN);
      return Float64Array.from(codes, (code) => times[code] ?? NaN);
    },
  };
  const groups = table.columns.flatMap((column): Column[] =>
    column.kind === "category" ? [repeat.category(column)] : []
  );
  return {
    ...table,
    rows: table.rows * timed.length,
    columns: [...groups, time, { ...value, index: table.columns.length + 1 }],
  };
}
