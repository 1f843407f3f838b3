/** The beginning of a gzip file, decompressed, as if it were a file. */

import { AppError } from "../../base/errors.ts";
import { type ByteSource, bytesSource } from "../byte_source.ts";

/** Bytes after decompression; a small file may hold very many. */
const mostBytes = 4_000_000;

export interface Gunzipped {
  readonly plain: ByteSource;
  /** How much of the compressed file that is: 1 where it is all, else about so much. */
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
    throw new AppError("not_a_table", `Cannot preview "${source.path}": it is cut off or no gzip file`, {
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
