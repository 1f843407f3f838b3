/** A table as it was given: names and cells, nothing understood yet. */

import { AppError } from "../errors.ts";

export interface RawTable {
  readonly names: readonly string[];
  readonly rows: number;
  /** Cells of a column, of the rows asked for or of all; text, number, boolean or null. */
  read(column: number, rows?: readonly number[]): readonly Cell[];
  /** What was odd in the data, by kind. */
  readonly oddities: readonly Oddity[];
}

export type Cell = string | number | boolean | null;

export type Oddity = "long_rows" | "renamed_columns" | "unclosed_quote";

const mostColumns = 100;

/** Names that are not empty and differ from each other. */
export function distinctNames(names: readonly string[]): { names: string[]; renamed: boolean } {
  const taken = new Set<string>();
  let renamed = false;
  const distinct = names.map((given, index) => {
    const trimmed = given.trim();
    const base = trimmed === "" ? `column_${index + 1}` : trimmed;
    let name = base;
    for (let copy = 2; taken.has(name); copy++) name = `${base}_${copy}`;
    taken.add(name);
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
    throw new AppError("invalid_argument", 'Cannot draw "data": it has a header but no rows', {
      hint: "Send at least one row of data",
    });
  }
}

/** At most so many row numbers, evenly spaced, the first and the last among them. */
export function evenlySpaced(rows: number, most: number): number[] {
  if (rows <= most) return Array.from({ length: rows }, (_, index) => index);
  if (most < 2) return [0];
  return Array.from({ length: most }, (_, index) => Math.round(index * (rows - 1) / (most - 1)));
}
