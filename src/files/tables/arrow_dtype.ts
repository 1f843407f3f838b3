/** The types of Arrow's columns in the names that all formats share. */

import type { DataType } from "@uwdata/flechette";

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
export const arrowUnits = ["s", "ms", "us", "ns"] as const;
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
