/** Types that Parquet lacks (time zones, durations, categories), from the metadata that Arrow and pandas add to a file. */

import type { DataType } from "@uwdata/flechette";
import type { FileMetaData } from "hyparquet";
import { z } from "zod";
import { tryParseJson } from "../../base/json.ts";
import { arrowDtype, arrowTypes, arrowValue } from "./arrow_types.ts";
import { inZone } from "./values.ts";

/** The types by column name; empty if another program wrote the file. */
export async function notedTypes(metadata: FileMetaData): Promise<ReadonlyMap<string, DataType>> {
  const text = noteIn(metadata, "ARROW:schema");
  if (text === undefined) return new Map();
  const { tableFromIPC } = await import("@uwdata/flechette");
  try {
    const { fields } = tableFromIPC(Uint8Array.fromBase64(text)).schema;
    return new Map(fields.map(({ name, type }) => [name, type]));
  } catch {
    // Invalid metadata is ignored: the columns can be read without it.
    return new Map();
  }
}

function noteIn({ key_value_metadata }: FileMetaData, name: string): string | undefined {
  return key_value_metadata?.find(({ key }) => key === name)?.value;
}

/** The type of a column; Arrow's if that says more. */
export function notedDtype(dtype: string, type: DataType | undefined): string {
  if (type === undefined) return dtype;
  const noted = arrowDtype(type);
  const saysMore = dtype === "int64"
    ? noted === "duration"
    : dtype.startsWith("list<")
    ? noted.startsWith("list<")
    : isUtc(dtype) && noted.startsWith("datetime64");
  return saysMore ? noted : dtype;
}

/** A value as Parquet has it, by the dtype and the type that were noted. */
export function notedValue(value: unknown, dtype: string, type: DataType | undefined): unknown {
  if (type !== undefined && typeof value === "object" && value !== null) return withinValue(value, type);
  if (dtype === "duration" && type !== undefined) {
    return typeof value === "bigint" || typeof value === "number" ? arrowValue(BigInt(value), type) : value;
  }
  const zone = /^datetime64\[\w+, (.+)\]$/.exec(dtype)?.[1];
  return zone === undefined || typeof value !== "string"
    ? value
    : inZone(value.replace(/\+00:00$/, ""), zone);
}

/** A list, a struct or a map, with what was noted of its parts. */
function withinValue(value: object, type: DataType): unknown {
  const parts = partsOf(type);
  const [first] = parts;
  if (first === undefined) return value;
  if (Array.isArray(value)) return value.map((one) => partValue(one, first.type));
  // A map is a list of pairs, and its keys have become names.
  const items = type.typeId === arrowTypes.map ? partsOf(first.type)[1]?.type : undefined;
  const types = new Map(parts.map((part) => [part.name, part.type]));
  const entries: readonly (readonly [string, unknown])[] = Object.entries(value);
  return Object.fromEntries(
    entries.map(([name, one]) => [name, partValue(one, items ?? types.get(name))]),
  );
}

function partValue(value: unknown, type: DataType | undefined): unknown {
  return type === undefined ? value : notedValue(value, arrowDtype(type), type);
}

function partsOf(type: DataType) {
  return "children" in type ? type.children ?? [] : [];
}

function isUtc(dtype: string): boolean {
  return dtype.endsWith(", UTC]");
}

const noted = z.object({
  columns: z.array(z.object({
    field_name: z.string().nullish(),
    pandas_type: z.string(),
    metadata: z.looseObject({ timezone: z.string().optional() }).nullish().catch(null),
  })),
});

type PandasColumn = z.infer<typeof noted>["columns"][number];

/** What pandas says of its columns, by name; empty if another program wrote the file. */
export function pandasColumns(metadata: FileMetaData): ReadonlyMap<string, PandasColumn> {
  const columns = noted.safeParse(tryParseJson(noteIn(metadata, "pandas") ?? "")).data?.columns ?? [];
  return new Map(columns.map((column) => [column.field_name ?? "", column]));
}

export function pandasDtype(dtype: string, column: PandasColumn | undefined): string {
  if (column?.pandas_type === "categorical") return "category";
  const zone = column?.metadata?.timezone;
  return column?.pandas_type === "datetimetz" && zone !== undefined
    ? dtype.replace(", UTC]", `, ${zone}]`)
    : dtype;
}
