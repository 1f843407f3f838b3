/**
 * Heatmaps as grids: lists of places and numbers (`x`, `y` and `z` of one length) become rows and columns, as do
 * numbers that lie the other way round, and places that are counted from a first one.
 */

import { isRecord, type JsonRecord } from "../../base/json.ts";
import { listOf, numberAt, numberOf, valuesAt } from "../../base/plotly_values.ts";
import { isDate } from "./axis.ts";

/** The trace with its numbers row by row, and its texts with them. */
export function gridded(spec: JsonRecord): JsonRecord {
  const [xs, ys, zs] = [valuesAt(spec, "x"), valuesAt(spec, "y"), valuesAt(spec, "z")];
  const isLong = xs.length > 0 && ys.length > 0 && zs.length > 0 && zs.every((one) => listOf(one) === null);
  if (isLong) return fromColumns(spec, { xs, ys });
  const rows = spec["transpose"] === true ? turnedRows(zs) : zs;
  const width = rows.reduce<number>((most, row) => Math.max(most, listOf(row)?.length ?? 0), 0);
  return {
    ...spec,
    ...countedPlaces(spec, "x", width),
    ...countedPlaces(spec, "y", rows.length),
    ...(rows === zs ? {} : { z: rows, text: turnedRows(valuesAt(spec, "text")) }),
  };
}

function fromColumns(
  spec: JsonRecord,
  { xs, ys }: { readonly xs: readonly unknown[]; readonly ys: readonly unknown[] },
): JsonRecord {
  const [columns, rows] = [distinct(xs), distinct(ys)];
  const [across, down] = [columns, rows].map((names) => new Map(names.map((name, index) => [name, index])));
  const grid = (key: string): readonly (readonly unknown[])[] => {
    const cells = rows.map(() => columns.map((): unknown => null));
    valuesAt(spec, key).forEach((value, index) => {
      const row = cells[down?.get(ys[index]) ?? -1];
      const column = across?.get(xs[index]);
      if (row !== undefined && column !== undefined) row[column] = value;
    });
    return cells;
  };
  return { ...spec, x: columns, y: rows, z: grid("z"), ...("text" in spec ? { text: grid("text") } : {}) };
}

/** Numbers and dates from least to most, names as they come. */
function distinct(values: readonly unknown[]): readonly unknown[] {
  const known = [...new Set(values)].filter((value) => value !== null && value !== undefined);
  if (known.every((value) => !Number.isNaN(numberOf(value)))) {
    return known.toSorted((a, b) => numberOf(a) - numberOf(b));
  }
  return known.every(isDate) ? known.toSorted() : known;
}

function turnedRows(rows: readonly unknown[]): readonly unknown[] {
  const lists = rows.map((row) => Array.from(listOf(row) ?? []));
  const width = lists.reduce((most, row) => Math.max(most, row.length), 0);
  return Array.from({ length: width }, (_, column) => lists.map((row) => row[column] ?? null));
}

function countedPlaces(spec: JsonRecord, letter: "x" | "y", count: number): JsonRecord {
  const [first, step] = [spec[`${letter}0`], numberAt(spec, `d${letter}`, 1)];
  if (valuesAt(spec, letter).length > 0 || isRecord(first) || Number.isNaN(numberOf(first))) return {};
  return { [letter]: Array.from({ length: count }, (_, index) => numberOf(first) + index * step) };
}
