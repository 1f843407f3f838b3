/** A column of many numbers as groups of ranges: ages as 20–29, 30–39. */

import { isAge } from "../table/age_column.ts";
import type { Categories, CategoryColumn, NumberColumn } from "../table/column.ts";
import { type Bins, binsFor } from "./bins.ts";

const mostRanges = 8;

export function numberAsRanges(column: NumberColumn): CategoryColumn {
  const sorted = column.values().filter((value) => !Number.isNaN(value)).sort();
  const { edges, step } = isAge(column)
    ? decadesOf(column)
    : binsFor(sorted, { integer: column.integer, most: mostRanges });
  const ranges = edges.slice(0, -1);
  const last = column.integer && step > 1 ? 1 : 0;
  const text = (value: number) => String(Number(value.toPrecision(10)));
  const values = (): Categories => ({
    codes: Int32Array.from(
      column.values(),
      (value) =>
        Number.isNaN(value) ? -1 : Math.min(ranges.length - 1, Math.floor((value - (edges[0] ?? 0)) / step)),
    ),
    labels: ranges.map((edge) => `${text(edge)}–${text(edge + step - last)}`),
  });
  const { index, name, missing } = column;
  return { index, name, distinct: ranges.length, missing, kind: "category", longest: 12, values };
}

/** Ages are told by tens. */
function decadesOf({ least, most }: NumberColumn): Pick<Bins, "edges" | "step"> {
  const first = Math.floor(least / 10);
  const count = Math.floor(most / 10) - first + 1;
  return { edges: Array.from({ length: count + 1 }, (_, k) => (first + k) * 10), step: 10 };
}
