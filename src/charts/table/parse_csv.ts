/**
 * CSV with comma, tab, semicolon or pipe between the fields.
 *
 * Only the ends of records are found at first; a column is cut out of the text when it is read. So a large
 * file costs one pass, and the columns that no chart needs cost nothing.
 */

import { AppError } from "../../base/errors.ts";
import { openCsv } from "../../files/tables/csv.ts";
import { parseNumber } from "./parse_number.ts";
import { checkSize, distinctNames, type Oddity, type RawTable } from "./raw_table.ts";

const quote = 34;
const lineFeed = 10;
const carriageReturn = 13;

export function parseCsv(given: string): RawTable {
  const { text, delimiter } = openCsv(given, { isWhole: true });
  const records = findRecords(text, delimiter.charCodeAt(0));
  const { starts, ends, unclosed } = records;
  if (starts.length === 0) {
    throw new AppError("invalid_argument", 'Cannot draw "data": it is empty', {
      hint: "Send CSV with a header row, or JSON with a list of objects",
    });
  }
  const fieldsOf = (record: number) => fields(text.slice(starts[record], ends[record]), delimiter);
  const header = fieldsOf(0);
  const rows = starts.length - 1;
  if (rows > 0) refuseNumbersAsNames(header);
  checkSize(header, rows);
  const { names, renamed } = distinctNames(header);
  const long = Array.from({ length: Math.min(rows, 1000) }, (_, row) => fieldsOf(row + 1))
    .some((row) => row.length > names.length && row.slice(names.length).some((field) => field.trim() !== ""));
  const oddities: Oddity[] = [
    ...(long ? ["long_rows" as const] : []),
    ...(renamed ? ["renamed_columns" as const] : []),
    ...(unclosed ? ["unclosed_quote" as const] : []),
  ];
  const cell = text.includes('"')
    ? quotedCells(text, delimiter, records)
    : plainCells(text, delimiter, records);
  return {
    names,
    rows,
    oddities,
    read: (column, some) => {
      if (some !== undefined) return some.map((row) => cell(row, column));
      const all = new Array<string | null>(rows);
      for (let row = 0; row < rows; row++) all[row] = cell(row, column);
      return all;
    },
  };
}

interface Records {
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/** Reads a cell; null where its row is shorter. The record of row 0 is the second one, after the header. */
type ReadCell = (row: number, column: number) => string | null;

function quotedCells(text: string, delimiter: string, { starts, ends }: Records): ReadCell {
  return (row, column) =>
    field(text, delimiter, { start: starts[row + 1] ?? 0, end: ends[row + 1] ?? 0, column });
}

/** Most of the time of a large file goes into this function. */
function plainCells(text: string, delimiter: string, { starts, ends }: Records): ReadCell {
  return (row, column) => {
    const end = ends[row + 1] ?? 0;
    let at = starts[row + 1] ?? 0;
    for (let skipped = 0; skipped < column; skipped++) {
      const next = text.indexOf(delimiter, at);
      if (next === -1 || next >= end) return null;
      at = next + 1;
    }
    const next = text.indexOf(delimiter, at);
    return text.slice(at, next === -1 || next > end ? end : next).trim();
  };
}

/** A first row of bare numbers is data: without names nothing can be said about the columns. */
function refuseNumbersAsNames(header: readonly string[]): void {
  const isValue = (name: string) =>
    name.trim() !== "" && (parseNumber(name.trim()) !== null || /^\d{4}-\d{2}-\d{2}/.test(name.trim()));
  // Years as names are a usual form of wide tables, as long as the first column has a real name.
  if (header.length > 0 && header.every(isValue)) {
    throw new AppError(
      "invalid_argument",
      'Cannot draw "data": its first row holds values, not column names',
      {
        hint: "Put a header row with column names first",
      },
    );
  }
}

/** Where records start and end; blank lines are none. */
function findRecords(text: string, delimiter: number) {
  const starts: number[] = [];
  const ends: number[] = [];
  let start = 0;
  let quoted = false;
  let fieldStart = true;
  const close = (end: number) => {
    const last = end > start && text.charCodeAt(end - 1) === carriageReturn ? end - 1 : end;
    if (text.slice(start, Math.min(last, start + 64)).trim() !== "" || last > start + 64) {
      starts.push(start);
      ends.push(last);
    }
    start = end + 1;
  };
  if (!text.includes('"')) {
    const lineEnd = text.includes("\n") ? "\n" : "\r";
    for (let end = text.indexOf(lineEnd); end !== -1; end = text.indexOf(lineEnd, start)) close(end);
    if (start < text.length) close(text.length);
    return { starts, ends, unclosed: false };
  }
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (quoted) {
      if (code === quote) {
        if (text.charCodeAt(index + 1) === quote) index++;
        else quoted = false;
      }
      continue;
    }
    if (code === quote && fieldStart) quoted = true;
    else if (code === lineFeed) close(index);
    fieldStart = code === delimiter || code === lineFeed || (fieldStart && code === 32);
  }
  if (start < text.length) close(text.length);
  return { starts, ends, unclosed: quoted };
}

/** All fields of a record. */
function fields(record: string, delimiter: string): string[] {
  if (!record.includes('"')) return record.split(delimiter).map((part) => part.trim());
  const found: string[] = [];
  for (let at = 0; at <= record.length;) {
    const { value, next } = fieldAt(record, delimiter, { at, end: record.length });
    found.push(value);
    at = next;
  }
  return found;
}

/** One field of a record inside the text; null where the record is shorter. */
function field(
  text: string,
  delimiter: string,
  place: { readonly start: number; readonly end: number; readonly column: number },
): string | null {
  let at = place.start;
  for (let column = 0; column < place.column; column++) {
    at = skipField(text, delimiter, { at, end: place.end });
    if (at > place.end) return null;
  }
  return fieldAt(text, delimiter, { at, end: place.end }).value;
}

interface Place {
  readonly at: number;
  readonly end: number;
}

function skipField(text: string, delimiter: string, place: Place): number {
  if (startsQuoted(text, place)) return fieldAt(text, delimiter, place).next;
  const next = text.indexOf(delimiter, place.at);
  return next === -1 || next >= place.end ? place.end + 1 : next + 1;
}

function startsQuoted(text: string, { at, end }: Place): boolean {
  let index = at;
  while (index < end && text.charCodeAt(index) === 32) index++;
  return text.charCodeAt(index) === quote && index < end;
}

function fieldAt(text: string, delimiter: string, place: Place): { value: string; next: number } {
  if (!startsQuoted(text, place)) {
    const found = text.indexOf(delimiter, place.at);
    const end = found === -1 || found > place.end ? place.end : found;
    return { value: text.slice(place.at, end).trim(), next: end + 1 };
  }
  let index = text.indexOf('"', place.at) + 1;
  let value = "";
  for (;;) {
    const close = text.indexOf('"', index);
    if (close === -1 || close >= place.end) {
      return { value: (value + text.slice(index, place.end)).trim(), next: place.end + 1 };
    }
    value += text.slice(index, close);
    if (text.charCodeAt(close + 1) !== quote) {
      const next = text.indexOf(delimiter, close);
      return { value: value.trim(), next: next === -1 || next >= place.end ? place.end + 1 : next + 1 };
    }
    value += '"';
    index = close + 2;
  }
}
