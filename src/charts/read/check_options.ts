/**
 * Checks options that can be checked without a pattern, before the sentence is read: column names, and fields that need
 * each other. What a pattern accepts is checked when it is drawn.
 */

import type { ChartLine, ChartSpec } from "../../base/chart_spec.ts";
import type { Table } from "../table/column.ts";
import { columnNamed, specError } from "../table/named_columns.ts";

/** A request must name something: a sentence, a pattern, or a column. */
export function checkNotEmpty(query: string, { pattern, x, y, color, facet }: ChartSpec): void {
  if (query.trim() !== "" || [pattern, x, y, color, facet].some((given) => given !== undefined)) return;
  throw specError("Cannot draw a chart: neither query nor options say what to show", {
    hint: 'Describe it in "query", or give options.pattern, options.x and options.y',
  });
}

export function checkOptions(options: ChartSpec, table: Table): void {
  const { y, rest, limit, time_unit: unit, lines = [], filter = [] } = options;
  for (const field of ["x", "color", "size", "facet"] as const) {
    const name = options[field];
    if (name !== undefined) columnNamed(table, field, name);
  }
  for (const name of [y ?? []].flat()) columnNamed(table, "y", name);
  for (const { column } of filter) columnNamed(table, "filter.column", column);
  if (rest !== undefined && limit === undefined) {
    throw specError('Cannot use "options.rest": there is no limit', { hint: "Give options.limit as well" });
  }
  if (unit !== undefined) checkTimes(options, table);
  for (const { kind, value, window } of lines) {
    const isLevel = kind === "target" || kind === "threshold";
    if (value !== undefined && !isLevel) throw unusedOfLine(kind, "value");
    if (window !== undefined && kind !== "moving_average") throw unusedOfLine(kind, "window");
  }
}

function checkTimes({ time_unit: unit = "year", x, color, facet }: ChartSpec, { columns }: Table): void {
  const times = columns.filter(({ kind }) => kind === "time").map(({ name }) => name);
  const named = [x, color, facet].filter((name) => name !== undefined);
  if (times.length > 0 && (x === undefined || named.some((name) => times.includes(name)))) return;
  const why = times.length === 0 ? "the table has no column of times" : "no column of times is drawn";
  throw specError(`Cannot use "options.time_unit" "${unit}": ${why}`, {
    hint: times.length === 0 ? "Leave it out" : `Columns of times: ${times.join(", ")}`,
  });
}

function unusedOfLine(kind: ChartLine["kind"], field: string): Error {
  return specError(`Cannot use "${field}" of a ${kind} line: it has none`, { hint: `Leave "${field}" out` });
}
