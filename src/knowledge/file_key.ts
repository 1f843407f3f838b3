/** What a file is, to tell it from another of the same name. */

import { explain } from "./database_error.ts";

/** What tells the file of this name from every other, also from a later one of the same name; undefined without one. */
export function fileKey(path: string): string | undefined {
  const found = look(path);
  return found === undefined ? undefined : keyOf(found);
}

/** What tells a database from what it was before it was written to; undefined without one. */
export function baseStamp(path: string): string | undefined {
  const found = look(path);
  if (found === undefined) return undefined;
  const log = look(`${path}-wal`);
  // Who only reads makes an empty log.
  return [found, ...(log === undefined || log.size === 0 ? [] : [log])].map(stampOf).join();
}

function stampOf(file: Deno.FileInfo): string {
  return `${keyOf(file)}:${file.mtime?.getTime()}:${file.size}`;
}

/** Whether a file has this name. */
export function isThere(path: string): boolean {
  return look(path) !== undefined;
}

function look(path: string): Deno.FileInfo | undefined {
  try {
    return Deno.statSync(path);
  } catch (error) {
    const { NotFound, NotADirectory } = Deno.errors;
    if (error instanceof NotFound || error instanceof NotADirectory) return undefined;
    throw explain(error, path);
  }
}

function keyOf({ dev, ino }: Deno.FileInfo): string {
  return `${dev}:${ino}`;
}
