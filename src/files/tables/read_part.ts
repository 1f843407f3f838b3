/** The beginning of a text: as little of it as holds what is wanted. */

import { AppError } from "../../base/errors.ts";
import { plural } from "../../base/plural.ts";
import type { ByteSource } from "../byte_source.ts";

interface HeadLimits {
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

/** The numbers in some bytes, which may be a part of a larger buffer. */
export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** A reader's own errors say nothing that a caller could act on: they become one that does. */

/** The work's result; what it throws is explained, unless it is explained already or the call was given up. */
export async function understood<T>(
  work: Promise<T>,
  explain: (state: string, cause: unknown) => AppError,
): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof AppError || (error instanceof Error && error.name === "AbortError")) throw error;
    throw explain("its content does not make sense", error);
  }
}
