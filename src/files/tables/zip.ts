/** The files in a ZIP archive, found by its directory and read one at a time. */

import type { ByteSource } from "../byte_source.ts";
import { decompressed, viewOf } from "./read_part.ts";

interface Entry {
  readonly method: number;
  readonly compressedSize: number;
  readonly plainSize: number;
  readonly offset: number;
}

export interface Zip {
  /** Compressed bytes of a file; undefined if there is no such file. */
  size(name: string): number | undefined;
  /** Its bytes as they were before. */
  plainSize(name: string): number | undefined;
  /** The content as it is decompressed; leaving the loop ends it. */
  text(name: string): AsyncGenerator<string>;
}

const endMark = 0x06054b50;
const directoryMark = 0x02014b50;
const longestEnd = 65_557;
const largestDirectory = 20_000_000;

export async function openZip(source: ByteSource): Promise<Zip> {
  const entries = await readDirectory(source);
  return {
    size: (name) => entries.get(name)?.compressedSize,
    plainSize: (name) => entries.get(name)?.plainSize,
    async *text(name) {
      const entry = entries.get(name);
      if (entry === undefined) throw new Error(`no ${name}`);
      yield* inflate(source, entry);
    },
  };
}

async function readDirectory(source: ByteSource): Promise<ReadonlyMap<string, Entry>> {
  const start = Math.max(0, source.size - longestEnd);
  const tail = viewOf(await source.read(start, source.size));
  let at = tail.byteLength - 22;
  while (at >= 0 && tail.getUint32(at, true) !== endMark) at--;
  if (at < 0) throw new Error("no directory");
  const size = tail.getUint32(at + 12, true);
  const offset = tail.getUint32(at + 16, true);
  if (size > largestDirectory || offset + size > source.size) throw new Error("a directory that cannot be");
  return parseDirectory(viewOf(await source.read(offset, offset + size)));
}

function parseDirectory(view: DataView): ReadonlyMap<string, Entry> {
  const entries = new Map<string, Entry>();
  for (let at = 0; at + 46 <= view.byteLength && view.getUint32(at, true) === directoryMark;) {
    const nameLength = view.getUint16(at + 28, true);
    const name = new TextDecoder().decode(new Uint8Array(view.buffer, view.byteOffset + at + 46, nameLength));
    entries.set(name.replaceAll("\\", "/"), {
      method: view.getUint16(at + 10, true),
      compressedSize: view.getUint32(at + 20, true),
      plainSize: view.getUint32(at + 24, true),
      offset: view.getUint32(at + 42, true),
    });
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}

async function* inflate(source: ByteSource, entry: Entry): AsyncGenerator<string> {
  if (entry.method !== 0 && entry.method !== 8) throw new Error("an unknown compression");
  const header = viewOf(await source.read(entry.offset, entry.offset + 30));
  const start = entry.offset + 30 + header.getUint16(26, true) + header.getUint16(28, true);
  const bytes = source.stream({ start, end: start + entry.compressedSize });
  const plain = entry.method === 8 ? decompressed(bytes, "deflate-raw") : bytes;
  const decoder = new TextDecoder();
  for await (const part of plain) yield decoder.decode(part, { stream: true });
  yield decoder.decode();
}
