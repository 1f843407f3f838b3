/** Recognises the format of a table by the file's first bytes and name, decompresses gzip, and reads its head. */

import { Buffer } from "node:buffer";
import { type ByteSource, bytesSource } from "../byte_source.ts";
import {
  cannotPreview,
  encodingRefusal,
  type HeadOptions,
  sheetRefusal,
  type TableHead,
} from "../table_head.ts";
import { readCsv } from "./read_csv.ts";
import { readJson, readJsonLines } from "./read_json.ts";
import { decompressed, unsupported } from "./read_part.ts";

/** Each reads the head of a table; those of binary formats are loaded, with their libraries, when they are needed. */
const readers = {
  csv: readCsv,
  json: readJson,
  jsonl: readJsonLines,
  parquet: async (...args) => await (await import("./read_parquet.ts")).readParquet(...args),
  arrow: async (...args) => await (await import("./read_arrow.ts")).readArrow(...args),
  excel: async (...args) => await (await import("./read_excel.ts")).readExcel(...args),
} as const satisfies Record<string, (source: ByteSource, options: HeadOptions) => Promise<TableHead>>;

type Format = keyof typeof readers;

const texts: readonly Format[] = ["csv", "json", "jsonl"];

/** Files by their first bytes, in hexadecimal. */
const byOpening: readonly (readonly [string, Format])[] = [
  ["50415231", "parquet"],
  ["4152524f5731", "arrow"],
  ["504b0304", "excel"],
];

/** Formats that are recognised but not supported. */
const unreadable: readonly (readonly [string, string])[] = [
  ["46454131", "Feather of version 1"],
  ["d0cf11e0a1b11ae1", "Excel of before 2007, or protected by a password"],
  ["4f5243", "ORC"],
  ["894844460d0a1a0a", "HDF5"],
  ["53514c69746520666f726d6174", "SQLite"],
];

const byEnding: readonly (readonly [RegExp, Format])[] = [
  [/\.(jsonl|ndjson)$/i, "jsonl"],
  [/\.(json|geojson|ipynb)$/i, "json"],
  [/\.parquet$/i, "parquet"],
  [/\.(feather|ftr|arrow|arrows|ipc)$/i, "arrow"],
  [/\.xls[xm]$/i, "excel"],
];

export async function readTable(source: ByteSource, options: HeadOptions): Promise<TableHead> {
  if (source.size === 0) {
    throw cannotPreview(source.path, "the file is empty", { hint: "Check whether it has been written" });
  }
  const opening = (await source.read(0, 16)).toHex();
  if (opening.startsWith("1f8b")) return await compressed(source, options);
  const other = unreadable.find(([begin]) => opening.startsWith(begin));
  if (other !== undefined) throw cannotPreview(source.path, `it is ${other[1]}`, unsupported);
  const format = byOpening.find(([begin]) => opening.startsWith(begin))?.[1] ??
    byEnding.find(([ending]) => ending.test(source.path))?.[1] ?? "csv";
  if (options.sheet !== undefined && format !== "excel") throw sheetRefusal(source.path, options.sheet);
  if (options.encoding !== undefined && !texts.includes(format)) throw encodingRefusal(source.path);
  return await readers[format](source, options);
}

/** A compressed text: as much of it as has to be decompressed. */
async function compressed(source: ByteSource, options: HeadOptions): Promise<TableHead> {
  const { plain, share } = await gunzipped(source);
  // Some files decompress to themselves.
  if ((await plain.read(0, 2)).toHex() === "1f8b") {
    throw cannotPreview(source.path, "it is compressed more than once", unsupported);
  }
  const table = await readTable(plain, options);
  return share === 1 ? table : {
    ...table,
    rows: table.rows === null || share === 0 ? null : Math.round(table.rows / share),
    isRowsExact: false,
    notes: [...table.notes ?? [], "The file is compressed, and only its beginning was read"],
  };
}

/** Bytes after decompression; a small file may hold very many. */
const mostBytes = 4_000_000;

/** The content, and the share of the compressed file that was read; 1 if all of it. */
async function gunzipped(source: ByteSource) {
  let fed = 0;
  async function* counted() {
    for await (const part of source.stream()) {
      yield part;
      fed += part.length;
    }
  }
  const parts: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const part of decompressed(counted(), "gzip")) {
      parts.push(part);
      length += part.length;
      if (length >= mostBytes) break;
    }
  } catch (error) {
    throw cannotPreview(source.path, "it is cut off or not a gzip file", {
      hint: "Check how it was written",
      cause: error,
    });
  }
  const plain = bytesSource(source.path.replace(/\.gz$/i, ""), new Uint8Array(Buffer.concat(parts)));
  return { plain, share: length < mostBytes ? 1 : Math.min(0.999, fed / source.size) };
}
