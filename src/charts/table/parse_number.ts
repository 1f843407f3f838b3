/** Numbers as people write them: `1,234.5`, `¥1,200`, `12%`, `（300）`, `３．５万`, `1.2k`, `-4 kg`. */

/** What stands around the digits of a cell. */
export interface WrittenNumber {
  readonly value: number;
  /** The currency sign before the number, or the percent sign or word after it; empty for a bare number. */
  readonly unit: string;
}

const multiples: Readonly<Record<string, number>> = {
  千: 1e3,
  万: 1e4,
  億: 1e8,
  兆: 1e12,
  k: 1e3,
  K: 1e3,
  M: 1e6,
  B: 1e9,
};

const shape =
  /^([¥$€£₩]|JPY|USD|EUR)?\s*([-+−–△▲]?)\s*([¥$€£₩])?\s*((?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d*)?|\.\d+)([eE][-+]?\d+)?\s*([千万億兆]|[kKMB](?![A-Za-z]))?\s*([^\d\s.,;:/-][^\d.,;:/-]{0,5})?$/;

/** 1億2,000万円, 3万5千: several parts, each with its multiple. */
const parts =
  /^([-−△▲]?)(?:([\d,.]+)兆)?(?:([\d,.]+)億)?(?:([\d,.]+)万)?(?:([\d,.]+)千)?([\d,]+)?(円|人|個|件|台)?$/;

const plain = /^-?\d+(?:\.\d+)?$/;

/** Reads a cell; null if it is not a number. `decimalComma` is for columns such as `1,5` and `1.234,50`. */
export function parseNumber(text: string, decimalComma = false): WrittenNumber | null {
  if (!decimalComma && plain.test(text)) return { value: Number(text), unit: "" };
  return decimalComma ? parseWritten(swapped(text)) : parseWritten(text);
}

function swapped(text: string): string {
  return text.replaceAll(".", "\u0000").replaceAll(",", ".").replaceAll("\u0000", ",");
}

function parseWritten(raw: string): WrittenNumber | null {
  const text = raw.normalize("NFKC").trim();
  if (text.length > 40) return null;
  const inside = /^\((.+)\)$/.exec(text)?.[1];
  const match = shape.exec(inside ?? text);
  if (match === null) return parseParts(inside ?? text);
  const [, before = "", sign = "", between = "", digits = "", exponent = "", multiple = "", behind = ""] =
    match;
  const size = Number(`${digits.replaceAll(",", "")}${exponent}`) * (multiples[multiple] ?? 1);
  const negative = inside !== undefined || ["-", "−", "–", "△", "▲"].includes(sign);
  if (!Number.isFinite(size)) return null;
  return { value: negative ? -size : size, unit: before || between || behind.trim() };
}

function parseParts(text: string): WrittenNumber | null {
  const match = parts.exec(text);
  if (match === null || !/[兆億万千]/.test(text)) return null;
  const [, sign = "", ...rest] = match;
  const value = [1e12, 1e8, 1e4, 1e3, 1].reduce(
    (sum, size, at) => sum + Number((rest[at] ?? "0").replaceAll(",", "")) * size,
    0,
  );
  return Number.isFinite(value) ? { value: sign === "" ? value : -value, unit: rest[5] ?? "" } : null;
}
