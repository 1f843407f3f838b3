/** Describes a column of values briefly: range of numbers, span of dates, number of categories and the first few. */

import { markedLines } from "./html_text.ts";

const shownCategories = 5;
const longestLabel = 40;
const isoDate = /^\d{4}-\d{2}(?:-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?)?$/;

/** Describes values as `1 … 9`, `2024-01-01 … 2024-01-06`, `3 categories (a, b, c)`, `3×4, 0 … 11`. */
export function describeValues(values: ArrayLike<unknown>): string {
  const flat = flatten(values);
  const present = flat.filter((value) => !isMissing(value));
  const missing = flat.length - present.length;
  const shape = shapeOf(values);
  const words = [shape, describePresent(present), missing > 0 ? `${missing} missing` : ""];
  return words.filter((word) => word !== "").join(", ");
}

/** pandas and NumPy write a missing date as `NaT`. */
function isMissing(value: unknown): boolean {
  return value === null || value === undefined || Number.isNaN(value) || value === "NaT";
}

function formatNumber(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  return String(Number(value.toPrecision(6)));
}

/** A label on one line, without markup, not too long. */
export function label(text: string): string {
  const plain = markedLines(text).join(" ");
  return plain.length <= longestLabel * 3 ? plain : `${plain.slice(0, longestLabel * 3 - 1)}…`;
}

function describePresent(values: readonly unknown[]): string {
  if (values.length === 0) return "no values";
  const numbers = values.filter((value) => typeof value === "number" || typeof value === "bigint");
  if (numbers.length === values.length) return range(numbers.map(Number), formatNumber);
  const texts = values.map((value) => typeof value === "object" ? "{…}" : String(value));
  if (texts.every((text) => isoDate.test(text))) return dateSpan(texts);
  return categories(texts);
}

function range(values: readonly number[], format: (value: number) => string): string {
  const [low, high] = endsOf(values, Infinity, -Infinity);
  return low === high ? format(low) : `${format(low)} … ${format(high)}`;
}

/** The least and the greatest of many values, beginning with these two. */
function endsOf<T extends number | string>(values: readonly T[], low: T, high: T): readonly [T, T] {
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return [low, high];
}

/** ISO dates of one form sort as text. The time is left out if it is midnight in all of them. */
function dateSpan(texts: readonly string[]): string {
  const [low, high] = endsOf(texts, texts[0] ?? "", "");
  const midnight = /[T ]00:00(?::00(?:\.0+)?)?$/;
  const short = texts.every((text) => midnight.test(text))
    ? (text: string) => text.replace(midnight, "")
    : (text: string) => text.replace(/\.0+$/, "");
  return low === high ? short(low) : `${short(low)} … ${short(high)}`;
}

function categories(texts: readonly string[]): string {
  const distinct = [...new Set(texts)];
  const first = distinct.slice(0, shownCategories).map((text) =>
    text.length <= longestLabel ? text : `${text.slice(0, longestLabel - 1)}…`
  );
  const more = distinct.length > first.length ? ", …" : "";
  return `${distinct.length} ${distinct.length === 1 ? "category" : "categories"} (${
    first.join(", ")
  }${more})`;
}

/** The values of nested lists, as deeply as charts nest them. */
function flatten(values: ArrayLike<unknown>, depth = 3): unknown[] {
  const flat: unknown[] = [];
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    if (depth > 1 && isList(value)) { for (const inner of flatten(value, depth - 1)) flat.push(inner); }
    else flat.push(value);
  }
  return flat;
}

function shapeOf(values: ArrayLike<unknown>): string {
  const first = values[0];
  return isList(first) ? `${values.length}×${first.length}` : "";
}

function isList(value: unknown): value is ArrayLike<unknown> {
  return Array.isArray(value) || (ArrayBuffer.isView(value) && "length" in value);
}
