/**
 * Parquet's column types in the names that all formats share, and values as these types define them. The library is kept
 * from turning decimals into numbers and times into dates, which cannot hold all digits.
 */

import type { FileMetaData, ParquetParsers, SchemaTree } from "hyparquet";
import { notedPart, type NotedType, notedValue } from "./parquet_metadata.ts";
import { decimalValue, isoDay, isoTime, isoTimestamp, shortFloat, type TimeUnit } from "./values.ts";

/** Parquet's names of the units of times. */
const parquetUnits = { MILLIS: "ms", MICROS: "us", NANOS: "ns" } as const;

const byLogicalType: Readonly<Record<string, string>> = {
  ...{ STRING: "string", ENUM: "string", JSON: "string", DATE: "date", TIME: "time" },
  ...{ UUID: "uuid", FLOAT16: "float16", NULL: "null" },
};

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
  if (logical?.type === "TIMESTAMP") {
    return `datetime64[${parquetUnits[logical.unit]}${logical.isAdjustedToUTC ? ", UTC" : ""}]`;
  }
  if (logical?.type === "INTEGER") return `${logical.isSigned ? "" : "u"}int${logical.bitWidth}`;
  const known = byLogicalType[logical?.type ?? ""] ?? byConvertedType[converted_type ?? ""];
  return known ?? byType[type ?? ""] ?? "unknown";
}

/** Makes the reader return times as text. */
export const exactParsers: Partial<ParquetParsers> = {
  timestampFromMilliseconds: (value: bigint) => isoTimestamp(BigInt(value), "ms"),
  timestampFromMicroseconds: (value: bigint) => isoTimestamp(BigInt(value), "us"),
  timestampFromNanoseconds: (value: bigint) => isoTimestamp(BigInt(value), "ns"),
  dateFromDays: (days: number) => isoDay(days * 86_400_000),
};

/** The metadata of a file with its decimals declared as the integers, or bytes, that store them. */
export function withRawDecimals(metadata: FileMetaData): FileMetaData {
  return {
    ...metadata,
    schema: metadata.schema.map(({ converted_type, logical_type, ...rest }) =>
      converted_type === "DECIMAL" || logical_type?.type === "DECIMAL" ? rest : {
        ...rest,
        ...(converted_type === undefined ? {} : { converted_type }),
        ...(logical_type === undefined ? {} : { logical_type }),
      }
    ),
  };
}

/** A value that was read so, with dates, times and decimals as they are written, and with what was noted of it. */
export function parquetValue(value: unknown, node: SchemaTree, noted?: NotedType): unknown {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value) || ArrayBuffer.isView(value) && !(value instanceof Uint8Array)) {
    const [item, part] = [itemOf(node), notedPart(noted?.type)];
    return Object.values(value).map((one) => parquetValue(one, item, part));
  }
  if (node.children.length === 0) {
    const plain = leafValue(value, node);
    return noted === undefined ? plain : notedValue(plain, noted);
  }
  return typeof value === "object" ? partsOf(value, node, noted) : value;
}

function partsOf(value: object, node: SchemaTree, noted: NotedType | undefined): unknown {
  const [pair] = node.children;
  const entries: readonly (readonly [string, unknown])[] = Object.entries(value);
  const nodes = new Map(node.children.map((child) => [child.element.name, child]));
  const values = parquetDtype(node) === "map" ? pair?.children[1] : undefined;
  return Object.fromEntries(entries.map(([name, item]) => {
    const child = values ?? nodes.get(name);
    return [name, child === undefined ? item : parquetValue(item, child, notedPart(noted?.type, name))];
  }));
}

/** What a list holds: there are lists of two and of three levels, and fields that are simply repeated. */
function itemOf(node: SchemaTree): SchemaTree {
  const [repeated] = node.children;
  if (repeated === undefined) return node;
  return repeated.children.length === 1 ? repeated.children[0] ?? repeated : repeated;
}

function leafValue(value: unknown, node: SchemaTree): unknown {
  const dtype = parquetDtype(node).replace(/^list<(.*)>$/, "$1");
  if (dtype.startsWith("decimal")) {
    const integer = value instanceof Uint8Array ? signedInteger(value) : integerOf(value);
    return integer === null ? value : decimalValue(integer, node.element.scale ?? 0);
  }
  if (dtype === "time") {
    const integer = integerOf(value);
    return integer === null ? value : isoTime(integer, timeUnit(node));
  }
  if (typeof value === "string") return dtype.endsWith(", UTC]") ? `${value}+00:00` : value;
  if (typeof value !== "number") return value;
  if (dtype === "float32") return shortFloat(value);
  return dtype === "float16" ? shortFloat(value, Math.f16round) : value;
}

function timeUnit({ element: { logical_type, converted_type } }: SchemaTree): TimeUnit {
  if (logical_type?.type === "TIME") return parquetUnits[logical_type.unit];
  return converted_type === "TIME_MICROS" ? "us" : "ms";
}

function integerOf(value: unknown): bigint | null {
  return typeof value === "bigint" ? value : Number.isInteger(value) ? BigInt(Number(value)) : null;
}

/** The most significant byte comes first. */
function signedInteger(bytes: Uint8Array): bigint {
  return BigInt.asIntN(bytes.length * 8, bytes.length === 0 ? 0n : BigInt(`0x${bytes.toHex()}`));
}
