/** The rows that a filter keeps. A value that no row can have is an error that lists the values there are. */

import type { ChartFilter } from "../../base/chart_spec.ts";
import type { CategoryColumn, Column, Table } from "./column.ts";
// @ts-types="@types/d3-array"
import { extent } from "d3-array";
import { isCyclic } from "./calendar.ts";
import { pickRows } from "./pick_rows.ts";
import { columnNamed, specError } from "./named_columns.ts";

type Keeps = (row: number) => boolean;
type Scalar = string | number | boolean;

export function filterRows(table: Table, filters: readonly ChartFilter[]): Table {
  if (filters.length === 0) return table;
  const tests = filters.map((filter) => testOf(columnNamed(table, "filter.column", filter.column), filter));
  const left = pickRows(table, (row) => tests.every((keeps) => keeps(row)));
  if (left.rows > 0) return left;
  const columns = [...new Set(filters.map(({ column }) => column))];
  const names = columns.map((name) => JSON.stringify(name)).join(", ");
  const ranges = columns.flatMap((name) => rangeText(columnNamed(table, "filter.column", name)));
  throw specError(`Cannot draw with "options.filter" on ${names}: no row is left`, {
    hint: ["Widen options.filter", ...ranges].join("; "),
  });
}

/** From where to where the values of a column go. */
function rangeText(column: Column): readonly string[] {
  if (column.kind === "category") return [];
  const [least, most] = extent(column.values().filter((value) => !Number.isNaN(value)));
  if (least === undefined) return [];
  const write = (value: number) =>
    column.kind === "time" && column.grain !== "step" && !isCyclic(column.grain)
      ? new Date(value).toISOString().slice(0, 10)
      : String(value);
  return [`${JSON.stringify(column.name)} goes from ${write(least)} to ${write(most)}`];
}

function testOf(column: Column, filter: ChartFilter): Keeps {
  const values = Array.isArray(filter.value) ? filter.value : [filter.value];
  const isList = filter.op === "in" || filter.op === "not_in";
  if (filter.op === "between" ? values.length !== 2 : !isList && values.length !== 1) {
    const wanted = filter.op === "between" ? "two values" : "one value";
    throw specError(`Cannot filter "${column.name}" by ${filter.op}: it takes ${wanted}`, {
      hint: 'Several values go with "in"',
    });
  }
  if (filter.op === "contains") return containsTest(column, String(values[0]));
  switch (column.kind) {
    case "category":
      return categoryTest(column, filter.op, values);
    case "number": {
      const cells = column.values();
      const numbers = values.map((value) => numberOf(column.name, value));
      return rangeTest(cells, filter.op, numbers.map((value) => [value, value]));
    }
    case "time": {
      const cells = column.values();
      const periods = values.map((value) => periodOf(column, value));
      return rangeTest(cells, filter.op, periods);
    }
  }
}

function containsTest(column: Column, part: string): Keeps {
  if (column.kind !== "category") {
    throw specError(`Cannot filter "${column.name}" by contains: it is not a column of text`, {
      hint: 'Use "=", "<", ">" or "between"',
    });
  }
  const { codes, labels } = column.values();
  const wanted = plain(part);
  const kept = labels.map((label) => plain(label).includes(wanted));
  return (row) => kept[codes[row] ?? -1] ?? false;
}

function categoryTest(column: CategoryColumn, op: ChartFilter["op"], values: readonly Scalar[]): Keeps {
  const { codes, labels } = column.values();
  if (op === "=" || op === "in" || op === "!=" || op === "not_in") {
    const wanted = new Set(values.map((value) => codeOf(column, labels, value)));
    const keeps = op === "=" || op === "in";
    return (row) => {
      const code = codes[row] ?? -1;
      return code >= 0 && wanted.has(code) === keeps;
    };
  }
  const numbers = labels.map((label) => Number(label));
  if (numbers.some(Number.isNaN)) {
    throw specError(`Cannot filter "${column.name}" by ${op}: it is not a column of numbers or times`, {
      hint: `Its values: ${listed(labels)}`,
    });
  }
  const cells = Float64Array.from(codes, (code) => numbers[code] ?? NaN);
  return rangeTest(
    cells,
    op,
    values.map((value) => numberOf(column.name, value)).map((value) => [value, value]),
  );
}

/** The code of a label: an exact match, else one that ignores case and character width. */
function codeOf(column: CategoryColumn, labels: readonly string[], value: Scalar): number {
  const text = String(value);
  const exact = labels.indexOf(text);
  const code = exact >= 0 ? exact : labels.findIndex((label) => plain(label) === plain(text));
  if (code >= 0) return code;
  throw specError(`Cannot filter "${column.name}" by ${JSON.stringify(text)}: no row has this value`, {
    hint: `Its values: ${listed(labels)}`,
  });
}

/** Each wanted value as its first and last moment or number. */
function rangeTest(
  cells: Float64Array,
  op: ChartFilter["op"],
  wanted: readonly (readonly [number, number])[],
): Keeps {
  const [[low, high] = [NaN, NaN], [, end] = [NaN, NaN]] = wanted;
  const cell = (row: number) => cells[row] ?? NaN;
  const isIn = (row: number) => wanted.some(([from, to]) => cell(row) >= from && cell(row) <= to);
  switch (op) {
    case "=":
    case "in":
      return isIn;
    case "!=":
    case "not_in":
      return (row) => !Number.isNaN(cell(row)) && !isIn(row);
    case "<":
      return (row) => cell(row) < low;
    case "<=":
      return (row) => cell(row) <= high;
    case ">":
      return (row) => cell(row) > high;
    case ">=":
      return (row) => cell(row) >= low;
    default:
      return (row) => cell(row) >= low && cell(row) <= end;
  }
}

function numberOf(name: string, value: Scalar): number {
  const number = typeof value === "number" ? value : Number(String(value).replaceAll(",", ""));
  if (!Number.isNaN(number)) return number;
  throw specError(`Cannot filter "${name}" by ${JSON.stringify(value)}: it is a column of numbers`, {
    hint: "Give a number",
  });
}

/** The first and last moment of a time as ISO writes it, also shortened: 2024, 2024-03, 2024-Q1, 2024-03-05T10. */
function periodOf(column: Column & { readonly kind: "time" }, value: Scalar): readonly [number, number] {
  const text = String(value).trim();
  const quarter = /^(\d{4})-?Q([1-4])$/i.exec(text);
  if (quarter !== null) {
    const [, year = "", part = ""] = quarter;
    const month = (Number(part) - 1) * 3;
    return [Date.UTC(Number(year), month), Date.UTC(Number(year), month + 3) - 1];
  }
  if (column.grain === "step" && !Number.isNaN(Number(text))) return [Number(text), Number(text)];
  const parts =
    /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2})(?:[T ](\d{1,2})(?::(\d{2})(?::(\d{2})(?:\.\d+)?)?)?Z?)?)?)?$/.exec(
      text,
    );
  if (parts === null) {
    throw specError(`Cannot filter "${column.name}" by ${JSON.stringify(value)}: it is a column of times`, {
      hint: "Give a time as 2024, 2024-03, 2024-Q1, 2024-03-05 or 2024-03-05T10:00",
    });
  }
  const given = parts.slice(1).filter((part) => part !== undefined).map(Number);
  const [year = 0, month = 1, date = 1, hour = 0, minute = 0, second = 0] = given;
  const start = Date.UTC(year, month - 1, date, hour, minute, second);
  const next = given.map((part, at) => at === given.length - 1 ? part + 1 : part);
  const [year2 = 0, month2 = 1, date2 = 1, hour2 = 0, minute2 = 0, second2 = 0] = next;
  return [start, Date.UTC(year2, month2 - 1, date2, hour2, minute2, second2) - 1];
}

function plain(text: string): string {
  return text.normalize("NFKC").trim().toLowerCase();
}

function listed(labels: readonly string[]): string {
  const shown = labels.slice(0, 20).join(", ");
  return labels.length > 20 ? `${shown} and ${labels.length - 20} more` : shown;
}
