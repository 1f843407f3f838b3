/**
 * JSON that holds a table: parses the text, also with the numbers that only Python writes, and recognises the usual
 * forms of a table.
 */

import { isRecord, type JsonRecord, mayHoldPythonNumbers, replacePythonNumbers } from "../../base/json.ts";

export interface ParsedJson {
  readonly value: unknown;
  /** Whether it held NaN or Infinity, which JSON does not have. */
  readonly hasPythonNumbers: boolean;
}

/**
 * Parses JSON; NaN becomes null. With `isExact` whole numbers beyond 2^53 become `bigint` and infinities stay infinite;
 * otherwise they become doubles and null.
 */
export function parseJson(text: string, isExact: boolean): ParsedJson {
  try {
    return { value: parse(text, isExact), hasPythonNumbers: false };
  } catch (error) {
    if (!mayHoldPythonNumbers(text)) throw error;
    const plain = replacePythonNumbers(text, (token) => inJson(token, isExact));
    try {
      return { value: parse(plain, isExact), hasPythonNumbers: true };
    } catch {
      // The first error names a place in the text as it was given.
      throw error;
    }
  }
}

/** Numbers that a double may not hold; values are looked at one by one only if there are some. */
const long = /\d{16}/;

function parse(text: string, isExact: boolean): unknown {
  if (!isExact || !long.test(text)) return JSON.parse(text);
  const exact = (_key: string, value: unknown, ...[context]: readonly { readonly source?: string }[]) =>
    typeof value === "number" && /^-?\d{16,}$/.test(context?.source ?? "") && !Number.isSafeInteger(value)
      ? BigInt(context?.source ?? 0)
      : value;
  return JSON.parse(text, exact);
}

function inJson(token: string, isExact: boolean): string {
  // 1e999 is too large for a double, and so read as infinite.
  return !isExact || token.endsWith("NaN") ? "null" : token.startsWith("-") ? "-1e999" : "1e999";
}

/** The lines of JSON Lines that are not blank, with their one-based numbers. */
export function jsonLines(text: string): readonly { readonly number: number; readonly line: string }[] {
  return text.split("\n").flatMap((line, index) => line.trim() === "" ? [] : [{ number: index + 1, line }]);
}

type JsonTable =
  /** A list of rows of any kind. */
  | { readonly kind: "rows"; readonly rows: readonly unknown[] }
  /** What pandas calls "split": names and rows apart. */
  | {
    readonly kind: "split";
    readonly names: readonly unknown[];
    readonly rows: readonly (readonly unknown[])[];
  }
  /** Columns by name, as lists or as objects with row labels; aligned if all have the same length and labels. */
  | {
    readonly kind: "columns";
    readonly names: readonly string[];
    readonly columns: readonly (readonly unknown[])[];
    readonly isAligned: boolean;
  }
  | { readonly kind: "object"; readonly object: JsonRecord }
  | { readonly kind: "scalar" };

/** Which form of a table a value has. */
export function jsonTable(value: unknown): JsonTable {
  if (Array.isArray(value)) return { kind: "rows", rows: value };
  if (!isRecord(value)) return { kind: "scalar" };
  const { columns: names, data } = value;
  if (Array.isArray(names) && Array.isArray(data) && data.every(Array.isArray)) {
    return { kind: "split", names, rows: data };
  }
  const lists = Object.values(value).map(listOf);
  const columns = lists.filter((list) => list !== null);
  if (lists.length === 0 || columns.length < lists.length) return { kind: "object", object: value };
  return { kind: "columns", names: Object.keys(value), columns, isAligned: isAligned(Object.values(value)) };
}

function listOf(column: unknown): readonly unknown[] | null {
  return Array.isArray(column) ? column : isRecord(column) ? Object.values(column) : null;
}

function isAligned([first, ...others]: readonly unknown[]): boolean {
  if (Array.isArray(first)) return others.every((one) => Array.isArray(one) && one.length === first.length);
  const labels = Object.keys(Object(first));
  return others.every((one) => {
    const own = isRecord(one) ? Object.keys(one) : [];
    return isRecord(one) && own.length === labels.length && own.every((label, at) => label === labels[at]);
  });
}
