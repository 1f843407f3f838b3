/** The head of a table in JSON: an array of records, lines of records, or columns by name. */

import type { AppError } from "../../base/errors.ts";
import { isRecord, type JsonRecord, stringEnd } from "../../base/json.ts";
import type { ByteSource } from "../byte_source.ts";
import {
  cannotPreview,
  type HeadOptions,
  mostColumns,
  notebookRefusal,
  type TableHead,
} from "../table_head.ts";
import { jsonLines, jsonTable, parseJson } from "./json.ts";
import { listedColumns, readBeginning, shortNote } from "./read_part.ts";
import { guessDtype, plainValue } from "./values.ts";

const sizes = { smallFile: 16_000_000, headBytes: 1_000_000 } as const;
const typedRows = 1_000;

interface Rows {
  readonly rows: readonly JsonRecord[];
  readonly total: number | null;
  readonly isExact: boolean;
  /** All columns, if not all are in the rows. */
  readonly width?: number;
  readonly notes?: readonly string[];
}

export async function readJson(source: ByteSource, options: HeadOptions): Promise<TableHead> {
  const { text, isWhole, encoding } = await readBeginning(source, {
    encoding: options.encoding,
    ...sizes,
    isEnough: (part) =>
      holdsLines(part) || !part.trimStart().startsWith("[") ||
      firstElements(part, options.rows).elements.length >= options.rows,
  });
  if (text.trim() === "") throw notTable(source, "it is empty");
  if (holdsLines(text)) {
    const table = await readJsonLines(source, options);
    return { ...table, notes: [...table.notes ?? [], "The file holds JSON Lines: a value in each line"] };
  }
  const found = isWhole ? wholeRows(source, text) : cutRows(source, text);
  return { ...tableOf(found, options), format: "json", facts: { encoding: encoding.name } };
}

export async function readJsonLines(source: ByteSource, options: HeadOptions): Promise<TableHead> {
  const { text, isWhole, encoding } = await readBeginning(source, {
    encoding: options.encoding,
    ...sizes,
    isEnough: (part) => jsonLines(part.slice(0, part.lastIndexOf("\n") + 1)).length >= options.rows,
  });
  const end = isWhole ? text.length : text.lastIndexOf("\n") + 1;
  const present = jsonLines(text.slice(0, end));
  if (present.length === 0) {
    throw notTable(source, text.trim() === "" ? "it is empty" : "its first line is too long");
  }
  const rows = present.slice(0, typedRows).map(({ number, line }) =>
    rowOf(parse(source, line, `line ${number} of it`))
  );
  const bytes = new TextEncoder().encode(text.slice(0, end)).length;
  const total = isWhole ? present.length : Math.round(present.length * source.size / Math.max(1, bytes));
  return {
    ...tableOf({ rows, total, isExact: isWhole }, options),
    format: "jsonl",
    facts: { encoding: encoding.name },
  };
}

/** Whether the first line is an object of its own, and another one follows. */
function holdsLines(text: string): boolean {
  const start = text.trimStart();
  const end = start.indexOf("\n");
  if (!start.startsWith("{") || end < 0) return false;
  if (!start.slice(end).trimStart().startsWith("{")) return false;
  try {
    return isRecord(parseJson(start.slice(0, end), true).value);
  } catch {
    return false;
  }
}

function wholeRows(source: ByteSource, text: string): Rows {
  const value = parse(source, text, "it");
  if (isRecord(value) && isNotebook(value)) throw notebookRefusal(source.path);
  const table = jsonTable(value);
  switch (table.kind) {
    case "rows":
      return { rows: table.rows.slice(0, typedRows).map(rowOf), total: table.rows.length, isExact: true };
    case "scalar":
      throw notTable(source, "it holds a single value");
    case "split":
      return splitRows(table.names, table.rows);
    case "columns":
      return table.isAligned ? columnRows(table.names, table.columns) : objectRow(value);
    case "object":
      return objectRow(value);
  }
}

function objectRow(value: unknown): Rows {
  const notes = ["The file is one object: its keys are the columns"];
  return { rows: [rowOf(value)], total: 1, isExact: true, notes };
}

function splitRows(columns: readonly unknown[], data: readonly (readonly unknown[])[]): Rows {
  const names = columns.slice(0, mostColumns).map(String);
  const rows = data.slice(0, typedRows).map((row) =>
    Object.fromEntries(names.map((name, at) => [name, row[at]]))
  );
  return { rows, width: columns.length, total: data.length, isExact: true };
}

function columnRows(names: readonly string[], columns: readonly (readonly unknown[])[]): Rows {
  const [first = []] = columns;
  const rows = first.slice(0, typedRows).map((_, row) =>
    Object.fromEntries(names.map((name, at) => [name, columns[at]?.[row]]))
  );
  return { rows, total: first.length, isExact: true };
}

/** The first records of an array that is too large to be read whole. */
function cutRows(source: ByteSource, text: string): Rows {
  const { elements, length } = firstElements(text, typedRows);
  if (elements.length === 0) throw notTable(source, "it is large, and not an array of records");
  const rows = elements.map((element, index) => rowOf(parse(source, element, `record ${index + 1} of it`)));
  const bytes = new TextEncoder().encode(text.slice(0, length)).length;
  return { rows, total: Math.round(rows.length * source.size / Math.max(1, bytes)), isExact: false };
}

function isNotebook({ cells, nbformat }: JsonRecord): boolean {
  return Array.isArray(cells) && typeof nbformat === "number";
}

function tableOf({ rows, total, isExact, notes = [], width }: Rows, options: HeadOptions) {
  const all = new Set(rows.flatMap((row) => Object.keys(row)));
  const columns = [...all].slice(0, mostColumns).map((name) => {
    const values = rows.map((row) => Object.hasOwn(row, name) ? row[name] : undefined);
    return { name, dtype: guessDtype(values), values };
  });
  return {
    ...listedColumns(columns, {
      rows: Math.min(rows.length, options.rows),
      cell: (row, { values }) => plainValue(values[row]),
      width: width ?? all.size,
    }),
    rows: total,
    isRowsExact: isExact,
    notes: [...notes, ...(isExact ? [] : shortNote(rows.length, options.rows, sizes.smallFile))],
  };
}

function rowOf(value: unknown): JsonRecord {
  if (isRecord(value)) return value;
  if (Array.isArray(value)) return Object.fromEntries(value.map((item, index) => [String(index), item]));
  return { value };
}

function parse(source: ByteSource, text: string, what: string): unknown {
  try {
    return parseJson(text, true).value;
  } catch {
    throw notTable(source, `${what} is not valid JSON`);
  }
}

function notTable({ path }: ByteSource, state: string): AppError {
  return cannotPreview(path, state, { hint: "Look at it with file_read" });
}

/**
 * The texts of the complete elements of the array that a cut text begins with, and how many characters they take; none
 * if it begins with something else.
 */
export function firstElements(text: string, limit: number) {
  const elements: string[] = [];
  let length = 0;
  let start = text.search(/\S/) + 1;
  if (text[start - 1] !== "[") return { elements, length };
  let depth = 0;
  for (let at = start; at < text.length && elements.length < limit; at++) {
    const char = text[at];
    if (char === '"') at = stringEnd(text, at) ?? text.length;
    else if (char === "{" || char === "[") depth++;
    else if (depth > 0 && (char === "}" || char === "]")) depth--;
    else if (depth === 0 && (char === "," || char === "]")) {
      const element = text.slice(start, at).trim();
      if (element !== "") elements.push(element);
      length = at + 1;
      start = at + 1;
      if (char === "]") break;
    }
  }
  return { elements, length };
}
