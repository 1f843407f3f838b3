/** Values of a table as JSON has them: null for what is missing, ISO dates, no float noise, nothing endless. */

import { plural } from "../../base/text.ts";
import { ClockValue } from "./clock_value.ts";
import { infinite, isoTimestamp, withoutNoise } from "./exact_values.ts";

/** Characters of a text in a table. */
export const longestText = 200;
const mostItems = 20;
const deepest = 4;

export function plainValue(value: unknown, depth = 0): unknown {
  if (value === null || value === undefined) return null;
  switch (typeof value) {
    case "number":
      return Number.isFinite(value) ? withoutNoise(value) : Number.isNaN(value) ? null : infinite(value);
    case "bigint":
      return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
    case "string":
      return cutLong(value);
    case "boolean":
      return value;
    case "object":
      return plainObject(value, depth);
    default:
      return String(value);
  }
}

export function cutLong(text: string): string {
  return text.length <= longestText ? text : `${text.slice(0, longestText).toWellFormed()}…`;
}

function plainObject(value: object, depth: number): unknown {
  if (value instanceof Date) return isoTime(value);
  if (value instanceof ClockValue) return value.text;
  if (value instanceof Uint8Array) return `<${value.length} ${plural(value.length, "byte")}>`;
  if (depth >= deepest) return "…";
  if (value instanceof Map) return plainObject(Object.fromEntries(value), depth);
  if (Array.isArray(value) || ArrayBuffer.isView(value)) {
    const items = Array.isArray(value) ? value : Array.from(listOf(value));
    const shown = items.slice(0, mostItems).map((item) => plainValue(item, depth + 1));
    return items.length > mostItems ? [...shown, `… ${items.length - mostItems} more`] : shown;
  }
  const entries = Object.entries(value);
  const shown = entries.slice(0, mostItems).map(([key, item]) => [key, plainValue(item, depth + 1)] as const);
  return Object.fromEntries(
    entries.length > mostItems ? [...shown, ["…", `${entries.length - mostItems} more`]] : shown,
  );
}

function listOf(view: ArrayBufferView): Iterable<unknown> {
  return Symbol.iterator in view && typeof view[Symbol.iterator] === "function"
    ? Array.from(Object.values(view))
    : [];
}

/** A time without a zone, to the second where it has no more. */
function isoTime(time: Date): string | null {
  if (Number.isNaN(time.getTime())) return null;
  return isoTimestamp(BigInt(time.getTime()), "ms");
}
