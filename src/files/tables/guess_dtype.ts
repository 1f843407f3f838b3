/** The type of a column of values that a format without types holds, told as pandas would tell it. */

import { ClockValue } from "./clock_value.ts";
import { infinite } from "./exact_values.ts";

/** Texts that stand for a missing value, in files of texts. */
const missing = new Set([
  "",
  "NA",
  "N/A",
  "n/a",
  "NaN",
  "nan",
  "null",
  "NULL",
  "None",
  "#N/A",
  "<NA>",
  "-nan",
  "-NaN",
]);
const whole = /^[+-]?\d{1,18}$/;
const decimal = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$|^[+-]?(inf|Infinity)$/i;
const truth = /^(true|false)$/i;

function isMissing(text: string): boolean {
  return missing.has(text.trim());
}

/** The type of a column of texts. */
export function guessTextDtype(texts: readonly string[]): string {
  const present = texts.filter((text) => !isMissing(text)).map((text) => text.trim());
  const isComplete = present.length === texts.length;
  if (present.length === 0) return texts.length === 0 ? "string" : "float64";
  if (present.every((text) => whole.test(text))) return isComplete ? "int64" : "float64";
  if (present.every((text) => decimal.test(text))) return "float64";
  if (present.every((text) => truth.test(text))) return "bool";
  return "string";
}

/** The value of a text in a column of this type. */
export function textValue(text: string, dtype: string): unknown {
  if (isMissing(text)) return null;
  if (dtype === "int64" || dtype === "float64") {
    const number = Number(text.replace(/inf(inity)?\s*$/i, "Infinity"));
    if (Math.abs(number) === Infinity) return infinite(number);
    return Number.isNaN(number)
      ? text
      : Number.isSafeInteger(number) || !Number.isInteger(number)
      ? number
      : text;
  }
  return dtype === "bool" ? /^\s*true/i.test(text) : text;
}

function isMoment(value: unknown): boolean {
  return value instanceof Date || value instanceof ClockValue;
}

/** The type of a column of values such as JSON and spreadsheets hold. */
export function guessDtype(values: readonly unknown[]): string {
  const present = values.filter((value) => value !== null && value !== undefined);
  const isComplete = present.length === values.length;
  if (present.length === 0) return values.length === 0 ? "string" : "null";
  if (present.every((value) => typeof value === "boolean")) return "bool";
  if (present.every((value) => typeof value === "number" || typeof value === "bigint")) {
    const areWhole = present.every((value) => typeof value === "bigint" || Number.isSafeInteger(value));
    return areWhole && isComplete ? "int64" : "float64";
  }
  if (present.every((value) => value instanceof Date)) return "datetime64[us]";
  for (const dtype of ["time", "duration"]) {
    if (present.every((value) => value instanceof ClockValue && value.dtype === dtype)) return dtype;
  }
  if (present.every(Array.isArray)) return "list";
  if (present.every((value) => typeof value === "object" && !isMoment(value))) return "struct";
  return present.every((value) => typeof value === "string") ? "string" : "mixed";
}
