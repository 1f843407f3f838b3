/**
 * Values of tables as JSON, whatever the format: null for missing ones, ISO dates, bounded length, no float noise and no
 * lost digits. For formats without types, the types that pandas would infer.
 */

import { plural } from "../../base/text.ts";
import { shortenText } from "../table_head.ts";

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
      return shortenText(value);
    case "boolean":
      return value;
    case "object":
      return plainObject(value, depth);
    default:
      return String(value);
  }
}

function plainObject(value: object, depth: number): unknown {
  if (value instanceof Date) return momentText(value);
  if (value instanceof ClockValue) return value.text;
  if (value instanceof Uint8Array) return `<${value.length} ${plural(value.length, "byte")}>`;
  if (depth >= deepest) return "…";
  if (value instanceof Map) return plainObject(Object.fromEntries(value), depth);
  if (Array.isArray(value) || ArrayBuffer.isView(value)) {
    const items = Array.isArray(value) ? value : Object.values(value);
    const shown = items.slice(0, mostItems).map((item) => plainValue(item, depth + 1));
    return items.length > mostItems ? [...shown, `… ${items.length - mostItems} more`] : shown;
  }
  const entries = Object.entries(value);
  const shown = entries.slice(0, mostItems).map(([key, item]) => [key, plainValue(item, depth + 1)] as const);
  return Object.fromEntries(
    entries.length > mostItems ? [...shown, ["…", `${entries.length - mostItems} more`]] : shown,
  );
}

/** A time without a zone, to the second if it has no fraction. */
function momentText(time: Date): string | null {
  if (Number.isNaN(time.getTime())) return null;
  return isoTimestamp(BigInt(time.getTime()), "ms");
}

/** Texts that stand for a missing value. */
const missing = new Set(" NA N/A n/a NaN nan null NULL None #N/A <NA> -nan -NaN".split(" "));
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

const offsetName = /^GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/;

/** A UTC time, as isoTimestamp() writes it, in the local time of a zone with its offset; in UTC if the zone is unknown. */
export function inZone(utc: string, zone: string): string {
  const [seconds = "", fraction = ""] = utc.split(/(?=\.)/);
  const moment = Date.parse(`${seconds}Z`);
  const offset = Number.isNaN(moment) ? null : offsetAt(moment, zone);
  if (offset === null) return `${utc}+00:00`;
  return new Date(moment + offset.milliseconds).toISOString().slice(0, -5) + fraction + offset.text;
}

function offsetAt(moment: number, zone: string) {
  const name = zoneName(moment, zone);
  const found = name === null ? null : offsetName.exec(name);
  if (found === null) return null;
  const [, sign = "+", hours = "00", minutes = "00", seconds] = found;
  const size = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds ?? 0);
  return {
    milliseconds: (sign === "-" ? -1 : 1) * size * 1_000,
    text: `${sign}${hours}:${minutes}${seconds === undefined ? "" : `:${seconds}`}`,
  };
}

/** The last one made: it takes longer to make than to use, and a column has one zone. */
let last: { readonly zone: string; readonly format: Intl.DateTimeFormat } | undefined;

function zoneName(moment: number, zone: string): string | null {
  try {
    if (last?.zone !== zone) {
      last = { zone, format: new Intl.DateTimeFormat("en", { timeZone: zone, timeZoneName: "longOffset" }) };
    }
    return last.format.formatToParts(moment).find(({ type }) => type === "timeZoneName")?.value ?? null;
  } catch (error) {
    // A file may name any zone.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** A time of day, or a length of time, of a spreadsheet: neither is a moment as `Date` is. */
export class ClockValue {
  readonly dtype: "time" | "duration";
  /** In the form of ISO 8601. */
  readonly text: string;

  constructor(dtype: "time" | "duration", text: string) {
    this.dtype = dtype;
    this.text = text;
  }
}

export type TimeUnit = "s" | "ms" | "us" | "ns";

const perSecond: Readonly<Record<TimeUnit, bigint>> = {
  s: 1n,
  ms: 1_000n,
  us: 1_000_000n,
  ns: 1_000_000_000n,
};
/** Digits behind the point of a decimal; those of Arrow and Parquet have 76 in all. */
const mostScale = 1_000;
/** Digits that a number of 64 bits keeps, whatever they are. */
const exactDigits = 15;

/** A time without a zone, with six or nine digits if it has a fraction, as Python writes it. */
export function isoTimestamp(value: bigint, unit: TimeUnit): string {
  const { seconds, fraction } = split(value, unit);
  const time = new Date(Number(seconds) * 1_000);
  return Number.isNaN(time.getTime()) ? String(value) : time.toISOString().slice(0, -5) + fraction;
}

/** The time of a day. */
export function isoTime(value: bigint, unit: TimeUnit): string {
  const { seconds, fraction } = split(value, unit);
  return [seconds / 3_600n, seconds / 60n % 60n, seconds % 60n].map((part) => String(part).padStart(2, "0"))
    .join(":") + fraction;
}

/** The day of a number of milliseconds. */
export function isoDay(milliseconds: number): string {
  const day = new Date(milliseconds);
  return Number.isNaN(day.getTime()) ? String(milliseconds) : day.toISOString().replace(/T.*$/, "");
}

/** A length of time as ISO 8601 has it: days, hours, minutes, seconds. */
export function isoDuration(value: bigint, unit: TimeUnit): string {
  const { seconds, fraction } = split(value < 0n ? -value : value, unit);
  const clock = `${seconds / 3_600n % 24n}H${seconds / 60n % 60n}M${seconds % 60n}${
    fraction.replace(/0+$/, "")
  }S`;
  return `${value < 0n ? "-" : ""}P${seconds / 86_400n}DT${clock}`;
}

/** A number if it can be one without loss, else its digits. */
export function decimalValue(value: bigint, scale: number): number | string {
  if (scale > mostScale) throw new Error("a decimal that cannot be");
  const digits = String(value < 0n ? -value : value).padStart(scale + 1, "0");
  const whole = digits.slice(0, digits.length - scale);
  const text = `${value < 0n ? "-" : ""}${whole}${scale > 0 ? `.${digits.slice(-scale)}` : ""}`;
  return digits.replace(/^0+/, "").length <= exactDigits ? Number(text) : text;
}

/** The shortest number that is the same one in 32 or 16 bits. */
export function shortFloat(value: number, round: (value: number) => number = Math.fround): number {
  for (let precision = 3; Number.isFinite(value) && precision <= 9; precision++) {
    const near = Number(value.toPrecision(precision));
    if (round(near) === value) return near;
  }
  return value;
}

/** The nearby short number if only the last bits differ, as 0.1 + 0.2 does from 0.3; others stay as they are. */
export function withoutNoise(value: number): number {
  const near = Number(value.toPrecision(exactDigits));
  return near.toExponential().replace(/e.*|[-.]/g, "").length <= 12 ? near : value;
}

/** The name of an infinite number, which JSON lacks, as Python writes it. */
function infinite(value: number): "inf" | "-inf" {
  return value > 0 ? "inf" : "-inf";
}

function split(value: bigint, unit: TimeUnit): { readonly seconds: bigint; readonly fraction: string } {
  const size = perSecond[unit];
  const rest = ((value % size) + size) % size;
  const digits = unit === "s" ? "" : String(rest).padStart(String(size).length - 1, "0");
  const shown = digits.replace(/(000)+$/, "");
  return { seconds: (value - rest) / size, fraction: shown === "" ? "" : `.${shown.padEnd(6, "0")}` };
}
