/**
 * Writes a client's configuration so that nothing is lost: a backup of what was there first, then a new file that
 * takes the old one's place in one step. Where that fails, all is as it was.
 */

import { dirname, resolve } from "node:path";
import { UsageError } from "../../base/options.ts";

/** The text of a file; undefined where there is none. One in another encoding is refused: it would come out damaged. */
export async function readConfig(path: string): Promise<string | undefined> {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(await Deno.readFile(path));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    if (error instanceof TypeError) throw new UsageError("it is not UTF-8 text; save it as UTF-8 first");
    throw error;
  }
}

export interface WriteOptions {
  readonly text: string;
  /** What the file holds now, as it was read. */
  readonly previous: string | undefined;
  /** The rights of the file; without it those that it had, and a new one is for its owner alone. */
  readonly mode?: number;
  readonly now?: () => Date;
}

/** Replaces the file; returns the path of the backup, if there was something to keep. */
export async function writeConfig(
  path: string,
  { text, previous, mode, now = () => new Date() }: WriteOptions,
): Promise<string | undefined> {
  // Many people keep such files as links into a folder of their own.
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

/** A new file would take the place of one that is protected all the same, and whoever protected it meant it. */
async function refuseProtected(path: string): Promise<void> {
  const mode = await Deno.stat(path).then((former) => former.mode, () => null);
  if (Deno.build.os === "windows" || mode === null || (mode & 0o222) !== 0) return;
  throw new UsageError("it is write-protected; allow yourself to write it first");
}

/** The file that a path leads to by its links, also where that does not exist yet. */
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
  // For its owner alone from the first byte on.
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

/** What keeps a file from being read or written, in words; what is no trouble of a file is thrown on. */
export function fileErrorText(error: unknown): string {
  if (error instanceof Deno.errors.PermissionDenied) return "permission denied";
  if (error instanceof Deno.errors.IsADirectory) return "it is a folder";
  if (error instanceof Error) return error.message;
  throw error;
}
