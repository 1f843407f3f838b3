/**
 * Writes a client's configuration without losing anything: first a backup, then a new file that atomically replaces
 * the old one. If that fails, everything stays as it was.
 */

import { dirname, resolve } from "node:path";
import { UsageError } from "../../base/options.ts";

/** The text of a file, or undefined if it does not exist. Refuses other encodings than UTF-8, as writing would damage them. */
export async function readConfig(path: string): Promise<string | undefined> {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(await Deno.readFile(path));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    if (error instanceof TypeError) throw new UsageError("it is not UTF-8 text; convert it to UTF-8 first");
    throw error;
  }
}

export interface WriteOptions {
  readonly text: string;
  /** The current content of the file. */
  readonly previous: string | undefined;
  /** The file mode; if absent, the current one is kept, and a new file is readable by its owner only. */
  readonly mode?: number;
  readonly now?: () => Date;
}

/** Replaces the file; returns the path of the backup, if one was made. */
export async function writeConfig(
  path: string,
  { text, previous, mode, now = () => new Date() }: WriteOptions,
): Promise<string | undefined> {
  // Many people keep such files as symbolic links.
  const target = await endOf(path);
  await refuseProtected(target);
  const folder = dirname(target);
  await Deno.mkdir(folder, { recursive: true });
  const backup = previous === undefined
    ? undefined
    : `${path}.${now().toISOString().slice(0, 23).replaceAll(":", "-")}.bak`;
  if (backup !== undefined) await Deno.copyFile(target, backup);
  try {
    await replace(target, { folder, text, mode });
  } catch (error) {
    if (backup !== undefined) await Deno.remove(backup);
    throw error;
  }
  return backup;
}

/** Replacing would succeed even for a write-protected file, but the protection is intentional. */
async function refuseProtected(path: string): Promise<void> {
  const mode = await Deno.stat(path).then((former) => former.mode, () => null);
  if (Deno.build.os === "windows" || mode === null || (mode & 0o222) !== 0) return;
  throw new UsageError("it is write-protected; make it writable first");
}

/** Resolves symbolic links, also to a file that does not exist yet. */
async function endOf(path: string): Promise<string> {
  try {
    return await Deno.realPath(path);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    const link = await linkAt(path);
    return link === undefined ? path : await endOf(resolve(await Deno.realPath(dirname(path)), link));
  }
}

async function linkAt(path: string): Promise<string | undefined> {
  try {
    return await Deno.readLink(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

interface Replacement {
  readonly folder: string;
  readonly text: string;
  readonly mode: number | undefined;
}

async function replace(target: string, { folder, text, mode }: Replacement): Promise<void> {
  // Readable by its owner only, from the first byte on.
  const fresh = await Deno.makeTempFile({ dir: folder, prefix: ".jupyter-mcp-" });
  try {
    await Deno.writeTextFile(fresh, text);
    const rights = mode ?? await Deno.stat(target).then((former) => former.mode, () => null);
    if (rights !== null && Deno.build.os !== "windows") await Deno.chmod(fresh, rights & 0o777);
    await Deno.rename(fresh, target);
  } catch (error) {
    await Deno.remove(fresh);
    throw error;
  }
}

/** Why a file cannot be read or written; rethrows errors that are not about files. */
export function fileErrorText(error: unknown): string {
  if (error instanceof Deno.errors.PermissionDenied) return "permission denied";
  if (error instanceof Deno.errors.IsADirectory) return "it is a folder";
  if (error instanceof Error) return error.message;
  throw error;
}
