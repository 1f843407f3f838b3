/** The columns that a specification names; a name that the table does not have is an error that lists those it has. */

import type { ChartSpec } from "../../base/chart_spec.ts";
import { AppError } from "../../base/errors.ts";
import type { Column, NumberColumn, Table } from "./column.ts";

const mostListed = 30;

export function columnNamed(table: Table, field: string, name: string): Column {
  const column = table.columns.find((one) => one.name === name);
  if (column !== undefined) return column;
  const names = table.columns.slice(0, mostListed).map((one) => one.name).join(", ");
  throw specError(`Cannot use "options.${field}" ${JSON.stringify(name)}: there is no such column`, {
    hint: `Columns: ${names}`,
  });
}

export function numberNamed(table: Table, field: string, name: string): NumberColumn {
  const column = columnNamed(table, field, name);
  if (column.kind === "number") return column;
  const numbers = table.columns.filter(({ kind }) => kind === "number").map((one) => one.name);
  throw specError(`Cannot use "options.${field}" ${JSON.stringify(name)}: it is not a column of numbers`, {
    hint: numbers.length === 0
      ? 'The table has no numbers; "aggregate": "count" counts rows'
      : `Columns of numbers: ${numbers.slice(0, mostListed).join(", ")}`,
  });
}

export function specError(message: string, options: { readonly hint: string }): AppError {
  return new AppError("invalid_argument", message, options);
}

/** The measures of a specification; empty if rows are counted. */
export function measuresOf(table: Table, { y, aggregate }: ChartSpec): readonly NumberColumn[] {
  const names = y === undefined ? [] : typeof y === "string" ? [y] : y;
  if (aggregate === "count" || aggregate === "distinct") {
    names.forEach((name) => columnNamed(table, "y", name));
    if (names.length === 1 || (names.length === 0 && aggregate === "count")) return [];
    const given = names.length === 0 ? "no column" : "several columns";
    throw specError(`Cannot use "aggregate" "${aggregate}" with ${given} as "options.y"`, {
      hint: `Name one column, whose values are counted${
        aggregate === "count" ? ", or none, so that rows are" : ""
      }`,
    });
  }
  return names.map((name) => numberNamed(table, "y", name));
}
