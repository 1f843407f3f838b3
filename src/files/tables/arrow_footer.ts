/**
 * The footer of an Arrow file, which holds its schema and says where its batches are.
 *
 * Before them a file may have a copy of the schema, but writers differ in how they put it there: the footer alone counts.
 */

import type { ByteSource } from "../byte_source.ts";
import { FlatTable } from "./flat_table.ts";
import { viewOf } from "./view_of.ts";

/** Where a message is. */
export interface Block {
  readonly start: number;
  readonly end: number;
}

export interface ArrowFooter {
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
