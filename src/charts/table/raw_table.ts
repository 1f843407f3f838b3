/** A table as it was given: names and cells, nothing understood yet. */

import { AppError } from "../../base/errors.ts";
import { DistinctNames } from "../../files/table_head.ts";
import { cleanText, shortName } from "./clean_text.ts";
import { DataError } from "./data_error.ts";

export interface RawTable {
  readonly names: readonly string[];
  readonly rows: number;
  /** Cells of a column, of the rows asked for or of all; text, number, boolean or null. */
  read(column: number, rows?: readonly number[]): readonly Cell[];
  /** What was odd in the data, by kind. */
  readonly oddities: readonly Oddity[];
}

export type Cell = string | number | boolean | null;

/** `Float64Array.from` with a function takes three times as long. */
export function numbersOf(cells: readonly Cell[], toNumber: (cell: Cell) => number): Float64Array {
  const numbers = new Float64Array(cells.length);
  for (let row = 0; row < cells.length; row++) numbers[row] = toNumber(cells[row] ?? null);
  return numbers;
}

/** The same value at every call, made at the first. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

export type Oddity = "long_rows" | "renamed_columns" | "unclosed_quote" | "nan";

const mostColumns = 100;

/** Names that are not empty and differ from each other. */
export function distinctNames(names: readonly string[]): { names: string[]; renamed: boolean } {
  const taken = new DistinctNames((name, copy) => `${name}_${copy}`);
  let renamed = false;
  const distinct = names.map((given, index) => {
    const trimmed = shortName(cleanText(given));
    const name = taken.take(trimmed === "" ? `column_${index + 1}` : trimmed);
    if (name !== trimmed) renamed = true;
    return name;
  });
  return { names: distinct, renamed };
}

export function checkSize(names: readonly string[], rows: number): void {
  if (names.length > mostColumns) {
    throw new AppError(
      "too_large",
      `Cannot draw a table of ${names.length} columns: at most ${mostColumns} are read`,
      {
        hint: "Send only the columns that the chart needs",
      },
    );
  }
  if (rows === 0) {
    throw new DataError("invalid_argument", "it has a header but no rows", {
      hint: "Send at least one row of data",
    });
  }
}

const golden = (Math.sqrt(5) - 1) / 2;

/**
 * Up to `most` row numbers in ascending order: the first, the last, and one from each of the equal stretches between.
 * A fixed step would miss some kinds of rows if kinds alternate, so the place in a stretch follows multiples of the
 * golden ratio, which are evenly spread.
 */
export function spreadRows(rows: number, most: number): number[] {
  if (rows <= most) return Array.from({ length: rows }, (_, index) => index);
  if (most < 3) return [0];
  const stretch = (rows - 2) / (most - 2);
  const inner = Array.from({ length: most - 2 }, (_, index) => {
    const low = 1 + Math.floor(index * stretch);
    const high = 1 + Math.floor((index + 1) * stretch);
    return low + Math.floor(((index + 1) * golden % 1) * (high - low));
  });
  return [0, ...inner, rows - 1];
}
