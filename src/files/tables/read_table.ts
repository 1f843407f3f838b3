/** Recognises the format of a table by the file's first bytes and name, decompresses gzip, and reads its head. */

import { AppError } from "../../base/errors.ts";
import { type ByteSource, bytesSource } from "../byte_source.ts";
import { encodingRefusal, type HeadOptions, sheetRefusal, type TableHead } from "../table_head.ts";
import { readArrow } from "./read_arrow.ts";
import { readCsv } from "./read_csv.ts";
import { readExcel } from "./read_excel.ts";
import { readJson, readJsonLines } from "./read_json.ts";
import { readParquet } from "./read_parquet.ts";

type Reader = (source: ByteSource, options: HeadOptions) => Promise<TableHead>;

/** Files by their first bytes, in hexadecimal. */
const byOpening: readonly (readonly [string, Reader])[] = [
  ["50415231", readParquet],
  ["4152524f5731", readArrow],
  ["504b0304", readExcel],
];

/** Formats that are recognised but not supported. */
const unsupported: readonly (readonly [string, string])[] = [
  ["46454131", "Feather of version 1"],
  ["d0cf11e0a1b11ae1", "Excel of before 2007, or protected by a password"],
  ["4f5243", "ORC"],
  ["894844460d0a1a0a", "HDF5"],
  ["53514c69746520666f726d6174", "SQLite"],
];

const byEnding: readonly (readonly [RegExp, Reader])[] = [
  [/\.(csv|tsv|tab|txt|psv)$/i, readCsv],
  [/\.(jsonl|ndjson)$/i, readJsonLines],
  [/\.(json|geojson|ipynb)$/i, readJson],
  [/\.parquet$/i, readParquet],
  [/\.(feather|ftr|arrow|arrows|ipc)$/i, readArrow],
  [/\.xls[xm]$/i, readExcel],
];

export async function readTable(source: ByteSource, options: HeadOptions): Promise<TableHead> {
  if (source.size === 0) {
    throw new AppError("not_a_table", `Cannot preview "${source.path}": the file is empty`, {
      hint: "Check whether it has been written",
    });
  }
  const opening = (await source.read(0, 16)).toHex();
  if (opening.startsWith("1f8b")) return await compressed(source, options);
  const other = unsupported.find(([begin]) => opening.startsWith(begin));
  if (other !== undefined) throw cannot(source, other[1]);
  const reader = byOpening.find(([begin]) => opening.startsWith(begin))?.[1] ??
    byEnding.find(([ending]) => ending.test(source.path))?.[1] ?? readCsv;
  if (options.sheet !== undefined && reader !== readExcel) throw sheetRefusal(source.path, options.sheet);
  if (options.encoding !== undefined && !readsText(reader)) throw encodingRefusal(source.path);
  return await reader(source, options);
}

function readsText(reader: Reader): boolean {
  return reader === readCsv || reader === readJson || reader === readJsonLines;
}

/** A compressed text: as much of it as has to be decompressed. */
async function compressed(source: ByteSource, options: HeadOptions): Promise<TableHead> {
  const { plain, share } = await gunzipped(source);
  // Some files decompress to themselves.
  if ((await plain.read(0, 2)).toHex() === "1f8b") throw cannot(source, "compressed more than once");
  const table = await readTable(plain, options);
  return share === 1 ? table : {
    ...table,
    rows: table.rows === null || share === 0 ? null : Math.round(table.rows / share),
    isRowsExact: false,
    notes: [...table.notes ?? [], "The file is compressed, and only its beginning was read"],
  };
}

function cannot({ path }: ByteSource, what: string): AppError {
  return new AppError("unsupported", `Cannot preview "${path}": it is ${what}`, {
    hint: "Give session_id to have a library of the kernel read it, or use execute_code",
  });
}

/** Bytes after decompression; a small file may hold very many. */
const mostBytes = 4_000_000;

export interface Gunzipped {
  readonly plain: ByteSource;
  /** The share of the compressed file that was read; 1 if all of it. */
  readonly share: number;
}

export async function gunzipped(source: ByteSource): Promise<Gunzipped> {
  const gunzip = new DecompressionStream("gzip");
  const writer = gunzip.writable.getWriter();
  const reader = gunzip.readable.getReader();
  const fed = { bytes: 0 };
  const feeding = feed(source, writer, fed);
  const parts: Uint8Array[] = [];
  let length = 0;
  let isWhole = false;
  try {
    while (length < mostBytes && !isWhole) {
      const { value, done } = await reader.read();
      isWhole = done;
      if (value !== undefined) parts.push(value);
      length += value?.length ?? 0;
    }
  } catch (error) {
    throw new AppError("not_a_table", `Cannot preview "${source.path}": it is cut off or not a gzip file`, {
      hint: "Check how it was written",
      cause: error,
    });
  } finally {
    await reader.cancel().catch(() => {});
    await feeding;
  }
  const plain = inMemory(source.path.replace(/\.gz$/i, ""), parts, length);
  return { plain, share: isWhole ? 1 : Math.min(0.999, fed.bytes / source.size) };
}

async function feed(
  source: ByteSource,
  writer: WritableStreamDefaultWriter<BufferSource>,
  fed: { bytes: number },
): Promise<void> {
  try {
    for await (const part of source.stream()) {
      await writer.write(new Uint8Array(part));
      fed.bytes += part.length;
    }
    await writer.close();
  } catch {
    // The reader has left, or says itself what is wrong.
    await writer.abort().catch(() => {});
  }
}

function inMemory(path: string, parts: readonly Uint8Array[], size: number): ByteSource {
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytesSource(path, bytes);
}
