/** Columns that are understood: what kind of thing they hold, and their values. */

import type { Grain } from "./calendar.ts";

export type Column = NumberColumn | TimeColumn | CategoryColumn;

interface Named {
  /** Position in the table. */
  readonly index: number;
  readonly name: string;
  /** Different values among the rows looked at. */
  readonly distinct: number;
  /** Share of empty cells among the rows looked at. */
  readonly missing: number;
}

export interface NumberColumn extends Named {
  readonly kind: "number";
  /** Sign or word that stands with the numbers, such as `%`, `¥` or `kg`. */
  readonly unit: string;
  readonly integer: boolean;
  readonly least: number;
  readonly most: number;
  /** How many rows its table had before some were picked; what it is like was seen on these. */
  readonly pickedFrom?: number;
  /** Where it is one column divided by another: their names, and what its values were divided by. */
  readonly ratio?: { readonly of: string; readonly to: string; divisors(): Float64Array };
  /** The columns that were put one under the other to make it. */
  readonly parts?: readonly NumberColumn[];
  /** One for every row; NaN where there is none. */
  values(): Float64Array;
}

export interface TimeColumn extends Named {
  readonly kind: "time";
  readonly grain: Grain;
  /** One for every row, in milliseconds; NaN where there is none. */
  values(): Float64Array;
}

export interface CategoryColumn extends Named {
  readonly kind: "category";
  /** Longest value looked at, in characters. */
  readonly longest: number;
  /** Whether it looks like measured numbers among which there are too many texts. */
  readonly halfNumbers?: boolean;
  /** Whether it would be one of numbers if fewer of them were infinite. */
  readonly infinite?: boolean;
  /** Whether its labels are whole numbers that are codes. */
  readonly codes?: boolean;
  /** What its table was before some rows were picked; whether it names rows was seen on these. */
  readonly pickedFrom?: { readonly rows: number; readonly distinct: number };
  values(): Categories;
}

/** Texts, each as a position in `labels`; -1 where there is none. */
export interface Categories {
  readonly codes: Int32Array;
  readonly labels: readonly string[];
}

export interface Table {
  readonly rows: number;
  readonly columns: readonly Column[];
  /** Rows that kinds and single values were read from, where those are not all. */
  readonly sampledRows: number | null;
}
