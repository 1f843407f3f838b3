/**
 * The head of an Arrow or Feather file: its schema, the dictionaries before its first batch, and that batch. The rest is
 * only counted, by the headers of the batches.
 */

import type { DataType, Table } from "@uwdata/flechette";
import { AppError } from "../../errors.ts";
import type { ByteSource } from "../byte_source.ts";
import { arrowDtype } from "./arrow_dtype.ts";
import { type ArrowMessage, readMessage } from "./arrow_messages.ts";
import { decompressLz4Frame } from "./lz4_frame.ts";
import { plainValue } from "./plain_value.ts";
import type { HeadOptions, TableHead } from "./table_head.ts";
import { understood } from "./understood.ts";

/** Bytes of a first batch that is loaded. */
const mostBytes = 64_000_000;
/** Batches whose headers are read to count rows. */
const mostBatches = 200;

interface Beginning {
  readonly messages: readonly ArrowMessage[];
  readonly batch: ArrowMessage | null;
}

export function readArrow(source: ByteSource, options: HeadOptions): Promise<TableHead> {
  return understood(
    read(source, options),
    (state, cause) =>
      new AppError("not_a_table", `Cannot preview "${source.path}" as Arrow: ${state}`, {
        hint: "It is cut off or damaged: check how it was written, or read it in the kernel",
        cause,
      }),
  );
}

async function read(source: ByteSource, options: HeadOptions): Promise<TableHead> {
  const { messages, batch } = await beginning(source);
  const last = (batch ?? messages.at(-1))?.end ?? 0;
  const isTooLarge = last > mostBytes;
  const [schema] = messages;
  const parts = isTooLarge ? [schema] : [...messages, batch];
  const bytes = await Promise.all(parts.flatMap((part) => part ? [source.read(part.start, part.end)] : []));
  const table = await decode(bytes);
  const counted = batch === null ? { rows: 0, isExact: true } : await count(source, batch);
  const fields = table.schema.fields;
  return {
    format: isFeather(source.path) ? "feather" : "arrow",
    columns: fields.map(({ name, type }) => ({ name, dtype: arrowDtype(type) })),
    head: rowsOf(table, Math.min(options.rows, table.numRows), fields.map(({ type }) => type)),
    rows: counted.rows,
    isRowsExact: counted.isExact,
    notes: isTooLarge
      ? [`The first batch has ${last} bytes and was not loaded: give session_id to see rows`]
      : [],
  };
}

/** All before the first batch, and that. */
async function beginning(source: ByteSource): Promise<Beginning> {
  const opening = new TextDecoder().decode(await source.read(0, 6));
  const messages: ArrowMessage[] = [];
  for (let at = opening === "ARROW1" ? 8 : 0;;) {
    const message = await readMessage(source, at);
    if (messages.length === 0 && message?.kind !== "schema") throw new Error("no schema");
    if (message === null || message.kind === "batch") return { messages, batch: message };
    if (message.end > source.size) throw new Error("cut off");
    messages.push(message);
    at = message.end;
  }
}

/** The rows of all batches; by the size of the file where there are very many. */
async function count(source: ByteSource, first: ArrowMessage): Promise<{ rows: number; isExact: boolean }> {
  let rows = first.rows;
  let end = first.end;
  for (let number = 1; number < mostBatches; number++) {
    const message = await readMessage(source, end);
    if (message === null) return { rows, isExact: true };
    if (message.end > source.size) throw new Error("cut off");
    rows += message.rows;
    end = message.end;
  }
  return { rows: Math.round(rows * source.size / end), isExact: false };
}

async function decode(parts: readonly Uint8Array[]): Promise<Table> {
  const { tableFromIPC, setCompressionCodec, CompressionType } = await import("@uwdata/flechette");
  const { decompress } = await import("fzstd");
  const encode = (bytes: Uint8Array) => bytes;
  setCompressionCodec(CompressionType.LZ4_FRAME, { encode, decode: decompressLz4Frame });
  setCompressionCodec(CompressionType.ZSTD, {
    encode,
    decode: (bytes, length) => decompress(bytes, new Uint8Array(length)),
  });
  // Buffers of a batch are read in place, which takes their alignment.
  return tableFromIPC(parts.map((part) => new Uint8Array(part)), { useDate: true, useBigInt: true });
}

function rowsOf(table: Table, rows: number, types: readonly DataType[]): readonly (readonly unknown[])[] {
  const columns = types.map((_, index) => table.getChildAt(index));
  const dtypes = types.map(arrowDtype);
  return Array.from(
    { length: rows },
    (_, row) => columns.map((column, index) => shown(column.at(row), dtypes[index] ?? "")),
  );
}

function shown(value: unknown, dtype: string): unknown {
  if (value instanceof Date && dtype === "date") return value.toISOString().slice(0, 10);
  const plain = plainValue(value);
  const isZoned = /^datetime64\[\w+, /.test(dtype);
  return isZoned && typeof plain === "string" ? `${plain}+00:00` : plain;
}

function isFeather(path: string): boolean {
  return /\.(feather|ftr)$/i.test(path);
}
