/** The Markdown files of an export, found and written. */

import { dirname, join } from "node:path";

/** All files below a folder that end in `.md`, sorted; links are not followed. */
export function markdownFiles(folder: string): Promise<string[]> {
  return filesBelow(folder, (name) => name.endsWith(".md"));
}

async function filesBelow(folder: string, isWanted: (name: string) => boolean): Promise<string[]> {
  const found: string[] = [];
  for await (const entry of Deno.readDir(folder)) {
    const path = join(folder, entry.name);
    if (entry.isDirectory) found.push(...await filesBelow(path, isWanted));
    else if (entry.isFile && isWanted(entry.name)) found.push(path);
  }
  return found.sort();
}

/** Whole files only have their own names; what an end in the middle leaves behind is removed by the next export. */
const unfinished = ".part";

/** Writes a file whole or not at all. */
export async function writeFile(path: string, text: string): Promise<void> {
  await Deno.mkdir(dirname(path), { recursive: true });
  const part = `${path}${unfinished}`;
  try {
    await Deno.writeTextFile(part, text);
    await Deno.rename(part, path);
  } catch (error) {
    await removeIfThere(part);
    throw error;
  }
}

/** Removes what an export that was ended left behind: of items, of states, of the latest of these, of tags. */
export async function removeUnfinished(folder: string): Promise<void> {
  for (
    const path of await filesBelow(
      folder,
      (name) => /^(?:(?:\d+(?:-.*)?|latest)\.md|tags\.json)\.part$/.test(name),
    )
  ) {
    await removeIfThere(path);
  }
}

async function removeIfThere(path: string): Promise<void> {
  try {
    await Deno.remove(path);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}

export async function readIfThere(path: string): Promise<string | undefined> {
  const bytes = await bytesIfThere(path);
  return bytes === undefined ? undefined : new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

export async function bytesIfThere(path: string): Promise<Uint8Array | undefined> {
  try {
    return await Deno.readFile(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

export function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
