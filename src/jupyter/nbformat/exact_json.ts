/**
 * JSON whose numbers stay as written. JavaScript has one kind of number: `1.0` would become the integer `1`, and
 * 12345678901234567890 would become another number when a notebook is written again.
 *
 * 1. A number that JavaScript would change is held as the result of `JSON.rawJSON`: `JSON.stringify` writes it as it
 *    was. All other values are what `JSON.parse` gives.
 * 2. A text without such numbers costs one pass over it that jumps from string to string. A reviver is not used: it
 *    takes twenty times as long as the parsing itself.
 */

import { stringEnd } from "../../base/json.ts";

/** The result of `JSON.rawJSON` (https://tc39.es/proposal-json-parse-with-source/). */
interface ExactNumber {
  readonly rawJSON: string;
}

declare global {
  interface JSON {
    rawJSON(text: string): ExactNumber;
    isRawJSON(value: unknown): value is ExactNumber;
  }
}

/** Placeholder for an exact number during parsing. */
const mark = "\u0000number";
const number = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
/** Whole numbers with a point, exponents, long integers, and minus zero. */
const anyRisk = /\d\.0+(?!\d)|\d[eE]|(?<![\d.])\d{16}|-0(?!\.)/;
/** Fractions that JavaScript keeps: the same number, however it is written. */
const fraction = /^-?\d{1,15}\.\d*[1-9]\d*$/;

/**
 * Parses a text; throws a SyntaxError if it is not JSON.
 *
 * @param most Maximum number of exact numbers, each of which takes some 200 bytes; if there are more, none is exact.
 */
export function parseExact(text: string, most = Infinity): unknown {
  const marked = markNumbers(text, most);
  if (marked === text) return JSON.parse(text);
  const holder = { value: tryParse(marked, text) };
  unmark(holder);
  return holder.value;
}

/** Deeper than any figure or table; what is below stays as it is. */
const deepest = 500;

/** The value with ordinary numbers instead of exact ones; the same object if it has none. */
export function plainNumbers<T>(value: T, depth?: number): T;
export function plainNumbers(value: unknown, depth = 0): unknown {
  if (!isObject(value) || depth > deepest) return value;
  if (JSON.isRawJSON(value)) return Number(value.rawJSON);
  if (Array.isArray(value)) {
    const items = value.map((item) => plainNumbers(item, depth + 1));
    return items.some((item, place) => item !== value[place]) ? items : value;
  }
  const entries = Object.entries(value).map(([key, item]) =>
    [key, item, plainNumbers(item, depth + 1)] as const
  );
  return entries.some(([, item, plain]) => item !== plain)
    ? Object.fromEntries(entries.map(([key, , plain]) => [key, plain]))
    : value;
}

/** The text of an exact number; undefined for anything else. */
export function exactText(value: unknown): string | undefined {
  return JSON.isRawJSON(value) ? value.rawJSON : undefined;
}

/** A number if this is one in either form; anything else as it is. */
export function plainNumber(value: unknown): unknown {
  return JSON.isRawJSON(value) ? Number(value.rawJSON) : value;
}

/** Positions in an error must refer to the original text. */
function tryParse(marked: string, text: string): unknown {
  try {
    return JSON.parse(marked);
  } catch {
    return JSON.parse(text);
  }
}

function markNumbers(text: string, most: number): string {
  let left = most;
  const markOne = (text: string) => {
    const marked = markNumber(text);
    if (marked !== text) left--;
    return marked;
  };
  const parts: string[] = [];
  let done = 0;
  for (let start = 0; start < text.length;) {
    const quote = text.indexOf('"', start);
    const next = quote < 0 ? text.length : quote;
    const end = gapEnd(text, start, next);
    if (hasDigit(text, start, end)) {
      const gap = text.slice(start, end);
      const marked = anyRisk.test(gap) ? gap.replace(number, markOne) : gap;
      if (left < 0) return text;
      if (marked !== gap) {
        parts.push(text.slice(done, start), marked);
        done = end;
      }
    }
    start = end < next || quote < 0 ? end : (stringEnd(text, quote) ?? text.length) + 1;
  }
  return parts.length === 0 ? text : parts.join("") + text.slice(done);
}

/** Characters between two strings that are marked at once: of a million numbers, each would be a string of its own. */
const longestGap = 100_000;

/** The end of the gap up to `next`, or of its first part; never inside a number. */
function gapEnd(text: string, start: number, next: number): number {
  let end = Math.min(next, start + longestGap);
  while (end < next && /[\d.eE+-]/.test(text.charAt(end))) end++;
  return end;
}

function markNumber(text: string): string {
  if (fraction.test(text) || String(Number(text)) === text) return text;
  return `{${JSON.stringify(mark)}:"${text}"}`;
}

function hasDigit(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const unit = text.charCodeAt(at);
    if (unit >= 0x30 && unit <= 0x39) return true;
  }
  return false;
}

/** Replaces placeholders by exact numbers, at any depth, without recursion. */
function unmark(root: object): void {
  const waiting = [root];
  const exact = (value: object) => {
    const text: unknown = mark in value ? Reflect.get(value, mark) : undefined;
    if (typeof text === "string") return JSON.rawJSON(text);
    waiting.push(value);
    return value;
  };
  for (let holder = waiting.pop(); holder !== undefined; holder = waiting.pop()) {
    // The keys of a list of a million lines would be a million strings.
    if (Array.isArray(holder)) {
      for (let place = 0; place < holder.length; place++) {
        if (isObject(holder[place])) holder[place] = exact(holder[place]);
      }
      continue;
    }
    for (const [key, value] of Object.entries(holder)) {
      if (isObject(value)) define(holder, key, exact(value));
    }
  }
}

/** Sets an own property: an assignment to `__proto__` would set the prototype. */
function define(holder: object, key: string, value: unknown): void {
  Object.defineProperty(holder, key, { value, writable: true, enumerable: true, configurable: true });
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
