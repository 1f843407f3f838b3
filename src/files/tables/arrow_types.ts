/** Arrow's column types in the names that all formats share, and values as these types define them. */

import type { DataType } from "@uwdata/flechette";
import { decimalValue, inZone, isoDay, isoDuration, isoTime, isoTimestamp, shortFloat } from "./values.ts";

/** Arrow's numbers of types. */
const simple: Readonly<Record<number, string>> = {
  1: "null",
  4: "binary",
  5: "string",
  6: "bool",
  8: "date",
  9: "time",
  11: "interval",
  13: "struct",
  14: "union",
  15: "binary",
  17: "map",
  18: "duration",
  19: "binary",
  20: "string",
  23: "binary",
  24: "string",
};

const floats = ["float16", "float32", "float64"] as const;
/** The units of times, by Arrow's numbers of them. */
const arrowUnits = ["s", "ms", "us", "ns"] as const;
const lists = new Set([12, 16, 21, 25, 26]);

export function arrowDtype(type: DataType): string {
  const known = simple[type.typeId];
  if (known !== undefined) return known;
  if ("dictionary" in type) return "category";
  if ("signed" in type) return `${type.signed ? "" : "u"}int${type.bitWidth}`;
  if ("precision" in type) {
    return "scale" in type
      ? `decimal(${type.precision}, ${type.scale})`
      : floats[type.precision] ?? "float64";
  }
  if ("timezone" in type) {
    const zone = type.timezone ? `, ${type.timezone}` : "";
    return `datetime64[${arrowUnits[type.unit] ?? "ns"}${zone}]`;
  }
  if (lists.has(type.typeId) && "children" in type) {
    const item = type.children?.[0]?.type;
    return item === undefined ? "list" : `list<${arrowDtype(item)}>`;
  }
  return "unknown";
}

/** Arrow's numbers of types. */
export const arrowTypes = {
  dictionary: -1,
  decimal: 7,
  date: 8,
  time: 9,
  timestamp: 10,
  struct: 13,
  map: 17,
  duration: 18,
};

/** A value with dates and times as text, and numbers without noise; read with integers for all of them. */
export function arrowValue(value: unknown, type: DataType): unknown {
  if (value === null || value === undefined) return null;
  if (type.typeId === arrowTypes.dictionary && "dictionary" in type) {
    return arrowValue(value, type.dictionary);
  }
  if (type.typeId === arrowTypes.struct && "children" in type) return structValue(value, type.children ?? []);
  if (type.typeId === arrowTypes.map && "children" in type) return mapValue(value, type.children?.[0]?.type);
  if (typeof value === "object") return listValue(value, type);
  return typeof value === "number" || typeof value === "bigint" ? scalarValue(value, type) : value;
}

function scalarValue(value: number | bigint, type: DataType): unknown {
  const unit = "unit" in type ? arrowUnits[Number(type.unit)] ?? "ns" : "ns";
  switch (type.typeId) {
    case arrowTypes.decimal:
      return "scale" in type ? decimalValue(BigInt(value), type.scale) : value;
    case arrowTypes.date:
      return isoDay(Number(value));
    case arrowTypes.time:
      return isoTime(BigInt(value), unit);
    case arrowTypes.timestamp:
      return zoned(isoTimestamp(BigInt(value), unit), "timezone" in type ? type.timezone : null);
    case arrowTypes.duration:
      return isoDuration(BigInt(value), unit);
  }
  if (typeof value === "bigint" || !("precision" in type)) return value;
  return type.precision === 2 ? value : shortFloat(value, type.precision === 0 ? Math.f16round : Math.fround);
}

function zoned(utc: string, zone: string | null | undefined): string {
  return zone ? inZone(utc, zone) : utc;
}

function structValue(value: unknown, fields: readonly { readonly name: string; readonly type: DataType }[]) {
  const entries: readonly (readonly [string, unknown])[] = Object.entries(Object(value));
  const types = new Map(fields.map(({ name, type }) => [name, type]));
  return Object.fromEntries(entries.map(([name, item]) => {
    const type = types.get(name);
    return [name, type === undefined ? item : arrowValue(item, type)];
  }));
}

function mapValue(value: unknown, entry: DataType | undefined): unknown {
  const [keys, items] = entry !== undefined && "children" in entry ? entry.children ?? [] : [];
  if (!Array.isArray(value) || keys === undefined || items === undefined) return value;
  return Object.fromEntries(
    value.map(([key, item]) => [String(arrowValue(key, keys.type)), arrowValue(item, items.type)]),
  );
}

/** A list of any kind; other values, such as bytes, stay as they are. */
function listValue(value: object, type: DataType): unknown {
  const item = "children" in type ? type.children?.at(-1)?.type : undefined;
  if (item === undefined) return value;
  if (Array.isArray(value)) return value.map((one) => arrowValue(one, item));
  return ArrayBuffer.isView(value) ? Object.values(value).map((one) => arrowValue(one, item)) : value;
}
