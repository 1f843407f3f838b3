/** Values of Arrow's columns as their types mean them. */

import type { DataType } from "@uwdata/flechette";
import { arrowUnits } from "./arrow_dtype.ts";
import { inZone } from "./in_zone.ts";
import { decimalValue, isoDay, isoDuration, isoTime, isoTimestamp, shortFloat } from "./exact_values.ts";

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

/** A list of any kind; what is no list, such as bytes, is left as it is. */
function listValue(value: object, type: DataType): unknown {
  const item = "children" in type ? type.children?.at(-1)?.type : undefined;
  if (item === undefined) return value;
  if (Array.isArray(value)) return value.map((one) => arrowValue(one, item));
  return ArrayBuffer.isView(value) ? Object.values(value).map((one) => arrowValue(one, item)) : value;
}
