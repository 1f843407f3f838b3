/** The text of `data`, CSV or JSON, as a table whose columns are read when a chart needs them. */

import { isRecord, type JsonRecord } from "../../base/json.ts";
import { openCsv, parseCsv } from "../../files/tables/csv.ts";
import { jsonLines, jsonTable, type ParsedJson, parseJson } from "../../files/tables/json.ts";
import { DataError } from "./data_error.ts";
import { parseNumber } from "./parse_number.ts";
import { type Cell, checkSize, distinctNames, type RawTable } from "./raw_table.ts";

/** Larger data would take too long to draw on a busy machine. */
const mostBytes = 50 * 1024 * 1024;

export function parseData(data: string): RawTable {
  // A text has at least as many bytes as half its characters; counting them is for those near the limit.
  if (data.length > mostBytes || (data.length > mostBytes / 3 && byteLength(data) > mostBytes)) {
    throw new DataError("too_large", "it is over 50 MB", {
      hint: "Aggregate or sample it first, for instance with execute_code",
    });
  }
  const start = data.slice(0, 1000).replace(/^\ufeff/, "").trimStart();
  if (start === "" && data.trim() === "") {
    throw emptyData();
  }
  if (data.includes("\u0000")) {
    throw new DataError("invalid_argument", "it holds zero bytes, so it is not UTF-8 text", {
      hint: "Convert it to UTF-8 text first",
    });
  }
  return /^[[{]/.test(start) ? jsonData(data.replace(/^\ufeff/, "")) : csvData(data);
}

function byteLength(text: string): number {
  const chunk = 1_000_000;
  const encoder = new TextEncoder();
  let bytes = 0;
  for (let at = 0; at < text.length; at += chunk) bytes += encoder.encode(text.slice(at, at + chunk)).length;
  return bytes;
}

/** Rows in which fields beyond the header are looked for. */
const checkedRows = 1_000;

function csvData(given: string): RawTable {
  const { text, delimiter } = openCsv(given, { isWhole: true });
  const { count, fields, field, isQuoteOpen } = parseCsv(text, { delimiter, isWhole: true, isLenient: true });
  if (count === 0) throw emptyData();
  const header = fields(0);
  const rows = count - 1;
  if (rows > 0) refuseNumbersAsNames(header);
  checkSize(header, rows);
  const { names, renamed } = distinctNames(header);
  const isLong = Array.from({ length: Math.min(rows, checkedRows) }, (_, row) => fields(row + 1))
    .some((row) => row.slice(names.length).some((one) => one !== ""));
  return {
    names,
    rows,
    oddities: [
      ...(isLong ? ["long_rows" as const] : []),
      ...(renamed ? ["renamed_columns" as const] : []),
      ...(isQuoteOpen ? ["unclosed_quote" as const] : []),
    ],
    read: (column, some) => {
      if (some !== undefined) return some.map((row) => field(row + 1, column));
      // A loop into an array of known length: most of the time of a large file goes into this.
      const all = new Array<string | null>(rows);
      for (let row = 0; row < rows; row++) all[row] = field(row + 1, column);
      return all;
    },
  };
}

/** Throws if the first row holds values: without names nothing can be said about the columns. */
function refuseNumbersAsNames(header: readonly string[]): void {
  const isValue = (name: string) =>
    name !== "" && (parseNumber(name) !== null || /^\d{4}-\d{2}-\d{2}/.test(name));
  // Years as names are a usual form of wide tables, as long as the first column has a real name.
  if (!header.every(isValue)) return;
  throw new DataError("invalid_argument", "its first row holds values, not column names", {
    hint: "Put a header row with column names first",
  });
}

interface NamedRows {
  readonly names: readonly string[];
  /** Each a list in the order of the names, or an object by name. */
  readonly rows: readonly unknown[];
}

function jsonData(text: string): RawTable {
  const { value, hasPythonNumbers } = valueOrLines(text);
  const table = namedRows(value);
  checkSize(table.names, table.rows.length);
  const { names, renamed } = distinctNames(table.names);
  return {
    names,
    rows: table.rows.length,
    oddities: [
      ...(renamed ? ["renamed_columns" as const] : []),
      ...(hasPythonNumbers ? ["nan" as const] : []),
    ],
    read: (column, rows) => {
      const key = table.names[column] ?? "";
      const cell = (row: unknown) =>
        cellOf(Array.isArray(row) ? row[column] : member(row, key), names[column] ?? "");
      return rows === undefined ? table.rows.map(cell) : rows.map((row) => cell(table.rows[row]));
    },
  };
}

/** One JSON value, or one in each line. */
function valueOrLines(text: string): ParsedJson {
  try {
    return parseJson(text, false);
  } catch (error) {
    const lines = jsonLines(text);
    try {
      if (lines.length > 1) {
        const values = lines.map(({ line }) => parseJson(line, false));
        return {
          value: values.map(({ value }) => value),
          hasPythonNumbers: values.some((one) => one.hasPythonNumbers),
        };
      }
    } catch {
      // Neither one value nor one a line: the first error is the helpful one.
    }
    const message = error instanceof Error ? error.message : "";
    const place = /position \d+|line \d+ column \d+/.exec(message)?.[0];
    const where = place === undefined ? "" : ` (${place})`;
    throw new DataError("invalid_argument", `it starts like JSON but cannot be parsed${where}`, {
      hint: "Send valid JSON, or CSV with a header row",
    });
  }
}

function namedRows(value: unknown): NamedRows {
  const table = jsonTable(value);
  if (table.kind === "rows") return listedRows(table.rows);
  if (table.kind === "scalar") throw notATable("it is one value");
  if (table.kind === "split") return { names: table.names.map(String), rows: table.rows };
  const wrapped = isRecord(value) ? wrappedRows(value) : undefined;
  if (wrapped !== undefined) return listedRows(wrapped);
  const length = table.kind === "columns" ? Math.max(0, ...table.columns.map((column) => column.length)) : 0;
  if (table.kind === "object" || length === 0) {
    throw notATable("it has neither rows nor columns of equal length");
  }
  const { names, columns } = table;
  if (columns.some((column) => column.length !== length)) throw notATable("its columns differ in length");
  return { names, rows: Array.from({ length }, (_, row) => columns.map((column) => column[row])) };
}

/** The rows in an object that holds them under one of the usual names. */
function wrappedRows(value: JsonRecord): readonly unknown[] | undefined {
  const { columns, data } = value;
  if (Array.isArray(columns) && Array.isArray(data)) return data;
  for (const key of ["data", "records", "rows", "values", "items"]) {
    const inner = value[key];
    if (Array.isArray(inner) && inner.some((item) => typeof item === "object" && item !== null)) return inner;
  }
  return undefined;
}

function listedRows(items: readonly unknown[]): NamedRows {
  if (items.length === 0) throw notATable("it is an empty list");
  if (items.every(isRecord)) {
    const names = new Set<string>();
    for (const item of items) for (const name of Object.keys(item)) names.add(name);
    if (names.size === 0) throw notATable("its objects are empty");
    return { names: [...names], rows: items };
  }
  const [header, ...rows] = items;
  if (
    Array.isArray(header) && header.every((name) => typeof name === "string") && rows.every(Array.isArray)
  ) {
    return { names: header.map(String), rows };
  }
  if (items.every((item) => typeof item === "number" || item === null)) {
    return { names: ["value"], rows: items.map((item) => [item]) };
  }
  throw notATable("its items are not objects of the same kind");
}

function cellOf(value: unknown, column: string): Cell {
  switch (typeof value) {
    case "string":
      return value.trim();
    case "number":
    case "boolean":
      return value;
    case "object":
      if (value !== null) throw notATable(`column ${JSON.stringify(column)} holds lists or objects`);
      return null;
    default:
      return null;
  }
}

function member(row: unknown, key: string): unknown {
  return isRecord(row) && Object.hasOwn(row, key) ? row[key] : null;
}

function notATable(why: string): DataError {
  return new DataError("not_a_table", `${why}, so it is not a table`, {
    hint: 'Send CSV with a header row, or JSON such as [{"month": "2024-01", "sales": 120}]',
  });
}

function emptyData(): DataError {
  return new DataError("invalid_argument", "it is empty", {
    hint: "Send CSV with a header row, or JSON with a list of objects",
  });
}
