/**
 * Reads the filter box. `price > 100`, `city = Rome` and `day >= 2024-03` compare one column; anything else is looked for
 * in all of them: as a text, and if it is one, as a number, a date or a time. What looks like a comparison and is none is
 * said.
 */

import type { Condition, ViewColumn } from "../../base/view_messages.ts";

/** What follows the name of a column; the value may be quoted, as in code. */
const comparison = /^\s*(>=|<=|!=|==?|>|<)\s*(["']?)(.+)\2$/s;

/** What else looks like a comparison. */
const unknownComparison = /^(["'`]?)([\p{L}_][^<>=!"'`]*?)\1\s*(?:>=|<=|!=|==?|>|<)\s*[^\s<>=]/su;
const furtherComparison = /\s(?:and|or|&&?|\|\|?)\s.*[<>=]/is;

export interface Filter {
  /** Null if nothing was typed. */
  readonly condition: Condition | null;
  /** What the person should know of how it was read. */
  readonly note?: string;
}

/** What a person has typed to filter a table of this width, of which these columns are known. */
export function readFilter(typed: string, columns: readonly ViewColumn[], width = columns.length): Filter {
  const text = typed.trim();
  if (text === "") return { condition: null };
  const { condition: compared, note } = readComparison(text, columns) ?? {};
  if (compared !== undefined) return { condition: compared, ...(note === undefined ? {} : { note }) };
  const moment = readMoment(text);
  const { low = null, high = null } = moment ?? {};
  const condition = { kind: "text", text, number: readNumber(text), low, high } as const;
  const reason = note ?? noColumn(text, { known: columns.length, width });
  if (reason !== undefined) return { condition, note: `${reason}: "${text}" is searched as text` };
  return moment?.hasZone ? { condition, note: zoneNote } : { condition };
}

function noColumn(text: string, { known, width }: { known: number; width: number }): string | undefined {
  const name = unknownComparison.exec(text)?.[2];
  if (name === undefined) return undefined;
  return `No column "${name.trim()}"${known < width ? ` among the first ${known.toLocaleString()}` : ""}`;
}

const zoneNote = "Times are those of the column, in its own zone: the zone in the filter is not used";

/** Undefined if no column is compared; without a condition if it cannot be. */
function readComparison(
  text: string,
  columns: readonly ViewColumn[],
): { readonly condition?: Condition; readonly note?: string } | undefined {
  const compared = [...columns.entries()].flatMap(([place, { name, kind }]) => {
    const start = text.slice(0, name.length);
    const [, sign = "", , value = ""] = comparison.exec(text.slice(name.length)) ?? [];
    if (name === "" || sign === "" || start.toLowerCase() !== name.toLowerCase()) return [];
    return [{
      place,
      kind,
      sign: sign === "==" ? "=" : sign,
      value,
      likeness: name.length + (start === name ? 0.5 : 0),
    }];
  });
  const [best] = compared.toSorted((a, b) => b.likeness - a.likeness);
  if (best === undefined) return undefined;
  const { place: found, kind, sign, value } = best;
  switch (kind) {
    case "number": {
      const number = readNumber(value);
      if (number === null) return { note: `"${value}" is not a number` };
      return { condition: range(found, sign, { low: number, high: number, isDate: false }) };
    }
    case "time": {
      const moment = readMoment(value);
      if (moment === undefined) return { note: `"${value}" is not a date or time` };
      const { low, high, hasZone } = moment;
      const condition = range(found, sign, { low, high, isDate: true });
      return hasZone ? { condition, note: zoneNote } : { condition };
    }
    default:
      if (sign !== "=" && sign !== "!=") {
        return { note: `"${columns[found]?.name}" is compared only with = and !=` };
      }
      return {
        condition: { kind: "equal", place: found, text: value, negate: sign === "!=" },
        ...(furtherComparison.test(value)
          ? { note: `Only one comparison is read: "${value}" is taken as one value` }
          : {}),
      };
  }
}

interface Span {
  readonly low: number | string;
  readonly high: number | string;
  /** Whether `high` is the first moment that is no longer meant. */
  readonly isDate: boolean;
}

function range(place: number, sign: string, { low, high, isDate }: Span): Condition {
  const all = { kind: "range", place, low: null, high: null, negate: false } as const;
  const closed = { low_open: false, high_open: false };
  switch (sign) {
    case ">":
      return { ...all, ...closed, low: high, low_open: !isDate };
    case ">=":
      return { ...all, ...closed, low };
    case "<":
      return { ...all, ...closed, high: low, high_open: true };
    case "<=":
      return { ...all, ...closed, high, high_open: isDate };
    default:
      return { ...all, ...closed, low, high, high_open: isDate, negate: sign === "!=" };
  }
}

/** A whole number beyond 2^53 stays text, with all of its digits. */
function readNumber(text: string): number | string | null {
  const plain = text.replaceAll(",", "");
  if (!/^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(plain)) return null;
  const number = Number(plain);
  const isLong = /^[-+]?\d{1,38}$/.test(plain) && !Number.isSafeInteger(number);
  return isLong ? String(BigInt(plain.replace("+", ""))) : Number.isFinite(number) ? number : null;
}

/** Moments without a zone, and the first one that is no longer meant. */
interface Moments {
  readonly low: string;
  readonly high: string;
  readonly hasZone?: boolean;
}

function readMoment(text: string): Moments | undefined {
  return readDate(text) ?? readTime(text);
}

/** The span of a minute, a second or a part of one; microseconds are the smallest. */
function readTime(text: string): Moments | undefined {
  const [, day = "", minute = "", second, fraction, zone] =
    /^(\d{4}-\d{2}-\d{2})(?:T|\s+)(\d{1,2}:\d{2})(?::(\d{2})(?:[.,](\d+))?)?\s*(Z|UTC|[-+]\d{2}:?\d{2})?$/i
      .exec(text) ?? [];
  const from = Date.parse(`${day}T${minute.padStart(5, "0")}:${second ?? "00"}Z`);
  if (Number.isNaN(from)) return undefined;
  const micros = BigInt(from) * 1_000n + BigInt((fraction ?? "").slice(0, 6).padEnd(6, "0"));
  const length = fraction !== undefined
    ? 10n ** BigInt(Math.max(0, 6 - fraction.length))
    : second !== undefined
    ? 1_000_000n
    : 60_000_000n;
  return { low: isoTime(micros), high: isoTime(micros + length), hasZone: zone !== undefined };
}

function isoTime(micros: bigint): string {
  const fraction = ((micros % 1_000_000n) + 1_000_000n) % 1_000_000n;
  const seconds = new Date(Number((micros - fraction) / 1_000n)).toISOString().slice(0, 19);
  return fraction === 0n ? seconds : `${seconds}.${String(fraction).padStart(6, "0")}`;
}

/** The span of a year, month or day. */
function readDate(text: string): Moments | undefined {
  const [, year = "", month, day] = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/.exec(text) ?? [];
  if (year === "") return undefined;
  const from = Date.UTC(Number(year), Number(month ?? 1) - 1, Number(day ?? 1));
  const start = new Date(from);
  const end = day !== undefined
    ? Date.UTC(start.getUTCFullYear(), start.getUTCMonth(), start.getUTCDate() + 1)
    : month !== undefined
    ? Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 1)
    : Date.UTC(start.getUTCFullYear() + 1, 0, 1);
  return { low: isoDay(from), high: isoDay(end) };
}

function isoDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
