/** Reads JSON without changing its numbers, and what Python writes for those that JSON does not have. */

import { mayHoldPythonNumbers, replacePythonNumbers } from "../../base/python_numbers.ts";

/** Numbers that a double may not hold; only where there are some is every value looked at. */
const long = /\d{16}/;

/** Whole numbers beyond 2^53 become `bigint`, NaN becomes null. */
export function parseExactly(text: string): unknown {
  try {
    return parse(text);
  } catch (error) {
    if (!mayHoldPythonNumbers(text)) throw error;
    return parse(replacePythonNumbers(text, inJson));
  }
}

function parse(text: string): unknown {
  if (!long.test(text)) return JSON.parse(text);
  const exact = (_key: string, value: unknown, ...[context]: readonly { readonly source?: string }[]) =>
    typeof value === "number" && /^-?\d{16,}$/.test(context?.source ?? "") && !Number.isSafeInteger(value)
      ? BigInt(context?.source ?? 0)
      : value;
  return JSON.parse(text, exact);
}

function inJson(token: string): string {
  // Too large for a double, and so read as infinite.
  return token.endsWith("NaN") ? "null" : token.startsWith("-") ? "-1e999" : "1e999";
}
