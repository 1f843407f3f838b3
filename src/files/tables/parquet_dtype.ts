/** The types of Parquet's columns in the names that all formats share. */

import type { SchemaTree } from "hyparquet";

/** Parquet's names of the units of times. */
export const parquetUnits = { MILLIS: "ms", MICROS: "us", NANOS: "ns" } as const;

const byConvertedType: Readonly<Record<string, string>> = {
  UTF8: "string",
  ENUM: "string",
  JSON: "string",
  DATE: "date",
  TIME_MILLIS: "time",
  TIME_MICROS: "time",
  TIMESTAMP_MILLIS: "datetime64[ms]",
  TIMESTAMP_MICROS: "datetime64[us]",
  INT_8: "int8",
  INT_16: "int16",
  INT_32: "int32",
  INT_64: "int64",
  UINT_8: "uint8",
  UINT_16: "uint16",
  UINT_32: "uint32",
  UINT_64: "uint64",
};

const byType: Readonly<Record<string, string>> = {
  BOOLEAN: "bool",
  INT32: "int32",
  INT64: "int64",
  INT96: "datetime64[ns]",
  FLOAT: "float32",
  DOUBLE: "float64",
  BYTE_ARRAY: "binary",
  FIXED_LEN_BYTE_ARRAY: "binary",
};

export function parquetDtype(node: SchemaTree): string {
  const { element, children } = node;
  if (children.length === 0) {
    const single = leafDtype(element);
    return element.repetition_type === "REPEATED" ? `list<${single}>` : single;
  }
  const kind = element.logical_type?.type ?? element.converted_type;
  if (kind === "MAP" || kind === "MAP_KEY_VALUE") return "map";
  if (kind !== "LIST") return "struct";
  const [repeated] = children;
  const item = repeated?.children.length === 1 ? repeated.children[0] : repeated;
  return item === undefined ? "list" : `list<${parquetDtype(item).replace(/^list<(.*)>$/, "$1")}>`;
}

function leafDtype(
  { type, logical_type: logical, converted_type, precision, scale }: SchemaTree["element"],
): string {
  if (logical?.type === "DECIMAL" || converted_type === "DECIMAL") {
    return `decimal(${precision ?? 0}, ${scale ?? 0})`;
  }
  switch (logical?.type) {
    case "STRING":
    case "ENUM":
    case "JSON":
      return "string";
    case "DATE":
      return "date";
    case "TIME":
      return "time";
    case "TIMESTAMP":
      return `datetime64[${parquetUnits[logical.unit]}${logical.isAdjustedToUTC ? ", UTC" : ""}]`;
    case "INTEGER":
      return `${logical.isSigned ? "" : "u"}int${logical.bitWidth}`;
    case "UUID":
      return "uuid";
    case "FLOAT16":
      return "float16";
    case "NULL":
      return "null";
  }
  return byConvertedType[converted_type ?? ""] ?? byType[type ?? ""] ?? "unknown";
}
