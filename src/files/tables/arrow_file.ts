/**
 * The structure of Arrow files and streams: footer, messages, and the FlatBuffers tables in which both are written.
 *
 * A file may repeat its schema at the beginning, but writers differ in how they do it: only the footer counts.
 */

import type { ByteSource } from "../byte_source.ts";
import { viewOf } from "./read_part.ts";

/** Where a message is. */
export interface Block {
  readonly start: number;
  readonly end: number;
}

interface ArrowFooter {
  readonly bytes: Uint8Array;
  readonly dictionaries: readonly Block[];
  readonly batches: readonly Block[];
}

const magic = "ARROW1";
/** The length of the footer and the mark behind it. */
const tailBytes = 10;
const largestFooter = 64_000_000;
const blockBytes = 24;
/** Buffers of a batch are read in place, which takes their alignment. */
const alignment = 64;
const fields = { dictionaries: 2, batches: 3 } as const;

export async function readFooter(source: ByteSource): Promise<ArrowFooter> {
  const tail = await source.read(Math.max(0, source.size - tailBytes), source.size);
  if (tail.length < tailBytes || new TextDecoder().decode(tail.subarray(4)) !== magic) {
    throw new Error("no footer");
  }
  const length = viewOf(tail).getInt32(0, true);
  const end = source.size - tailBytes;
  if (length <= 0 || length > Math.min(largestFooter, end)) {
    throw new Error("a footer without a sensible length");
  }
  const bytes = await source.read(end - length, end);
  const [dictionaries, batches] = [blocks(bytes, fields.dictionaries), blocks(bytes, fields.batches)];
  if ([...dictionaries, ...batches].some(({ start, end }) => start < 0 || end < start || end > source.size)) {
    throw new Error("batches outside of the file");
  }
  return { bytes, dictionaries, batches };
}

/** A file of these messages alone: as many dictionaries as are given, then at most one batch. */
export function fileOf(
  footer: ArrowFooter,
  { dictionaries, batch }: { readonly dictionaries: readonly Uint8Array[]; readonly batch?: Uint8Array },
): Uint8Array {
  const parts = [...dictionaries, ...(batch === undefined ? [] : [batch])];
  const starts: number[] = [];
  let end = alignment;
  for (const part of parts) {
    starts.push(end);
    end = Math.ceil((end + part.length) / alignment) * alignment;
  }
  const bytes = new Uint8Array(footer.bytes);
  move(bytes, fields.dictionaries, starts.slice(0, dictionaries.length));
  move(bytes, fields.batches, starts.slice(dictionaries.length));
  const file = new Uint8Array(end + bytes.length + tailBytes);
  file.set(new TextEncoder().encode(magic));
  for (const [index, part] of parts.entries()) file.set(part, starts[index]);
  file.set(bytes, end);
  viewOf(file).setInt32(end + bytes.length, bytes.length, true);
  file.set(new TextEncoder().encode(magic), end + bytes.length + 4);
  return file;
}

function blocks(footer: Uint8Array, field: number): readonly Block[] {
  const view = viewOf(footer);
  const at = FlatTable.root(view).vector(field);
  if (at === null) return [];
  return Array.from({ length: view.getUint32(at, true) }, (_, index) => {
    const place = at + 4 + index * blockBytes;
    const start = Number(view.getBigInt64(place, true));
    return {
      start,
      end: start + view.getInt32(place + 8, true) + Number(view.getBigInt64(place + 16, true)),
    };
  });
}

/** Has the first blocks of a footer begin elsewhere, and drops the rest. */
function move(footer: Uint8Array, field: number, starts: readonly number[]): void {
  const view = viewOf(footer);
  const at = FlatTable.root(view).vector(field);
  if (at === null) return;
  view.setUint32(at, starts.length, true);
  for (const [index, start] of starts.entries()) {
    view.setBigInt64(at + 4 + index * blockBytes, BigInt(start), true);
  }
}

export interface ArrowMessage {
  readonly kind: "schema" | "dictionary" | "batch" | "other";
  readonly start: number;
  /** Where the next one begins. */
  readonly end: number;
  /** Rows of a batch. */
  readonly rows: number;
}

/** Bytes read at first for the header of a message. */
const firstLook = 8_192;
const largestHeader = 16_000_000;
const kinds = ["other", "schema", "dictionary", "batch"] as const;

/** The message at a place; null at the end. */
export async function readMessage(source: ByteSource, start: number): Promise<ArrowMessage | null> {
  if (start + 8 > source.size) return null;
  let bytes = await source.read(start, start + firstLook);
  const opening = viewOf(bytes);
  if (bytes.length < 8) return null;
  // Files of before 2019 have no mark before the length.
  const isMarked = opening.getUint32(0, true) === 0xffffffff;
  const before = isMarked ? 8 : 4;
  const length = opening.getInt32(before - 4, true);
  if (length === 0) return null;
  if (length < 0 || length > largestHeader || start + before + length > source.size) {
    throw new Error("a message without a sensible length");
  }
  if (before + length > bytes.length) bytes = await source.read(start, start + before + length);
  const message = FlatTable.root(new DataView(bytes.buffer, bytes.byteOffset + before, length));
  const header = message.table(2);
  const kind = kinds[message.uint8(1)] ?? "other";
  const body = message.int64(3);
  if (body < 0 || !Number.isSafeInteger(body)) throw new Error("a message without a sensible body");
  return {
    kind,
    start,
    end: start + before + length + body,
    rows: kind === "batch" ? header?.int64(0) ?? 0 : 0,
  };
}

/** A FlatBuffers table; missing fields are 0. */
class FlatTable {
  readonly #view: DataView;
  readonly #at: number;
  readonly #fields: number;

  private constructor(view: DataView, at: number) {
    this.#view = view;
    this.#at = at;
    this.#fields = at - view.getInt32(at, true);
  }

  /** The table that a buffer begins with. */
  static root(view: DataView): FlatTable {
    return new FlatTable(view, view.getUint32(0, true));
  }

  uint8(field: number): number {
    const place = this.#place(field);
    return place === null ? 0 : this.#view.getUint8(place);
  }

  int64(field: number): number {
    const place = this.#place(field);
    return place === null ? 0 : Number(this.#view.getBigInt64(place, true));
  }

  table(field: number): FlatTable | null {
    const place = this.#place(field);
    return place === null ? null : new FlatTable(this.#view, place + this.#view.getUint32(place, true));
  }

  /** Where in the buffer a vector begins: its length in four bytes, then its elements; null if there is none. */
  vector(field: number): number | null {
    const place = this.#place(field);
    return place === null ? null : place + this.#view.getUint32(place, true);
  }

  #place(field: number): number | null {
    const slot = 4 + field * 2;
    if (slot >= this.#view.getUint16(this.#fields, true)) return null;
    const offset = this.#view.getUint16(this.#fields + slot, true);
    return offset === 0 ? null : this.#at + offset;
  }
}
