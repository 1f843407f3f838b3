/** The kinds of columns, with their values. */

import type { Grain } from "./calendar.ts";

export type Column = NumberColumn | TimeColumn | CategoryColumn;

interface Named {
  /** Position in the table. */
  readonly index: number;
  readonly name: string;
  /** Different values among the rows looked at. */
  readonly distinct: number;
}

export interface NumberColumn extends Named {
  readonly kind: "number";
  /** The unit written with the numbers, such as `%`, `¥` or `kg`. */
  readonly unit: string;
  readonly integer: boolean;
  readonly least: number;
  readonly most: number;
  /** How many rows the table had before some were selected; the column was described from these. */
  readonly pickedFrom?: number;
  /** One for each row; NaN if it is missing. */
  values(): Float64Array;
}

export interface TimeColumn extends Named {
  readonly kind: "time";
  readonly grain: Grain;
  /** One for each row, in milliseconds; NaN if it is missing. */
  values(): Float64Array;
}

export interface CategoryColumn extends Named {
  readonly kind: "category";
  /** What its table was before some rows were picked; whether it names rows was seen on these. */
  readonly pickedFrom?: { readonly rows: number; readonly distinct: number };
  values(): Categories;
}

/** Texts as indices into `labels`; -1 if it is missing. */
export interface Categories {
  readonly codes: Int32Array;
  readonly labels: readonly string[];
}

export interface Table {
  readonly rows: number;
  readonly columns: readonly Column[];
  /** The number of sampled rows, if they are not all. */
  readonly sampledRows: number | null;
}
