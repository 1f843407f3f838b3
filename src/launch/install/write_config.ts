/**
 * Writes a client's configuration so that nothing is lost: a backup of what was there first, then a new file that
 * takes the old one's place in one step. Where that fails, all is as it was.
 */

/** The text of a file; undefined where there is none. */
export async function readConfig(path: string): Promise<string | undefined> {
  try {
    return await Deno.readTextFile(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
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
  const target = await Deno.realPath(path).catch(() => path);
  const folder = target.replace(/[/\\][^/\\]*$/, "");
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
