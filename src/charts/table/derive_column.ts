/** Stacks several columns of a table into one long column. */

import type { CategoryColumn, NumberColumn, TimeColumn } from "./column.ts";

/** The columns of a table whose value columns have been stacked. */
export interface Melted {
  readonly value: NumberColumn;
  readonly series: CategoryColumn;
  /** Another column of the table, repeated for each series. */
  readonly repeat: { time(column: TimeColumn): TimeColumn; category(column: CategoryColumn): CategoryColumn };
}

/** Names for columns that are made: of the values, and of the series. */
export interface MadeNames {
  readonly value: string;
  readonly series: string;
}

export function meltColumns(columns: readonly NumberColumn[], names: MadeNames): Melted {
  return {
    value: stackedValues(columns, names.value),
    series: stackedNames(columns, names.series),
    repeat: {
      time: (column) => ({ ...column, values: () => joined(repeated(column.values(), columns.length)) }),
      category: (column) => ({
        ...column,
        values: () => {
          const { codes, labels } = column.values();
          const parts = repeated(codes, columns.length);
          return { labels, codes: Int32Array.from(parts.flatMap((part) => [...part])) };
        },
      }),
    },
  };
}

/** The values of all columns, one column after the other. */
function stackedValues(columns: readonly NumberColumn[], name: string): NumberColumn {
  return {
    index: -1,
    name,
    distinct: columns.reduce((sum, column) => sum + column.distinct, 0),
    missing: 0,
    kind: "number",
    // Degrees are not told in the unit of what stands beside them.
    unit: columns.every(({ unit }) => unit === columns[0]?.unit) ? columns[0]?.unit ?? "" : "",
    integer: columns.every((column) => column.integer),
    least: Math.min(...columns.map((column) => column.least)),
    most: Math.max(...columns.map((column) => column.most)),
    parts: columns,
    values: () => joined(columns.map((column) => column.values())),
  };
}

/** The name of the column that each of the stacked values comes from. */
function stackedNames(columns: readonly NumberColumn[], name: string): CategoryColumn {
  const labels = columns.map((column) => column.name);
  return {
    index: -1,
    name,
    distinct: labels.length,
    missing: 0,
    kind: "category",
    longest: Math.max(0, ...labels.map((label) => label.length)),
    values: () => {
      const rows = columns[0]?.values().length ?? 0;
      const length = rows * columns.length;
      return { labels, codes: Int32Array.from({ length }, (_, index) => Math.floor(index / rows)) };
    },
  };
}

function repeated<T>(value: T, times: number): T[] {
  return Array.from({ length: times }, () => value);
}

function joined(parts: readonly Float64Array[]): Float64Array {
  const whole = new Float64Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
