/**
 * JSON that is a table: an array of objects, an array of arrays under a first one of names, `{columns, data}`,
 * `{data|records|rows: […]}`, columns by name, or one object a line.
 */

import { AppError } from "../../base/errors.ts";
import { mayHoldPythonNumbers, replacePythonNumbers } from "../../base/json.ts";
import { type Cell, checkSize, distinctNames, type RawTable } from "./raw_table.ts";

type Json = unknown;

export function parseJson(text: string): RawTable {
  const { value, isReplaced } = parsed(text);
  const table = tableOf(value);
  checkSize(table.names, table.rows.length);
  const { names, renamed } = distinctNames(table.names);
  return {
    names,
    rows: table.rows.length,
    oddities: [...(renamed ? ["renamed_columns" as const] : []), ...(isReplaced ? ["nan" as const] : [])],
    read: (column, rows) => {
      const key = table.names[column] ?? "";
      const cell = (row: Json) =>
        cellOf(Array.isArray(row) ? row[column] : member(row, key), names[column] ?? "");
      return rows === undefined ? table.rows.map(cell) : rows.map((row) => cell(table.rows[row]));
    },
  };
}

interface Parsed {
  readonly value: Json;
  /** Whether it held numbers that JSON does not have. */
  readonly isReplaced: boolean;
}

function parsed(text: string): Parsed {
  const first = tried(text);
  if (first.ok) return { value: first.value, isReplaced: false };
  if (mayHoldPythonNumbers(text)) {
    const second = tried(replacePythonNumbers(text, () => "null"));
    if (second.ok) return { value: second.value, isReplaced: true };
  }
  throw new AppError(
    "invalid_argument",
    `Cannot draw "data": it starts like JSON but cannot be parsed${
      first.place === "" ? "" : ` (${first.place})`
    }`,
    { hint: "Send valid JSON, or CSV with a header row" },
  );
}

type Tried = { readonly ok: true; readonly value: Json } | { readonly ok: false; readonly place: string };

/** One value, or one a line. */
function tried(text: string): Tried {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch (error) {
    const lines = text.split("\n").filter((line) => line.trim() !== "");
    try {
      if (lines.length > 1) return { ok: true, value: lines.map((line): Json => JSON.parse(line)) };
    } catch {
      // Neither one value nor one a line: the first complaint is the helpful one.
    }
    const message = error instanceof Error ? error.message : "";
    return { ok: false, place: /position \d+|line \d+ column \d+/.exec(message)?.[0] ?? "" };
  }
}

interface Rows {
  readonly names: readonly string[];
  readonly rows: readonly Json[];
}

function tableOf(value: Json): Rows {
  if (Array.isArray(value)) return ofArray(value);
  if (!isRecord(value)) throw notATable("it is one value");
  const { columns, data } = value;
  if (Array.isArray(columns) && Array.isArray(data) && columns.every((name) => typeof name !== "object")) {
    return data.every(Array.isArray) ? { names: columns.map(String), rows: data } : ofArray(data);
  }
  for (const key of ["data", "records", "rows", "values", "items"]) {
    const inner = value[key];
    if (Array.isArray(inner) && inner.some((item) => typeof item === "object" && item !== null)) {
      return ofArray(inner);
    }
  }
  return ofColumns(value);
}

function ofArray(items: readonly Json[]): Rows {
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

/** `{month: [1, 2], sales: [3, 4]}`, or with objects by row label, as pandas writes them. */
function ofColumns(value: Readonly<Record<string, Json>>): Rows {
  const columns = Object.entries(value);
  const cells = columns.map(([, column]) =>
    Array.isArray(column) ? column : isRecord(column) ? Object.values(column) : undefined
  );
  const longest = Math.max(0, ...cells.map((column) => column?.length ?? 0));
  if (columns.length === 0 || longest === 0 || cells.some((column) => column === undefined)) {
    throw notATable("it has neither rows nor columns of equal length");
  }
  if (cells.some((column) => column?.length !== longest)) throw notATable("its columns differ in length");
  return {
    names: columns.map(([name]) => name),
    rows: Array.from({ length: longest }, (_, row) => cells.map((column) => column?.[row])),
  };
}

function cellOf(value: Json, column: string): Cell {
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

function member(row: Json, key: string): Json {
  return isRecord(row) && Object.hasOwn(row, key) ? row[key] : null;
}

function isRecord(value: Json): value is Record<string, Json> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function notATable(why: string): AppError {
  return new AppError("not_a_table", `Cannot draw "data": ${why}, so it is no table`, {
    hint: 'Send CSV with a header row, or JSON such as [{"month": "2024-01", "sales": 120}]',
  });
}
