/** What is at a path that a caller has given. */

import { type ContentsModel, listDirectory, statPath } from "./contents.ts";
import { type JupyterHttp, StatusError } from "./http.ts";
import { folderOf, nameOf } from "./file_path.ts";
import { unusablePath } from "./file_errors.ts";

/** Names that listings leave out by default. */
const unlisted = /(^|\/)\.|~$|\.py[co]$|(^|\/)__pycache__(\/|$)/;
/** Bytes; most file systems do not allow longer names, and the server reports that. */
const longestName = 255;

interface StatNewOptions {
  readonly signal?: AbortSignal | undefined;
  /** Asks the server for the path itself, if the listing is not conclusive. */
  readonly stat?: typeof statGivenPath;
  /** The error to throw if the folder of the path does not exist; without it, the result is null. */
  readonly folderMissing?: () => Error;
}

/**
 * What is at a path that probably does not exist yet; null if it does not. Uses the listing of its folder: a request for a
 * missing path leaves warnings in Jupyter's log.
 */
export async function statByListing(
  http: JupyterHttp,
  path: string,
  { signal, stat = statGivenPath, folderMissing }: StatNewOptions = {},
): Promise<ContentsModel | null> {
  const name = nameOf(path);
  const isLong = new TextEncoder().encode(name).length > longestName;
  if (isLong || unlisted.test(path)) return await stat(http, path, signal);
  const entries = await listDirectory(http, folderOf(path), signal).catch((error) => {
    if (error instanceof StatusError) return undefined;
    throw error;
  });
  // The server's own error best describes what is wrong with the folder.
  if (entries === undefined) return await stat(http, path, signal);
  if (entries === null && folderMissing !== undefined) throw folderMissing();
  const alike = entries?.filter((entry) => plain(entry.name) === plain(name)) ?? [];
  const exact = alike.find((entry) => entry.name === name);
  // Some file systems treat such names as the same: only the server knows.
  return exact ?? (alike.length === 0 ? null : await stat(http, path, signal));
}

function plain(name: string): string {
  return name.normalize("NFKC").toLowerCase();
}

/**
 * What is at a path that a caller has given; null if there is nothing. If the server fails on the path itself, that is the
 * caller's mistake, not an unreachable server.
 */
export async function statGivenPath(
  http: JupyterHttp,
  path: string,
  signal?: AbortSignal,
): Promise<ContentsModel | null> {
  try {
    return await statPath(http, path, signal);
  } catch (error) {
    // Above 500 it is a proxy in between that responds.
    throw error instanceof StatusError && error.status <= 500 ? unusablePath("open", path, error) : error;
  }
}
