/** Types that Parquet lacks (time zones, durations, categories), from the metadata that Arrow and pandas add to a file. */

import type { DataType } from "@uwdata/flechette";
import type { FileMetaData } from "hyparquet";
import { z } from "zod";
import { tryParseJson } from "../../base/json.ts";
import { arrowDtype, arrowTypes, arrowValue } from "./arrow_types.ts";
import { inZone } from "./values.ts";

/** What was noted of a column, or of a part of one. */
export interface NotedType {
  readonly dtype: string;
  readonly type: DataType | undefined;
}

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

/** A number or a text as Parquet has it, by the dtype and the type that were noted. */
export function notedValue(value: unknown, { dtype, type }: NotedType): unknown {
  if (dtype === "duration" && type !== undefined) {
    return typeof value === "bigint" || typeof value === "number" ? arrowValue(BigInt(value), type) : value;
  }
  const zone = /^datetime64\[\w+, (.+)\]$/.exec(dtype)?.[1];
  return zone === undefined || typeof value !== "string"
    ? value
    : inZone(value.replace(/\+00:00$/, ""), zone);
}

/** What was noted of the parts of a list, a struct or a map; of the values of a map if there is no name. */
export function notedPart(type: DataType | undefined, name?: string): NotedType | undefined {
  const parts = partsOf(type);
  const found = name === undefined ? parts[0]?.type : parts.find((part) => part.name === name)?.type;
  // A map is a list of pairs.
  const part = type?.typeId === arrowTypes.map ? partsOf(parts[0]?.type)[1]?.type : found;
  return part === undefined ? undefined : { dtype: arrowDtype(part), type: part };
}

function partsOf(type: DataType | undefined) {
  return type !== undefined && "children" in type ? type.children ?? [] : [];
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
