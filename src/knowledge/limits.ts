/** The limits on what one call may carry, whatever tool it is for. */

import { AppError } from "../base/errors.ts";
import { invalid } from "./errors.ts";

/** Bytes of all texts of a call. */
const largestRequest = 10 * 1024 * 1024;
/** Bytes of one text. */
export const longestText = 100 * 1024;
/** Bytes of one text in an answer: those of an item must fit into it together. */
const longestJson = 3 * longestText;
const longestList = 1_000;
/** Objects and lists inside each other, the arguments themselves being the first. */
const deepestNesting = 10;

const encoder = new TextEncoder();

/** Throws `too_large` if the arguments exceed a limit, naming the field. */
export function checkRequest(args: unknown): void {
  if (check(args, []) > largestRequest) throw over([], `the request is larger than ${largestRequest} bytes`);
}

/** Returns the bytes of all texts in a value. */
function check(value: unknown, path: readonly string[]): number {
  if (typeof value === "string") return checkText(value, path);
  if (typeof value !== "object" || value === null) return 0;
  if (path.length >= deepestNesting) throw over(path, `it is nested deeper than ${deepestNesting} levels`);
  if (Array.isArray(value) && value.length > longestList) {
    throw over(path, `it has ${value.length} elements, the limit is ${longestList}`);
  }
  return Object.entries(value).reduce((bytes, [key, member]) => {
    if (key === "__proto__") throw unstorable([...path, key], "an object cannot store a field of that name");
    return bytes + key.length + check(member, [...path, key]);
  }, 0);
}

/** Arguments that are searched for, not stored. */
const searched = new Set(["query", "prefix"]);

function checkText(text: string, path: readonly string[]): number {
  const bytes = encoder.encode(text).length;
  if (bytes > longestText) throw over(path, `it has ${bytes} bytes, the limit is ${longestText}`);
  if (searched.has(path[0] ?? "")) return bytes;
  // SQLite's texts end at a NUL, and half of a surrogate pair cannot be written: part of it would be lost.
  if (text.includes("\0") || !text.isWellFormed()) {
    throw unstorable(path, "it holds NUL or half of a surrogate pair, which cannot be stored");
  }
  const written = encoder.encode(JSON.stringify(text)).length;
  if (written <= longestJson) return bytes;
  const state =
    `it has ${written} bytes as JSON (control characters take six each), the limit is ${longestJson}`;
  throw over(path, state);
}

function unstorable(path: readonly string[], state: string): AppError {
  const field = path.join(".");
  return invalid(field, `Cannot store argument "${field}": ${state}`);
}

function over(path: readonly string[], state: string): AppError {
  // The path of something nested deeply says no more than its beginning.
  const field = path.slice(0, 3).join(".");
  const what = field === "" ? "Cannot take this call" : `Cannot take argument "${field}"`;
  return new AppError("too_large", `${what}: ${state}`, {
    hint: path[0] === "content" || path[0] === "description"
      ? "Split it over several items and link them with add_relations"
      : "Send less in one call",
    ...(field === "" ? {} : { details: { field } }),
  });
}

/** Refuses lists and objects that are kept as one but are larger than a text may be: their answer would not fit. */
export function checkTogether(field: string, value: unknown): void {
  const bytes = encoder.encode(JSON.stringify(value) ?? "").length;
  if (bytes > longestText) throw over([field], `it has ${bytes} bytes in total, the limit is ${longestText}`);
}
