/** Finds the encoding of a text file, and refuses what is no text. */

import { AppError } from "../base/errors.ts";
import type { ByteSource } from "./byte_source.ts";
import { detectEncoding, type Encoding, namedEncoding, sampleBytes } from "./encoding.ts";

/** Bytes up to which a file is gone through for the first that are not ASCII; larger ones are looked at in places. */
const searchedBytes = 8_000_000;
const places = 4;
/** ASCII before the first other byte: what stands around a character helps to tell its encoding. */
const contextBytes = 256;
/** Too few to tell an encoding by. */
const fewBytes = 1_024;

/** The encoding found, or the one that is named. */
export async function openText(source: ByteSource, named?: string): Promise<Encoding> {
  const wanted = named === undefined ? undefined : namedEncoding(named);
  if (wanted === null) {
    throw new AppError("invalid_argument", `Cannot read "${source.path}" as "${named}": no such encoding`, {
      hint: "Such as utf-8, utf-16, cp932, euc_jp, latin1, cp1252; leave it out to have it found",
    });
  }
  if (wanted !== undefined) return wanted;
  const head = await source.read(0, sampleBytes);
  const found = detectEncoding(head);
  if (found === null) {
    throw new AppError("unsupported", `Cannot read "${source.path}" as text: it is binary`, {
      hint: "Use file_get for its bytes, or data_preview where it is a table",
    });
  }
  const start = source.size <= head.length ? null : await tellingStart(source, head, found);
  if (start === null) return found;
  return detectEncoding(await source.read(start, start + sampleBytes)) ?? found;
}

/** From where to look at a file once more, whose beginning is ASCII all but to its end; null where that told enough. */
async function tellingStart(
  source: ByteSource,
  head: Uint8Array,
  found: Encoding,
): Promise<number | null> {
  // It may begin with any byte, also with the second of a character of two.
  if (found.label.startsWith("utf-16")) return null;
  const first = firstTelling(head);
  if (first >= 0) return first < head.length - fewBytes ? null : Math.max(0, first - contextBytes);
  if (found.name !== "utf-8") return null;
  return source.size <= searchedBytes ? await searched(source) : await glimpsed(source);
}

/** Where the first byte is that ASCII does not have, and that says more of the encoding therefore. */
function firstTelling(bytes: Uint8Array): number {
  return bytes.findIndex((byte) => byte >= 0x80);
}

async function searched(source: ByteSource): Promise<number | null> {
  let start = sampleBytes;
  for await (const part of source.stream({ start })) {
    const at = firstTelling(part);
    if (at >= 0) return start + at - contextBytes;
    start += part.length;
  }
  return null;
}

/** Such a byte in one of several places, on a line that begins there: a place may be within a character. */
async function glimpsed(source: ByteSource): Promise<number | null> {
  const step = Math.floor((source.size - sampleBytes) / places);
  const starts = Array.from({ length: places }, (_, index) => source.size - sampleBytes - index * step)
    .reverse();
  const parts = await Promise.all(
    starts.map((start) => source.read(start, start + sampleBytes).catch(nothingThere)),
  );
  for (const [index, part] of parts.entries()) {
    const line = part.indexOf(0x0a) + 1;
    const at = firstTelling(part.subarray(line));
    if (at >= 0) return (starts[index] ?? 0) + line + Math.max(0, at - contextBytes);
  }
  return null;
}

/** No bytes: a server that gives a file only from its start lets nobody look into the middle. */
export function nothingThere(error: unknown): Uint8Array {
  if (error instanceof AppError && error.code === "too_large") return new Uint8Array();
  throw error;
}
