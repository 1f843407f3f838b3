/**
 * The head of a Parquet file: its footer, then of each column the first pages of the first row group, and no more. A
 * column of a row group may have hundreds of megabytes, and its first page has one at most.
 */

import type { AsyncBuffer, ColumnMetaData, Compressors, FileMetaData, RowGroup } from "hyparquet";
import { AppError } from "../../errors.ts";
import type { ByteSource } from "../byte_source.ts";
import { notedDtype, notedTypes, notedValue } from "./arrow_note.ts";
import { pandasColumns, pandasDtype } from "./pandas_metadata.ts";
import { parquetDtype } from "./parquet_dtype.ts";
import { exactParsers, parquetValue, withRawDecimals } from "./parquet_value.ts";
import { plainValue } from "./plain_value.ts";
import type { HeadOptions, TableHead } from "./table_head.ts";
import { understood } from "./understood.ts";

/** Bytes and values of a column that is read without looking for pages. */
const smallColumn = { bytes: 300_000, values: 50_000 };
/** Values of pages that are decoded to show a column: repeated ones take next to no bytes. */
const mostValues = 2_000_000;
/** Bytes that all columns together may take; those that come later are left out. */
const mostBytes = 48_000_000;
const mostLeaves = 200;
/** Bytes in which the header of a page is found. */
const headerBytes = 8_192;
/** The footer of a file with many columns or row groups. */
const largestFooter = 64_000_000;

export async function readParquet(source: ByteSource, options: HeadOptions): Promise<TableHead> {
  const { parquetMetadataAsync, parquetSchema } = await import("hyparquet/src/index.js");
  const file = bufferOf(source);
  if (await footerLength(source) > largestFooter) throw broken(source, "its footer is too large");
  const explain = (state: string, cause: unknown) => broken(source, state, cause);
  const metadata = await understood(parquetMetadataAsync(file, { initialFetchSize: 65_536 }), explain);
  const fields = parquetSchema(metadata).children;
  const [said, noted] = [pandasColumns(metadata), await notedTypes(metadata)];
  const columns = fields.map((field) => {
    const { name } = field.element;
    const dtype = notedDtype(parquetDtype(field), noted.get(name));
    return { name, field, dtype: pandasDtype(dtype, said.get(name)), type: noted.get(name) };
  });
  const group = metadata.row_groups.find(({ num_rows }) => num_rows > 0n);
  const rows = Math.min(options.rows, Number(group?.num_rows ?? 0));
  const chosen = group === undefined || rows === 0
    ? { names: [], group: undefined }
    : await understood(choosePages(source, group, rows), explain);
  const head = chosen.group === undefined
    ? []
    : await understood(readRows(file, { metadata, group: chosen.group, names: chosen.names, rows }), explain);
  const left = columns.length - chosen.names.length;
  return {
    format: "parquet",
    columns: columns.map(({ name, dtype }) => ({ name, dtype })),
    head: head.map((row) =>
      columns.map(({ name, field, dtype, type }) =>
        plainValue(notedValue(parquetValue(row[name], field), dtype, type))
      )
    ),
    rows: Number(metadata.num_rows),
    isRowsExact: true,
    facts: { row_groups: metadata.row_groups.length, ...created(metadata) },
    notes: rows > 0 && left > 0 && chosen.names.length < mostLeaves
      ? [`The head shows ${chosen.names.length} of ${columns.length} columns; the rest are null`]
      : [],
  };
}

/** Which columns can be shown, and a row group whose columns end after the pages that it takes. */
async function choosePages(source: ByteSource, group: RowGroup, rows: number) {
  const left = new Set<string>();
  const columns: RowGroup["columns"] = [];
  let bytes = 0;
  for (const some of batches(group.columns.slice(0, mostLeaves))) {
    for (const chunk of await Promise.all(some.map((one) => shortened(source, one, rows)))) {
      bytes += chunk.bytes;
      if (bytes <= mostBytes) columns.push(chunk.column);
      else {
        bytes -= chunk.bytes;
        left.add(nameOf(chunk.column));
      }
    }
  }
  // A column of several parts is shown whole or not at all.
  for (const column of group.columns.slice(mostLeaves)) left.add(nameOf(column));
  const whole = columns.filter((column) => !left.has(nameOf(column)));
  const names = [...new Set(whole.map(nameOf))];
  return { names, group: whole.length === 0 ? undefined : { ...group, columns: whole } };
}

type Column = RowGroup["columns"][number];

async function shortened(source: ByteSource, chunk: Column, rows: number) {
  const { meta_data } = chunk;
  if (meta_data === undefined) throw new Error("a column without metadata");
  const bytes = await bytesFor(source, meta_data, rows);
  // Without its index of pages the reader takes the column from its start to its end.
  const { offset_index_offset: _offset, offset_index_length: _length, ...rest } = chunk;
  const size = BigInt(Number.isFinite(bytes) ? bytes : 0);
  return { bytes, column: { ...rest, meta_data: { ...meta_data, total_compressed_size: size } } };
}

function nameOf({ meta_data }: Column): string {
  return meta_data?.path_in_schema[0] ?? "";
}

function* batches(columns: readonly Column[]) {
  for (let at = 0; at < columns.length; at += 8) yield columns.slice(at, at + 8);
}

/** Bytes from the start of a column to the end of the page with its last wanted row. */
async function bytesFor(source: ByteSource, meta: ColumnMetaData, rows: number): Promise<number> {
  const { parquetHeader } = await import("hyparquet/src/column.js");
  const total = Number(meta.total_compressed_size);
  if (total <= smallColumn.bytes && meta.num_values <= smallColumn.values) return total;
  const start = Number(meta.dictionary_page_offset || meta.data_page_offset);
  const isFlat = meta.path_in_schema.length === 1;
  let values = 0;
  // The dictionary before the first page is passed over.
  let at = Number(meta.data_page_offset) - start;
  // Of a column of lists it is not known how many values make a row.
  const wanted = isFlat ? rows : rows * 20;
  while (at < total && values < wanted) {
    const bytes = await source.read(start + at, start + Math.min(total, at + headerBytes));
    const reader = { view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), offset: 0 };
    const header = parquetHeader(reader);
    at += reader.offset + header.compressed_page_size;
    values += header.data_page_header?.num_values ?? header.data_page_header_v2?.num_values ?? 0;
    if (at > mostBytes || values > mostValues) return Infinity;
  }
  return Math.min(at, total);
}

interface Part {
  readonly metadata: FileMetaData;
  readonly group: RowGroup;
  readonly names: string[];
  readonly rows: number;
}

async function readRows(
  file: AsyncBuffer,
  part: Part,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const { parquetReadObjects } = await import("hyparquet/src/index.js");
  const { compressors } = await import("hyparquet-compressors");
  return await parquetReadObjects({
    file,
    metadata: { ...withRawDecimals(part.metadata), row_groups: [part.group] },
    columns: part.names,
    rowStart: 0,
    rowEnd: part.rows,
    compressors: withEmptyPages(compressors),
    parsers: exactParsers,
    // Bytes that are not said to be text are none.
    utf8: false,
  });
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

function created({ created_by }: FileMetaData) {
  return created_by === undefined ? {} : { created_by };
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
  if (source.size < 12) throw broken(source, "it is too short");
  const end = await source.read(source.size - 8, source.size);
  const view = new DataView(end.buffer, end.byteOffset, end.byteLength);
  if (end.length < 8 || view.getUint32(4, true) !== 0x31524150) throw broken(source, "its footer is missing");
  return view.getUint32(0, true);
}

function broken({ path }: ByteSource, state: string, cause?: unknown): AppError {
  return new AppError("not_a_table", `Cannot preview "${path}" as Parquet: ${state}`, {
    hint: "It is cut off, damaged or encrypted: check how it was written, or read it in the kernel",
    cause,
  });
}
