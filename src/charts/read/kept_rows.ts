/** Which rows a list of filters keeps, for filters that are known to fit the table. */

import type { ChartFilter } from "../../base/chart_spec.ts";
import type { Table } from "../table/column.ts";

export function keptRows(table: Table, filters: readonly ChartFilter[]): (row: number) => boolean {
  const tests = filters.map((filter) => testOf(table, filter));
  return (row) => tests.every((test) => test(row));
}

function testOf(table: Table, { column: name, op, value }: ChartFilter): (row: number) => boolean {
  const column = table.columns.find((one) => one.name === name);
  const values = Array.isArray(value) ? value : [value];
  if (column === undefined) return () => true;
  const isOut = op === "!=" || op === "not_in";
  if (column.kind === "category") {
    const { codes, labels } = column.values();
    const codesOf = new Set(values.map((one) => labels.indexOf(String(one))));
    return (row) => codesOf.has(codes[row] ?? -1) !== isOut;
  }
  const cells = column.values();
  const ranges = values.map((one) =>
    column.kind === "number" ? [Number(one), Number(one)] : periodOf(String(one))
  );
  const [low = NaN, high = NaN] = ranges[0] ?? [];
  const end = ranges.at(-1)?.[1] ?? NaN;
  const isIn = (at: number) => ranges.some(([from = NaN, to = NaN]) => at >= from && at <= to);
  return (row) => {
    const at = cells[row] ?? NaN;
    if (op === "<") return at < low;
    if (op === "<=") return at <= high;
    if (op === ">") return at > high;
    if (op === ">=") return at >= low;
    return op === "between" ? at >= low && at <= end : isIn(at) !== isOut;
  };
}

/** First and last millisecond of a year, a month or a day. */
function periodOf(text: string): readonly number[] {
  const [year = 0, month, day] = text.split("-").map(Number);
  const start = Date.UTC(year, (month ?? 1) - 1, day ?? 1);
  const next = day !== undefined
    ? Date.UTC(year, (month ?? 1) - 1, day + 1)
    : month !== undefined
    ? Date.UTC(year, month, 1)
    : Date.UTC(year + 1, 0, 1);
  return [start, next - 1];
}
