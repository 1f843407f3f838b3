/**
 * The bytes of files, as Jupyter's `/files/` serves them.
 *
 * 1. Only what is requested is read: by a range if the server supports ranges, otherwise by stopping the stream.
 * 2. The caller has looked the file up before: for a folder, a missing or a hidden file this address returns pages that look
 *    like a rejected token.
 */

import { AppError } from "../../base/errors.ts";
import { joinBytes } from "../../base/net/bounded_text.ts";
import { segmentsOf } from "./contents.ts";
import type { JupyterHttp } from "./http.ts";
import { discard, textStart } from "./body.ts";

export interface ByteRange {
  readonly start: number;
  /** The byte after the last one; the end of the file if left out. */
  readonly end?: number;
}

interface ReadOptions extends ByteRange {
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds for the whole file. */
  readonly limit?: number;
}

const readLimit = 60_000;
/** Bytes that are skipped if the server does not support ranges. */
const mostSkipped = 256_000_000;

/** The bytes of a range, fewer if the file ends before. */
export async function readBytes(
  http: JupyterHttp,
  path: string,
  options: ReadOptions & Required<ByteRange>,
): Promise<Uint8Array> {
  return joinBytes(await Array.fromAsync(streamBytes(http, path, options)));
}

/** The bytes of a range as they arrive; leaving the loop ends the request. */
export async function* streamBytes(
  http: JupyterHttp,
  path: string,
  { start, end = Infinity, signal, limit = readLimit }: ReadOptions,
): AsyncGenerator<Uint8Array> {
  if (end <= start) return;
  const last = end === Infinity ? "" : String(end - 1);
  const response = await http.open(["files", ...segmentsOf(path)], {
    // A compressed body could not be cut to the range.
    headers: { "Accept": "*/*", "Accept-Encoding": "identity", "Range": `bytes=${start}-${last}` },
    // The range starts at or after the end of the file.
    expected: [416],
    signal,
    limit,
  });
  if (response.status === 416) return await discard(response);
  const skipped = response.status === 206 ? 0 : start;
  if (skipped > mostSkipped) {
    await discard(response);
    throw noRanges(path, skipped);
  }
  yield* cut(http, response, { from: skipped, to: skipped + end - start, signal });
}

/** A whole file as it arrives; null if this address does not serve it, such as the target of a link. */
export async function openWhole(
  http: JupyterHttp,
  path: string,
  { signal, limit = readLimit }: Pick<ReadOptions, "signal" | "limit">,
): Promise<AsyncIterable<Uint8Array> | null> {
  const headers = { "Accept": "*/*", "Accept-Encoding": "identity" };
  const options = { headers, expected: [403, 404, 405], signal, limit };
  const response = await http.open(["files", ...segmentsOf(path)], options);
  if (response.ok) return cut(http, response, { from: 0, to: Infinity, signal });
  await discard(response);
  return null;
}

/** A part of a body; the rest is not read. */
async function* cut(
  http: JupyterHttp,
  response: Response,
  { from, to, signal }: {
    readonly from: number;
    readonly to: number;
    readonly signal: AbortSignal | undefined;
  },
): AsyncGenerator<Uint8Array> {
  const reader = response.body?.getReader();
  if (reader === undefined) return;
  try {
    for (let at = 0; at < to;) {
      const { value, done } = await reader.read().catch((error) => {
        signal?.throwIfAborted();
        throw http.unreachable("the connection was cut", error);
      });
      if (done) return;
      const part = value.subarray(Math.max(0, from - at), Math.max(0, to - at));
      at += value.length;
      if (part.length > 0) yield part;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

function noRanges(path: string, start: number): AppError {
  return new AppError(
    "too_large",
    `Cannot read file "${path}" from byte ${start}: the Jupyter server only serves it from the start`,
    { hint: "Read it in the kernel with execute_code" },
  );
}

/** Bytes of a page that says why a file is not served. */
const longestPage = 500_000;

type ProbedFile =
  /** Served in parts; with its size in bytes if the server reports it. */
  | { readonly kind: "parts"; readonly size: number | null }
  /** A pipe, a socket, a device, a folder. */
  | { readonly kind: "no_file" }
  /** With links resolved, it is outside Jupyter's root; either it or a folder above it is a link. */
  | { readonly kind: "outside"; readonly isLink: boolean }
  /** Not served, for an unknown reason. */
  | { readonly kind: "refused" };

/**
 * Asks `/files/` for the first byte of a file, to learn whether and how it is served.
 *
 * The contents API does not follow links when it reports sizes: for a link it gives the length of the target's name. It also
 * opens pipes, which blocks the whole server until someone writes into them. This address does neither.
 */
export async function probeFile(
  http: JupyterHttp,
  path: string,
  signal?: AbortSignal,
): Promise<ProbedFile> {
  const response = await http.open(["files", ...segmentsOf(path)], {
    headers: { "Accept": "*/*", "Accept-Encoding": "identity", "Range": "bytes=0-0" },
    // The caller has looked the path up, so an error is about the file.
    expected: [403, 404, 405, 416],
    signal,
  });
  if (response.ok || response.status === 416) {
    await discard(response);
    return { kind: "parts", size: sizeOf(response) };
  }
  const page = await textStart(response, longestPage);
  if (/ is not a file\b/.test(page)) return { kind: "no_file" };
  if (!/ is not in root static directory\b/.test(page)) return { kind: "refused" };
  const folder = segmentsOf(path).slice(0, -1).join("/");
  const isLink = folder === "" || (await probeFile(http, folder, signal)).kind !== "outside";
  return { kind: "outside", isLink };
}

/** The size of the whole file, of which a part was requested. */
function sizeOf({ status, headers }: Response): number | null {
  const size = status === 200
    ? headers.get("content-length")
    : /\/(\d+)$/.exec(headers.get("content-range") ?? "")?.[1];
  return size === null || size === undefined || size === "" ? null : Number(size);
}
