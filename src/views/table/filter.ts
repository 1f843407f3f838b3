/**
 * Reads the filter box. `price > 100`, `city = Rome` and `day >= 2024-03` compare one column; anything else is looked for
 * in all of them: as a text, and if it is one, as a number or a date.
 */

import type { Condition, ViewColumn } from "../../base/view_messages.ts";

/** What follows the name of a column; the value may be quoted, as in code. */
const comparison = /^\s*(>=|<=|!=|==?|>|<)\s*(["']?)(.+)\2$/s;

/** The condition that a person has typed; null if it is empty. */
export function readFilter(typed: string, columns: readonly ViewColumn[]): Condition | null {
  const text = typed.trim();
  if (text === "") return null;
  return readComparison(text, columns) ?? {
    kind: "text",
    text,
    number: readNumber(text),
    low: readDate(text)?.low ?? null,
    high: readDate(text)?.high ?? null,
  };
}

function readComparison(text: string, columns: readonly ViewColumn[]): Condition | undefined {
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
      return number === null ? undefined : range(found, sign, { low: number, high: number, isDate: false });
    }
    case "time": {
      const date = readDate(value);
      return date === undefined ? undefined : range(found, sign, { ...date, isDate: true });
    }
    default:
      return sign === "=" || sign === "!="
        ? { kind: "equal", place: found, text: value, negate: sign === "!=" }
        : undefined;
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

function readNumber(text: string): number | null {
  const plain = text.replaceAll(",", "");
  return /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(plain) ? Number(plain) : null;
}

/** The span of a year, month or day. */
function readDate(text: string): { low: string; high: string } | undefined {
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
