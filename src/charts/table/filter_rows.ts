/** Keeps the rows that a filter is true of. A value that no row can have is an error that lists the values there are. */

import type { ChartFilter } from "../../base/chart_spec.ts";
import type { CategoryColumn, Column, Table } from "./column.ts";
// @ts-types="@types/d3-array"
import { extent } from "d3-array";
import { isCyclic } from "./calendar.ts";
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

/** The table with only these rows; the same table if they are all of them. */
function pickRows(table: Table, keeps: (row: number) => boolean): Table {
  const rows = Array.from({ length: table.rows }, (_, row) => row).filter(keeps);
  if (rows.length === table.rows) return table;
  return {
    ...table,
    rows: rows.length,
    columns: table.columns.map((one) => pickedColumn(one, rows, table.rows)),
  };
}

function pickedColumn(column: Column, rows: readonly number[], all: number): Column {
  if (column.kind === "category") {
    const pickedFrom = column.pickedFrom ?? { rows: all, distinct: column.distinct };
    return { ...pickedCategories(column, rows), pickedFrom };
  }
  const values = () => {
    const cells = column.values();
    return Float64Array.from(rows, (row) => cells[row] ?? NaN);
  };
  if (column.kind === "number") return { ...column, pickedFrom: column.pickedFrom ?? all, values };
  return { ...column, distinct: new Set(values().filter((time) => !Number.isNaN(time))).size, values };
}

/** Drops groups that have no rows left. */
function pickedCategories(column: CategoryColumn, rows: readonly number[]): CategoryColumn {
  const { codes, labels } = column.values();
  const kept = [...new Set(rows.map((row) => codes[row] ?? -1))].filter((code) => code >= 0)
    .toSorted((a, b) => a - b);
  const places = new Map(kept.map((code, place) => [code, place]));
  const picked = {
    codes: Int32Array.from(rows, (row) => places.get(codes[row] ?? -1) ?? -1),
    labels: kept.map((code) => labels[code] ?? ""),
  };
  return { ...column, distinct: kept.length, values: () => picked };
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
  if (column.kind === "category") return categoryTest(column, filter.op, values);
  const rangeOf = column.kind === "time" ? periodOf : numberOf;
  return rangeTest(column.values(), filter.op, values.map((value) => rangeOf(column, value)));
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
  return rangeTest(cells, op, values.map((value) => numberOf(column, value)));
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

function numberOf({ name }: Column, value: Scalar): readonly [number, number] {
  const number = typeof value === "number" ? value : Number(String(value).replaceAll(",", ""));
  if (!Number.isNaN(number)) return [number, number];
  throw specError(`Cannot filter "${name}" by ${JSON.stringify(value)}: it is a column of numbers`, {
    hint: "Give a number",
  });
}

const isoTime =
  /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2})(?:[T ](\d{1,2})(?::(\d{2})(?::(\d{2})(?:\.\d+)?)?)?Z?)?)?)?$/;

/** The first and last moment of a time as ISO writes it, also shortened: 2024, 2024-03, 2024-Q1, 2024-03-05T10. */
function periodOf({ name, ...column }: Column, value: Scalar): readonly [number, number] {
  const text = String(value).trim();
  const [, year = "", quarter] = /^(\d{4})-?Q([1-4])$/i.exec(text) ?? [];
  if (quarter !== undefined) {
    const month = (Number(quarter) - 1) * 3;
    return [Date.UTC(Number(year), month), Date.UTC(Number(year), month + 3) - 1];
  }
  const isStep = column.kind === "time" && column.grain === "step";
  if (isStep && !Number.isNaN(Number(text))) return [Number(text), Number(text)];
  const given = isoTime.exec(text)?.slice(1).filter((part) => part !== undefined).map(Number);
  if (given === undefined) {
    throw specError(`Cannot filter "${name}" by ${JSON.stringify(value)}: it is a column of times`, {
      hint: "Give a time as 2024, 2024-03, 2024-Q1, 2024-03-05 or 2024-03-05T10:00",
    });
  }
  const next = given.with(-1, (given.at(-1) ?? 0) + 1);
  return [startAt(given), startAt(next) - 1];
}

function startAt(
  [year = 0, month = 1, date = 1, hour = 0, minute = 0, second = 0]: readonly number[],
): number {
  return Date.UTC(year, month - 1, date, hour, minute, second);
}

function plain(text: string): string {
  return text.normalize("NFKC").trim().toLowerCase();
}

function listed(labels: readonly string[]): string {
  const shown = labels.slice(0, 20).join(", ");
  return labels.length > 20 ? `${shown} and ${labels.length - 20} more` : shown;
}
