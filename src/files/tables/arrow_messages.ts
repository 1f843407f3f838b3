/** The messages of Arrow data: where each begins, what it is, how many rows it holds. */

import type { ByteSource } from "../byte_source.ts";
import { FlatTable } from "./flat_table.ts";

export interface ArrowMessage {
  readonly kind: "schema" | "dictionary" | "batch" | "other";
  readonly start: number;
  /** Where the next one begins. */
  readonly end: number;
  /** Rows of a batch. */
  readonly rows: number;
}

/** Bytes that are read to find the header of a message; more where it says so. */
const firstLook = 8_192;
const largestHeader = 16_000_000;
const kinds = ["other", "schema", "dictionary", "batch"] as const;

/** The message at a place; null at the end. */
export async function readMessage(source: ByteSource, start: number): Promise<ArrowMessage | null> {
  if (start + 8 > source.size) return null;
  let bytes = await source.read(start, start + firstLook);
  const opening = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
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
