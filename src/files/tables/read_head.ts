/** The beginning of a text: as little of it as holds what is wanted. */

import { plural } from "../../base/text.ts";
import type { ByteSource } from "../byte_source.ts";

export interface HeadLimits {
  /** Bytes that are read at first. */
  readonly first: number;
  /** Bytes that are read where those do not hold what is wanted. */
  readonly most: number;
  readonly decode: (bytes: Uint8Array) => string;
  readonly isEnough: (text: string) => boolean;
}

/** Reads on in few and growing steps, each from the start: there are servers that give a file from there only. */
export async function readHead(source: ByteSource, limits: HeadLimits): Promise<string> {
  const { first, most, decode, isEnough } = limits;
  for (let bytes = first; bytes < most; bytes *= 4) {
    const text = decode(await source.read(0, bytes));
    if (isEnough(text)) return text;
  }
  return decode(await source.read(0, most));
}

/** The note for rows that were asked for and are not shown; none where all are there. */
export function shortNote(shown: number, wanted: number, bytes: number): readonly string[] {
  if (shown >= wanted) return [];
  const many = `the first ${bytes / 1_000_000} MB of the file`;
  return [
    shown === 0
      ? `No row is shown: the first is longer than ${many}`
      : `The head shows ${shown} ${plural(shown, "row")} of ${wanted}: more are not in ${many}`,
  ];
}
