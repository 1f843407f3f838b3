/** Selects rows of a table. */

import type { CategoryColumn, Column, Table } from "./column.ts";

/** The table with only these rows; the same table if they are all of them. */
export function pickRows(table: Table, keeps: (row: number) => boolean): Table {
  const rows = Array.from({ length: table.rows }, (_, row) => row).filter(keeps);
  if (rows.length === table.rows) return table;
  return {
    ...table,
    rows: rows.length,
    columns: table.columns.map((one) => pickedColumn(one, rows, table.rows)),
  };
}

function pickedColumn(column: Column, rows: readonly number[], all: number): Column {
  if (column.kind === "category") {
    const pickedFrom = column.pickedFrom ?? { rows: all, distinct: column.distinct };
    return { ...pickedCategories(column, rows), pickedFrom };
  }
  const pick = (all: Float64Array) => Float64Array.from(rows, (row) => all[row] ?? NaN);
  const values = () => pick(column.values());
  if (column.kind === "number") {
    const { ratio } = column;
    const picked = ratio === undefined ? {} : { ratio: { ...ratio, divisors: () => pick(ratio.divisors()) } };
    return { ...column, ...picked, pickedFrom: column.pickedFrom ?? all, values };
  }
  const left = new Set(values().filter((time) => !Number.isNaN(time)));
  return { ...column, distinct: left.size, values };
}

/** Drops groups that have no rows left. */
function pickedCategories(column: CategoryColumn, rows: readonly number[]): CategoryColumn {
  const { codes, labels } = column.values();
  const kept = [...new Set(rows.map((row) => codes[row] ?? -1))].filter((code) => code >= 0)
    .toSorted((a, b) => a - b);
  const places = new Map(kept.map((code, place) => [code, place]));
  const picked = {
    codes: Int32Array.from(rows, (row) => places.get(codes[row] ?? -1) ?? -1),
    labels: kept.map((code) => labels[code] ?? ""),
  };
  return { ...column, distinct: kept.length, values: () => picked };
}
