/** Refuses a chart that would show nothing: a picture of an empty frame says less than an error. */

import type { PatternId } from "../../base/chart_terms.ts";
import { AppError } from "../../base/errors.ts";
import type { CategoryColumn, NumberColumn, TimeColumn } from "../table/column.ts";
import type { Oddity } from "../table/raw_table.ts";
import { mappingOf, type Roles } from "./roles.ts";

type Shown = NumberColumn | TimeColumn | CategoryColumn;

interface Planned {
  readonly pattern: PatternId;
  readonly roles: Roles;
  readonly oddities: readonly Oddity[];
}

/** Throws where no row has a value in each of the columns that a chart shows. */
export function checkValues({ pattern, roles, oddities }: Planned): void {
  const { time, value, group, second } = roles;
  const used = new Set(Object.values(mappingOf(pattern, roles)));
  const shown = [value, time, group, second].filter((column) => column !== null)
    .filter(({ name }) => used.has(name));
  const present = shown.map((column) => ({ column, has: presence(column) }));
  const [first] = present;
  const isIn = (row: number) => present.every(({ has }) => has(row));
  if (first === undefined || firstRow(first.column, isIn) >= 0) return;
  const empty = present.find(({ column, has }) => firstRow(column, has) < 0);
  const names = shown.map(({ name }) => JSON.stringify(name));
  const why = empty === undefined
    ? `Cannot draw ${names.join(" with ")}: no row has a value in each of them`
    : `Cannot draw ${JSON.stringify(empty.column.name)}: the column has no values`;
  throw new AppError("invalid_argument", why, {
    hint: oddities.includes("unclosed_quote")
      ? "Close the quotation mark in the data, behind which all was taken for one cell"
      : "Name another column, or send rows that have the values",
  });
}

/** Whether a row of a column has a value. */
function presence(column: Shown): (row: number) => boolean {
  if (column.kind === "category") {
    const { codes } = column.values();
    return (row) => (codes[row] ?? -1) >= 0;
  }
  const values = column.values();
  return (row) => !Number.isNaN(values[row] ?? NaN);
}

/** Negative where there is none. */
function firstRow(column: Shown, is: (row: number) => boolean): number {
  const values = column.kind === "category" ? column.values().codes : column.values();
  return values.findIndex((_, row) => is(row));
}
