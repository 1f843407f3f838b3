/**
 * The head of a Parquet file: its footer, then of each column the first pages of the first row group, and no more. A
 * column of a row group may have hundreds of megabytes, and its first page has one at most.
 */

import type {
  AsyncBuffer,
  ColumnMetaData,
  Compressors,
  DecodedArray,
  FileMetaData,
  RowGroup,
} from "hyparquet";
import { compressors } from "hyparquet-compressors";
import { parquetHeader } from "hyparquet/src/column.js";
import { DEFAULT_PARSERS } from "hyparquet/src/convert.js";
import { parquetMetadataAsync, parquetSchema } from "hyparquet/src/index.js";
import { assembleAsync } from "hyparquet/src/rowgroup.js";
import { getTreePath } from "hyparquet/src/schema.js";
import { flatten } from "hyparquet/src/utils.js";
import { type ByteSource, bytesSource } from "../byte_source.ts";
import { cannotPreview, type HeadOptions, mostColumns, type TableHead } from "../table_head.ts";
import { type ColumnDecoder, columnLimits, firstValues, TooMuch } from "./parquet_column.ts";
import { notedDtype, notedTypes, pandasColumns, pandasDtype } from "./parquet_metadata.ts";
import { exactParsers, parquetDtype, parquetValue, withRawDecimals } from "./parquet_types.ts";
import { explainErrors, listedColumns, viewOf } from "./read_part.ts";
import { plainValue } from "./values.ts";

/** Bytes of a column that is read without looking for pages. */
const smallColumn = 300_000;
/** Bytes that all columns together may take; those that come later are left out. */
const mostBytes = 48_000_000;
/** Values of all columns together that are decoded: repeated ones take next to no bytes. */
const mostValues = 100_000_000;
const mostLeaves = 200;
/** Bytes in which the header of a page is found. */
const headerBytes = 8_192;
/** The footer of a file with many columns or row groups. */
const largestFooter = 64_000_000;
/** A file of this size is loaded whole. */
const smallFile = 4_000_000;

export async function readParquet(file: ByteSource, options: HeadOptions): Promise<TableHead> {
  const length = await footerLength(file);
  if (length > largestFooter) throw cannotPreview(file.path, "its footer is too large", broken);
  return await explainErrors(read(file, options), file, broken);
}

async function read(file: ByteSource, options: HeadOptions): Promise<TableHead> {
  const source = file.size <= smallFile ? bytesSource(file.path, await file.read(0, file.size)) : file;
  const metadata = await parquetMetadataAsync(bufferOf(source), { initialFetchSize: 65_536 });
  const all = parquetSchema(metadata).children;
  const [inPandas, noted] = [pandasColumns(metadata), await notedTypes(metadata)];
  const columns = all.slice(0, mostColumns).map((field) => {
    const { name } = field.element;
    const dtype = notedDtype(parquetDtype(field), noted.get(name));
    return { name, field, dtype: pandasDtype(dtype, inPandas.get(name)), type: noted.get(name) };
  });
  const group = metadata.row_groups.find(({ num_rows }) => num_rows > 0n);
  const rows = Math.min(options.rows, Number(group?.num_rows ?? 0));
  const values: ReadonlyMap<string, ArrayLike<unknown>> = group === undefined || rows === 0
    ? new Map()
    : await readColumns(source, { metadata, group, rows });
  return {
    format: "parquet",
    ...listedColumns(columns, {
      rows: values.size === 0 ? 0 : rows,
      cell: (row, { field, ...noted }) =>
        plainValue(parquetValue(values.get(noted.name)?.[row], field, noted)),
      width: all.length,
    }),
    rows: Number(metadata.num_rows),
    isRowsExact: true,
    facts: {
      row_groups: metadata.row_groups.length,
      ...(metadata.created_by === undefined ? {} : { created_by: metadata.created_by }),
    },
    notes: rows > 0 && values.size < Math.min(columns.length, mostLeaves)
      ? [`The head shows ${values.size} of ${all.length} columns; the rest are null`]
      : [],
  };
}

type Leaf = RowGroup["columns"][number];

interface Part {
  readonly metadata: FileMetaData;
  readonly group: RowGroup;
  readonly rows: number;
}

/** The first values of a column, or of a part of one. */
interface Shown {
  readonly path: string[];
  readonly chunks: readonly DecodedArray[];
}

/** The first values of the columns that can be shown, by name: a column of several parts is shown whole or not at all. */
async function readColumns(source: ByteSource, { metadata, group, rows }: Part) {
  const decoders = decodersOf(metadata);
  const left = new Set(group.columns.slice(mostLeaves).map(nameOf));
  const found = new Map<string, Shown[]>();
  const spent = { bytes: 0, values: 0 };
  for (const some of batches(group.columns.slice(0, mostLeaves))) {
    const lengths = await Promise.all(some.map((leaf) => bytesFor(source, metaOf(leaf), rows)));
    const loaded = await Promise.all(some.map((leaf, index) => {
      const length = lengths[index] ?? Infinity;
      if (left.has(nameOf(leaf)) || spent.bytes + length > mostBytes) return undefined;
      spent.bytes += length;
      const start = startOf(metaOf(leaf));
      return source.read(start, start + length);
    }));
    for (const [index, leaf] of some.entries()) {
      const bytes = loaded[index];
      const { path_in_schema: path } = metaOf(leaf);
      const chunks = bytes === undefined || spent.values > mostValues
        ? null
        : decoded(bytes, decoders(metaOf(leaf)), rows);
      if (chunks === null) left.add(nameOf(leaf));
      else {
        spent.values += chunks.reduce((sum, { length }) => sum + length, 0);
        // Values that are not shown are released before the next column is decoded.
        const shown = { path, chunks: shownOf(chunks, rows) };
        found.set(nameOf(leaf), [...found.get(nameOf(leaf)) ?? [], shown]);
      }
    }
  }
  for (const name of left) found.delete(name);
  return await assembled(metadata, found, rows);
}

/** Null for a column that is too large to be shown. */
function decoded(bytes: Uint8Array, decoder: ColumnDecoder, rows: number) {
  try {
    return firstValues(bytes, decoder, rows);
  } catch (error) {
    if (error instanceof TooMuch) return null;
    throw error;
  }
}

/** Enough of the chunks for the rows; a copy, since a part of an array keeps all of it. */
function shownOf(chunks: readonly DecodedArray[], rows: number): readonly DecodedArray[] {
  const shown: DecodedArray[] = [];
  let wanted = rows;
  for (const chunk of chunks) {
    if (wanted <= 0) break;
    shown.push(chunk.slice(0, wanted));
    wanted -= chunk.length;
  }
  return shown;
}

/** Puts the parts of structs, lists and maps together. */
async function assembled(
  metadata: FileMetaData,
  found: ReadonlyMap<string, readonly Shown[]>,
  rows: number,
): Promise<ReadonlyMap<string, ArrayLike<unknown>>> {
  const parts = [...found.values()].flat();
  const group = {
    groupStart: 0,
    groupRows: rows,
    selectStart: 0,
    selectEnd: rows,
    asyncColumns: parts.map(({ path, chunks }) => ({
      pathInSchema: path,
      data: Promise.resolve({ data: [...chunks], skipped: 0 }),
    })),
  };
  const schema = parquetSchema(withRawDecimals(metadata));
  const columns = assembleAsync(group, schema, exactParsers).asyncColumns;
  const whole = await Promise.all(columns.map(({ data }) => data));
  return new Map(columns.map(({ pathInSchema }, index) => [
    pathInSchema[0] ?? "",
    flatten(whole[index]?.data),
  ]));
}

/** How each column is decoded. */
function decodersOf(metadata: FileMetaData): (meta: ColumnMetaData) => ColumnDecoder {
  const schema = parquetSchema(withRawDecimals(metadata));
  const shared = {
    parsers: { ...DEFAULT_PARSERS, ...exactParsers },
    compressors: withEmptyPages(compressors),
    // Bytes that are not declared as text are not decoded as text.
    utf8: false,
  };
  return ({ path_in_schema: pathInSchema, type, codec }) => {
    const schemaPath = getTreePath(schema, pathInSchema);
    const element = schemaPath.at(-1)?.element;
    if (element === undefined) throw new Error("a column without a schema");
    return { ...shared, pathInSchema, schemaPath, element, type, codec };
  };
}

function metaOf({ meta_data }: Leaf): ColumnMetaData {
  if (meta_data === undefined) throw new Error("a column without metadata");
  return meta_data;
}

function nameOf({ meta_data }: Leaf): string {
  return meta_data?.path_in_schema[0] ?? "";
}

function* batches(columns: readonly Leaf[]) {
  for (let at = 0; at < columns.length; at += 8) yield columns.slice(at, at + 8);
}

function startOf(meta: ColumnMetaData): number {
  return Number(meta.dictionary_page_offset || meta.data_page_offset);
}

/** Bytes from the start of a column to the end of the page with its last wanted row. */
async function bytesFor(source: ByteSource, meta: ColumnMetaData, rows: number): Promise<number> {
  const total = Number(meta.total_compressed_size);
  if (total <= smallColumn) return total;
  const start = startOf(meta);
  const isFlat = meta.path_in_schema.length === 1;
  let values = 0;
  // The dictionary before the first page is passed over.
  let at = Number(meta.data_page_offset) - start;
  // Of a column of lists it is not known how many values make a row.
  const wanted = isFlat ? rows : rows * 20;
  while (at < total && values < wanted) {
    const bytes = await source.read(start + at, start + Math.min(total, at + headerBytes));
    const reader = { view: viewOf(bytes), offset: 0 };
    const header = parquetHeader(reader);
    if (header.compressed_page_size < 0) throw new Error("a page of less than nothing");
    at += reader.offset + header.compressed_page_size;
    values += header.data_page_header?.num_values ?? header.data_page_header_v2?.num_values ?? 0;
    if (at > mostBytes || values > columnLimits.values) return Infinity;
  }
  return Math.min(at, total);
}

/** A page without values, of a column that is all null, has no bytes: not every decompressor knows that. */
function withEmptyPages(compressors: Compressors): Compressors {
  return Object.fromEntries(
    Object.entries(compressors).map(([name, decompress]) => [
      name,
      (input: Uint8Array, length: number) => length === 0 ? new Uint8Array() : decompress(input, length),
    ]),
  );
}

function bufferOf(source: ByteSource): AsyncBuffer {
  return {
    byteLength: source.size,
    async slice(start, end) {
      const bytes = await source.read(start, end ?? source.size);
      return new Uint8Array(bytes).buffer;
    },
  };
}

/** Bytes of the footer, as the file says. */
async function footerLength(source: ByteSource): Promise<number> {
  if (source.size < 12) throw cannotPreview(source.path, "it is too short", broken);
  const end = await source.read(source.size - 8, source.size);
  const view = viewOf(end);
  if (end.length < 8 || view.getUint32(4, true) !== 0x31524150) {
    throw cannotPreview(source.path, "its footer is missing", broken);
  }
  return view.getUint32(0, true);
}

const broken = {
  format: "Parquet",
  hint: "It is cut off, damaged or encrypted: check how it was written, or read it in the kernel",
};
