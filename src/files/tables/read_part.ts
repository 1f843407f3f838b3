/** What the readers share: reading no more of a file than is needed, and explaining errors. */

import { AppError } from "../../base/errors.ts";
import { plural } from "../../base/text.ts";
import { cannotPreview } from "../table_head.ts";
import type { ByteSource } from "../byte_source.ts";

interface HeadLimits {
  /** Bytes that are read at first. */
  readonly first: number;
  /** Bytes read if those are not enough. */
  readonly most: number;
  readonly decode: (bytes: Uint8Array) => string;
  readonly isEnough: (text: string) => boolean;
}

/** Reads more in few, growing steps, each from the start: some servers serve a file only from there. */
export async function readHead(source: ByteSource, limits: HeadLimits): Promise<string> {
  const { first, most, decode, isEnough } = limits;
  for (let bytes = first; bytes < most; bytes *= 4) {
    const text = decode(await source.read(0, bytes));
    if (isEnough(text)) return text;
  }
  return decode(await source.read(0, most));
}

/** The note for requested rows that are not shown. */
export function shortNote(shown: number, wanted: number, bytes: number): readonly string[] {
  if (shown >= wanted) return [];
  const many = `the first ${bytes / 1_000_000} MB of the file`;
  return [
    shown === 0
      ? `No row is shown: the first is longer than ${many}`
      : `The head shows ${shown} ${plural(shown, "row")} of ${wanted}: more are not in ${many}`,
  ];
}

/** For a format that only a library of the kernel may know. */
export const unsupported = {
  code: "unsupported",
  hint: "Give session_id to have a library of the kernel read it, or use execute_code",
} as const;

/** The numbers in some bytes, which may be a part of a larger buffer. */
export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** The work's result. Errors of a library become one that a caller can act on; ours and aborts pass through. */
export async function explainErrors<T>(
  work: Promise<T>,
  { path }: ByteSource,
  refusal: { readonly format: string; readonly hint: string },
): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof AppError || (error instanceof Error && error.name === "AbortError")) throw error;
    throw cannotPreview(path, "its content does not make sense", { ...refusal, cause: error });
  }
}
