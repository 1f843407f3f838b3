/** What the readers share: reading no more of a file than is needed, and explaining errors. */

import { AppError } from "../../base/errors.ts";
import { plural } from "../../base/text.ts";
import type { ByteSource } from "../byte_source.ts";
import { decodeText } from "../encoding.ts";
import { cannotPreview, mostColumns, type TableHead } from "../table_head.ts";
import { openText } from "../text_file.ts";

interface BeginningOptions {
  /** The name of the encoding, if it is not to be found. */
  readonly encoding: string | undefined;
  /** Bytes up to which a file is read whole; of a larger one no more is read. */
  readonly smallFile: number;
  /** Bytes of a larger file that are read at first. */
  readonly headBytes: number;
  readonly isEnough: (text: string) => boolean;
}

/**
 * The text of a small file, or the beginning of a large one: more is read in few, growing steps, each from the start,
 * because some servers serve a file only from there.
 */
export async function readBeginning(
  source: ByteSource,
  { encoding: named, smallFile, headBytes, isEnough }: BeginningOptions,
) {
  const encoding = await openText(source, named);
  const isWhole = source.size <= smallFile;
  for (let bytes = isWhole ? smallFile : headBytes;; bytes = Math.min(smallFile, bytes * 4)) {
    const text = decodeText(await source.read(0, bytes), encoding);
    if (bytes === smallFile || isEnough(text)) return { text, encoding, isWhole };
  }
}

/** The columns that are listed of a table, and their cells in the first rows. */
export function listedColumns<Column extends TableHead["columns"][number]>(
  all: readonly Column[],
  { rows, cell, width = all.length }: {
    readonly rows: number;
    readonly cell: (row: number, column: Column, index: number) => unknown;
    /** All columns of the table, if `all` has fewer. */
    readonly width?: number;
  },
): Pick<TableHead, "columns" | "width" | "head"> {
  const listed = all.slice(0, mostColumns);
  return {
    columns: listed.map(({ name, dtype }) => ({ name, dtype })),
    ...(width > listed.length ? { width } : {}),
    head: Array.from({ length: rows }, (_, row) => listed.map((column, index) => cell(row, column, index))),
  };
}

/** Bytes as they come out of a decompressor; leaving the loop ends it. */
export function decompressed(
  bytes: AsyncIterable<Uint8Array>,
  format: "gzip" | "deflate-raw",
): AsyncIterable<Uint8Array> {
  const { readable, writable } = new DecompressionStream(format);
  const writer = writable.getWriter();
  // The platform's type for its stream accepts more kinds of bytes than it returns.
  return ReadableStream.from(bytes).pipeThrough({
    readable,
    writable: new WritableStream({
      write: (part) => writer.write(new Uint8Array(part)),
      close: () => writer.close(),
      abort: (reason) => writer.abort(reason),
    }),
  });
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
