/**
 * The head of an Arrow or Feather file: its schema, the dictionaries before its first batch, and that batch. The rest is
 * only counted, by the headers of the batches.
 */

import { CompressionType, setCompressionCodec, type Table, tableFromIPC } from "@uwdata/flechette";
import { decompress } from "fzstd";
import { type ByteSource, bytesSource } from "../byte_source.ts";
import { type HeadOptions, mostColumns, type TableHead } from "../table_head.ts";
import { type ArrowMessage, type Block, fileOf, readFooter, readMessage } from "./arrow_file.ts";
import { arrowDtype, arrowValue } from "./arrow_types.ts";
import { explainErrors, listedColumns, viewOf } from "./read_part.ts";
import { plainValue } from "./values.ts";

/** Bytes of a first batch that is loaded, and bytes that its buffers may have when they are decompressed. */
const mostBytes = 64_000_000;
const mostPlainBytes = 128_000_000;
/** Batches whose headers are read to count rows: each takes a request, unless the file is small. */
const mostBatches = { small: 10_000, large: 60 } as const;
const smallFile = 4_000_000;

export function readArrow(source: ByteSource, options: HeadOptions): Promise<TableHead> {
  return explainErrors(read(source, options), source, {
    format: "Arrow",
    hint: "It is cut off or damaged: check how it was written, or read it in the kernel",
  });
}

/** What is read of the file: bytes that are Arrow data themselves, with one batch at most, and how many rows there are. */
interface Opening {
  readonly bytes: Uint8Array | readonly Uint8Array[];
  readonly rows: number;
  readonly isRowsExact: boolean;
  /** Bytes up to the end of a first batch that is too large to be loaded. */
  readonly tooLarge?: number;
}

async function read(file: ByteSource, options: HeadOptions): Promise<TableHead> {
  const source = file.size <= smallFile ? bytesSource(file.path, await file.read(0, file.size)) : file;
  const isFile = new TextDecoder().decode(await source.read(0, 6)) === "ARROW1";
  const { bytes, rows, isRowsExact, tooLarge } = await (isFile ? openFile(source) : openStream(source));
  const decoded = decode(bytes);
  const { table } = decoded;
  const size = tooLarge ?? decoded.tooLarge;
  const shown = size === undefined ? Math.min(options.rows, table.numRows) : 0;
  const columns = table.schema.fields.map(({ name, type }, index) => {
    const column = index < mostColumns ? table.getChildAt(index) : undefined;
    const [first] = column?.data ?? [];
    if (size === undefined && first !== undefined) checkOffsets(first, shown);
    return { name, dtype: arrowDtype(type), type, column };
  });
  return {
    format: isFeather(source.path) ? "feather" : "arrow",
    ...listedColumns(columns, {
      rows: shown,
      cell: (row, { column, type }) => plainValue(arrowValue(column?.at(row), type)),
    }),
    rows,
    isRowsExact,
    notes: size === undefined
      ? []
      : [`The first batch has ${size} bytes and was not loaded: give session_id to see rows`],
  };
}

async function openFile(source: ByteSource): Promise<Opening> {
  const footer = await readFooter(source);
  const [first] = footer.batches;
  const load = ({ start, end }: Block) => source.read(start, end);
  const counted = await countBatches(source, footer.batches);
  if (first === undefined) return { bytes: fileOf(footer, { dictionaries: [] }), ...counted };
  // In a file a dictionary is never replaced, and may stand behind the batches that use it.
  const size = [...footer.dictionaries, first].reduce((sum, { start, end }) => sum + end - start, 0);
  if (size > mostBytes) return { bytes: fileOf(footer, { dictionaries: [] }), ...counted, tooLarge: size };
  const dictionaries = await Promise.all(footer.dictionaries.map(load));
  return { bytes: fileOf(footer, { dictionaries, batch: await load(first) }), ...counted };
}

/** The rows of all batches; estimated from the first ones if there are very many. */
async function countBatches(source: ByteSource, batches: readonly Block[]) {
  const some = batches.slice(0, mostBatches[source.size <= smallFile ? "small" : "large"]);
  const messages = await Promise.all(some.map(({ start }) => readMessage(source, start)));
  const rows = messages.reduce((sum, message) => sum + (message?.rows ?? 0), 0);
  const isRowsExact = some.length === batches.length;
  return { rows: isRowsExact ? rows : Math.round(rows * batches.length / some.length), isRowsExact };
}

async function openStream(source: ByteSource): Promise<Opening> {
  const { messages, batch } = await beginning(source);
  const last = (batch ?? messages.at(-1))?.end ?? 0;
  const isTooLarge = last > mostBytes;
  const [schema] = messages;
  const parts = isTooLarge ? [schema] : [...messages, batch];
  const bytes = await Promise.all(parts.flatMap((part) => part ? [source.read(part.start, part.end)] : []));
  const { rows, isExact } = batch === null ? { rows: 0, isExact: true } : await count(source, batch);
  return { bytes, rows, isRowsExact: isExact, ...(isTooLarge ? { tooLarge: last } : {}) };
}

/** All messages of a stream before the first batch, and that. */
async function beginning(source: ByteSource) {
  const messages: ArrowMessage[] = [];
  for (let at = 0;;) {
    const message = await readMessage(source, at);
    if (messages.length === 0 && message?.kind !== "schema") throw new Error("no schema");
    if (message === null || message.kind === "batch") return { messages, batch: message };
    if (message.end > source.size) throw new Error("cut off");
    messages.push(message);
    at = message.end;
  }
}

/** The rows of all batches of a stream; estimated from its size if there are very many. */
async function count(source: ByteSource, first: ArrowMessage) {
  let { rows, end } = first;
  if (end > source.size) throw new Error("cut off");
  for (let number = 1; number < mostBatches[source.size <= smallFile ? "small" : "large"]; number++) {
    const message = await readMessage(source, end);
    if (message === null) return { rows, isExact: true };
    if (message.end > source.size) throw new Error("cut off");
    rows += message.rows;
    end = message.end;
  }
  return { rows: Math.round(rows * source.size / end), isExact: false };
}

/** The table, and the bytes of a batch that is too large when it is decompressed; the table has no values then. */
function decode(bytes: Opening["bytes"]): { readonly table: Table; readonly tooLarge?: number } {
  // A few bytes can be decompressed to any number: what a buffer says that it has is counted before it is made.
  let plain = 0;
  const bounded = (decode: (bytes: Uint8Array, length: number) => Uint8Array) => ({
    encode: (bytes: Uint8Array) => bytes,
    decode: (bytes: Uint8Array, length: number) => {
      plain += length;
      return plain > mostPlainBytes ? new Uint8Array() : decode(bytes, length);
    },
  });
  setCompressionCodec(CompressionType.LZ4_FRAME, bounded(decompressLz4Frame));
  setCompressionCodec(
    CompressionType.ZSTD,
    bounded((bytes, length) => decompress(bytes, new Uint8Array(length))),
  );
  // Buffers of a batch are read in place, which takes their alignment.
  const data = bytes instanceof Uint8Array ? bytes : bytes.map((part) => new Uint8Array(part));
  const options = { useBigInt: true, useBigIntTimestamp: true, useDecimalInt: true };
  const table = tableFromIPC(data, options);
  return { table, ...(plain > mostPlainBytes ? { tooLarge: plain } : {}) };
}

function isFeather(path: string): boolean {
  return /\.(feather|ftr)$/i.test(path);
}

interface Batch {
  readonly length: number;
  readonly offsets?: ArrayLike<number | bigint> | undefined;
  readonly sizes?: ArrayLike<number | bigint> | undefined;
  readonly values?: { readonly length: number } | undefined;
  readonly children?: readonly Batch[] | undefined;
  /** Elements of each list, if they all have the same length. */
  readonly stride?: number | undefined;
}

/** Elements of all lists that are shown together. Those of null take no bytes, so that the file's size says nothing. */
const mostElements = 8_000_000;

/** Throws if one of the first `rows` values is outside the data, as in a damaged file, or is an implausibly long list. */
export function checkOffsets(batch: Batch, rows: number): void {
  const count = Math.min(rows, batch.length);
  const inner = batch.children ?? [];
  const reached = reachedElements(batch, count);
  if (inner.length > 0 && reached > mostElements) throw new Error("lists without a sensible length");
  for (const child of inner) checkOffsets(child, reached);
}

/** The elements up to the last one that the first values take; of structs as many as values. */
function reachedElements({ offsets, sizes, stride, children = [], values }: Batch, count: number): number {
  if (offsets === undefined || offsets === null) return count * (stride ?? 1);
  // Lists whose sizes are given besides may be in any order, and may overlap.
  if (sizes !== undefined) return sumOf(sizes, count);
  const most = children[0]?.length ?? values?.length ?? 0;
  let last = 0;
  for (let at = 0; at <= count && count > 0; at++) {
    const offset = Number(offsets[at] ?? -1);
    if (offset < last || offset > most) throw new Error("offsets lead out of the data");
    last = offset;
  }
  return last;
}

function sumOf(sizes: ArrayLike<number | bigint>, count: number): number {
  let sum = 0;
  for (let at = 0; at < count; at++) sum += Math.max(0, Number(sizes[at] ?? 0));
  return sum;
}

const magic = 0x184d2204;

/** Decompresses an LZ4 frame of known content length; blocks may refer back to earlier ones. */
function decompressLz4Frame(input: Uint8Array, length: number): Uint8Array {
  const view = viewOf(input);
  if (input.length < 7 || view.getUint32(0, true) !== magic) throw new Error("not an LZ4 frame");
  const flags = view.getUint8(4);
  const hasBlockSums = (flags & 0x10) !== 0;
  // The size of the content and the number of a dictionary may follow; a byte of checksum ends the header.
  let at = 7 + ((flags & 0x08) !== 0 ? 8 : 0) + ((flags & 0x01) !== 0 ? 4 : 0);
  const output = new Uint8Array(length);
  let filled = 0;
  for (;;) {
    const size = view.getUint32(at, true);
    at += 4;
    if (size === 0) return filled === length ? output : output.subarray(0, filled);
    const isStored = (size & 0x80000000) !== 0;
    const block = input.subarray(at, at + (size & 0x7fffffff));
    if (isStored) output.set(block, filled);
    filled = isStored ? filled + block.length : decompressBlock(block, output, filled);
    at += block.length + (hasBlockSums ? 4 : 0);
  }
}

/** Writes a block's content behind what is there and returns the new end. */
function decompressBlock(input: Uint8Array, output: Uint8Array, start: number): number {
  let to = start;
  for (let at = 0; at < input.length;) {
    const token = input[at++] ?? 0;
    const literals = extended(input, at, token >> 4);
    at = literals.at;
    output.set(input.subarray(at, at + literals.length), to);
    at += literals.length;
    to += literals.length;
    if (at >= input.length) break;
    const offset = (input[at] ?? 0) | ((input[at + 1] ?? 0) << 8);
    const match = extended(input, at + 2, token & 15);
    at = match.at;
    const end = to + match.length + 4;
    if (offset === 0 || offset > to || end > output.length) throw new Error("a broken LZ4 block");
    // A match may overlap what it makes.
    for (; to < end; to++) output[to] = output[to - offset] ?? 0;
  }
  return to;
}

/** A length of four bits, continued in the following bytes if all bits are set. */
function extended(input: Uint8Array, at: number, first: number) {
  let length = first;
  for (let byte = first === 15 ? 255 : 0; byte === 255; at++) {
    byte = input[at] ?? 0;
    length += byte;
  }
  return { length, at };
}
