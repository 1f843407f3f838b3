/**
 * Writes a client's configuration so that nothing is lost: a backup of what was there first, then a new file that
 * takes the old one's place in one step.
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
  readonly now?: () => Date;
}

/** Replaces the file; returns the path of the backup, if there was something to keep. */
export async function writeConfig(
  path: string,
  { text, previous, now = () => new Date() }: WriteOptions,
): Promise<string | undefined> {
  // Many people keep such files as links into a folder of their own.
  const target = await Deno.realPath(path).catch(() => path);
  const folder = target.replace(/[/\\][^/\\]*$/, "");
  await Deno.mkdir(folder, { recursive: true });
  const backup = previous === undefined
    ? undefined
    : `${path}.${now().toISOString().slice(0, 19).replaceAll(":", "-")}.bak`;
  if (backup !== undefined) await Deno.copyFile(target, backup);
  const mode = previous === undefined ? 0o600 : (await Deno.stat(target)).mode ?? 0o600;
  const fresh = `${target}.new`;
  await Deno.writeTextFile(fresh, text, { mode });
  await Deno.rename(fresh, target);
  return backup;
}
