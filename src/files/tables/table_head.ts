/** The beginning of a table in a file, whatever its format. */

export interface ColumnHead {
  readonly name: string;
  /** Such as int64, float64, bool, string, datetime64[us], date, list<int64>; the same names for every format. */
  readonly dtype: string;
}

export interface TableHead {
  readonly format: string;
  /** At most {@linkcode mostColumns}. */
  readonly columns: readonly ColumnHead[];
  /** All columns of the table, if there are more than are listed. */
  readonly width?: number;
  /** The first rows, each in the order of the columns, as JSON values. */
  readonly head: readonly (readonly unknown[])[];
  /** All rows of the table; null where not even a guess can be made. */
  readonly rows: number | null;
  readonly isRowsExact: boolean;
  /** More about the file, such as its encoding. */
  readonly facts?: Readonly<Record<string, unknown>>;
  /** What was left out, and what is odd. */
  readonly notes?: readonly string[];
}

/** Columns of a table that are read: a short line of text can hold millions. */
export const mostColumns = 2_000;

export interface HeadOptions {
  /** Rows to show. */
  readonly rows: number;
  /** Name or zero-based number of a sheet. */
  readonly sheet?: string | number | undefined;
  /** The encoding of a text, where the one found would be wrong. */
  readonly encoding?: string | undefined;
}
