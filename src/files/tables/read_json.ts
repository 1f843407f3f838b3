/** The head of a table in JSON: an array of records, lines of records, or columns by name. */

import { AppError } from "../../base/errors.ts";
import type { ByteSource } from "../byte_source.ts";
import { decodeText } from "../encoding.ts";
import { type HeadOptions, mostColumns, type TableHead } from "../table_head.ts";
import { openText } from "../text_file.ts";
import { parseExactly } from "./json.ts";
import { readHead, shortNote } from "./read_part.ts";
import { guessDtype, plainValue } from "./values.ts";

/** Bytes up to which a file is read whole; of a larger one no more is read for the head. */
const smallFile = 16_000_000;
const headBytes = 1_000_000;
const typedRows = 1_000;

type Row = Readonly<Record<string, unknown>>;

interface Rows {
  readonly rows: readonly Row[];
  readonly total: number | null;
  readonly isExact: boolean;
  /** All columns, if not all are in the rows. */
  readonly width?: number;
  readonly notes?: readonly string[];
}

export async function readJson(source: ByteSource, options: HeadOptions): Promise<TableHead> {
  const { text, isWhole, encoding } = await beginning(
    source,
    options,
    (part) =>
      holdsLines(part) || !part.trimStart().startsWith("[") ||
      firstElements(part, options.rows).elements.length >= options.rows,
  );
  if (text.trim() === "") throw notTable(source, "it is empty");
  if (holdsLines(text)) {
    const table = await readJsonLines(source, options);
    return { ...table, notes: [...table.notes ?? [], "The file holds JSON Lines: a value in each line"] };
  }
  const found = isWhole ? wholeRows(source, text) : cutRows(source, text);
  return { ...tableOf(found, options), format: "json", facts: { encoding } };
}

export async function readJsonLines(source: ByteSource, options: HeadOptions): Promise<TableHead> {
  const { text, isWhole, encoding } = await beginning(
    source,
    options,
    (part) => part.split("\n").slice(0, -1).filter((line) => line.trim() !== "").length >= options.rows,
  );
  const lines = text.split("\n");
  if (!isWhole) lines.pop();
  const present = [...lines.entries()].filter(([, line]) => line.trim() !== "");
  if (present.length === 0) {
    throw notTable(source, text.trim() === "" ? "it is empty" : "its first line is too long");
  }
  const rows = present.slice(0, typedRows).map(([index, line]) =>
    rowOf(parse(source, line, `line ${index + 1} of it`))
  );
  const bytes = new TextEncoder().encode(lines.join("\n")).length + 1;
  const total = isWhole ? present.length : Math.round(present.length * source.size / Math.max(1, bytes));
  return { ...tableOf({ rows, total, isExact: isWhole }, options), format: "jsonl", facts: { encoding } };
}

async function beginning(
  source: ByteSource,
  { encoding: named }: HeadOptions,
  isEnough: (text: string) => boolean,
) {
  const encoding = await openText(source, named);
  const isWhole = source.size <= smallFile;
  const text = await readHead(source, {
    first: isWhole ? smallFile : headBytes,
    most: smallFile,
    decode: (bytes) => decodeText(bytes, encoding),
    isEnough,
  });
  return { text, isWhole, encoding: encoding.name };
}

/** Whether the first line is an object of its own, and another one follows. */
function holdsLines(text: string): boolean {
  const start = text.trimStart();
  const end = start.indexOf("\n");
  if (!start.startsWith("{") || end < 0) return false;
  const first = start.slice(0, end);
  if (!start.slice(end).trimStart().startsWith("{")) return false;
  try {
    return isRecord(parseExactly(first));
  } catch {
    return false;
  }
}

function wholeRows(source: ByteSource, text: string): Rows {
  const value = parse(source, text, "it");
  if (Array.isArray(value)) {
    return { rows: value.slice(0, typedRows).map(rowOf), total: value.length, isExact: true };
  }
  if (!isRecord(value)) throw notTable(source, "it holds a single value");
  if (isNotebook(value)) throw notebookRefusal(source.path);
  return splitRows(value) ?? columnRows(value) ??
    { rows: [value], total: 1, isExact: true, notes: ["The file is one object: its keys are the columns"] };
}

/** The first records of an array that is too large to be read whole. */
function cutRows(source: ByteSource, text: string): Rows {
  const { elements, length } = firstElements(text, typedRows);
  if (elements.length === 0) throw notTable(source, "it is large, and no array of records");
  const rows = elements.map((element, index) => rowOf(parse(source, element, `record ${index + 1} of it`)));
  const bytes = new TextEncoder().encode(text.slice(0, length)).length;
  return { rows, total: Math.round(rows.length * source.size / Math.max(1, bytes)), isExact: false };
}

function isNotebook({ cells, nbformat }: Row): boolean {
  return Array.isArray(cells) && typeof nbformat === "number";
}

/** The error for a notebook where a table is wanted. */
export function notebookRefusal(path: string): AppError {
  return new AppError("not_a_table", `Cannot preview "${path}": it is a notebook`, {
    hint: "Use notebook_get for its cells",
  });
}

/** What pandas calls "split": names and rows apart. */
function splitRows({ columns, data }: Row): Rows | null {
  if (!Array.isArray(columns) || !Array.isArray(data) || !data.every(Array.isArray)) return null;
  const names = columns.slice(0, mostColumns).map(String);
  return {
    rows: data.slice(0, typedRows).map((row) =>
      Object.fromEntries(names.map((name, index) => [name, row[index]]))
    ),
    width: columns.length,
    total: data.length,
    isExact: true,
  };
}

/** Columns by name, as lists of the same length or as objects with the same keys. */
function columnRows(value: Row): Rows | null {
  const columns = Object.entries(value);
  const [, first] = columns[0] ?? [];
  if (
    Array.isArray(first) && columns.every(([, list]) => Array.isArray(list) && list.length === first.length)
  ) {
    const rows = first.slice(0, typedRows).map((_, at) =>
      Object.fromEntries(columns.map(([name, list]) => [name, elementAt(list, at)]))
    );
    return { rows, total: first.length, isExact: true };
  }
  if (!isRecord(first)) return null;
  const keys = Object.keys(first);
  if (!columns.every(([, one]) => isRecord(one) && sameKeys(one, keys))) return null;
  const rows = keys.slice(0, typedRows).map((key) =>
    Object.fromEntries(columns.map(([name, one]) => [name, isRecord(one) ? one[key] : null]))
  );
  return { rows, total: keys.length, isExact: true };
}

function elementAt(list: unknown, at: number): unknown {
  return Array.isArray(list) ? list[at] : undefined;
}

function sameKeys(one: Row, keys: readonly string[]): boolean {
  const own = Object.keys(one);
  return own.length === keys.length && own.every((key, index) => key === keys[index]);
}

function tableOf({ rows, total, isExact, notes = [], ...rest }: Rows, options: HeadOptions) {
  const all = new Set(rows.flatMap((row) => Object.keys(row)));
  const names = [...all].slice(0, mostColumns);
  const width = rest.width ?? all.size;
  const cell = (row: Row, name: string) => Object.hasOwn(row, name) ? row[name] : undefined;
  return {
    columns: names.map((name) => ({ name, dtype: guessDtype(rows.map((row) => cell(row, name))) })),
    ...(width > names.length ? { width } : {}),
    head: rows.slice(0, options.rows).map((row) => names.map((name) => plainValue(cell(row, name)))),
    rows: total,
    isRowsExact: isExact,
    notes: [...notes, ...(isExact ? [] : shortNote(rows.length, options.rows, smallFile))],
  };
}

function rowOf(value: unknown): Row {
  if (isRecord(value)) return value;
  if (Array.isArray(value)) return Object.fromEntries(value.map((item, index) => [String(index), item]));
  return { value };
}

function isRecord(value: unknown): value is Row {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function parse(source: ByteSource, text: string, what: string): unknown {
  try {
    return parseExactly(text);
  } catch {
    throw notTable(source, `${what} is not valid JSON`);
  }
}

function notTable({ path }: ByteSource, state: string): AppError {
  return new AppError("not_a_table", `Cannot preview "${path}": ${state}`, {
    hint: "Look at it with file_read",
  });
}

/** The first elements of a JSON array of which only the beginning is there. */

interface Elements {
  /** The texts of the elements that are whole. */
  readonly elements: readonly string[];
  /** Characters up to the end of the last of them. */
  readonly length: number;
}

/** Elements of the array that the text begins with; none where it begins with something else. */
export function firstElements(text: string, limit: number): Elements {
  const elements: string[] = [];
  let length = 0;
  let start = text.search(/\S/) + 1;
  if (text[start - 1] !== "[") return { elements, length };
  let depth = 0;
  for (let at = start; at < text.length && elements.length < limit; at++) {
    const char = text[at];
    if (char === '"') at = endOfString(text, at);
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

/** The place of the mark that ends a string. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === '"') return at;
  }
  return text.length;
}
