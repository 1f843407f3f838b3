/** Finds the encoding of a text file, and refuses what is no text. */

import { AppError } from "../errors.ts";
import type { ByteSource } from "./byte_source.ts";
import { detectEncoding, type Encoding, namedEncoding, sampleBytes } from "./encoding.ts";

/** The encoding found, or the one that is named. */
export async function openText(source: ByteSource, named?: string): Promise<Encoding> {
  const wanted = named === undefined ? undefined : namedEncoding(named);
  if (wanted === null) {
    throw new AppError("invalid_argument", `Cannot read "${source.path}" as "${named}": no such encoding`, {
      hint: "Such as utf-8, utf-16, cp932, euc_jp, latin1, cp1252; leave it out to have it found",
    });
  }
  if (wanted !== undefined) return wanted;
  const found = detectEncoding(await source.read(0, sampleBytes));
  if (found !== null) return found;
  throw new AppError("unsupported", `Cannot read "${source.path}" as text: it is binary`, {
    hint: "Use file_get for its bytes, or data_preview where it is a table",
  });
}
