/** The files of an export: found, read and written. */

import { isUtf8 } from "node:buffer";
import { dirname, join } from "node:path";

/** All files below a folder whose names have this ending, sorted; links are not followed. */
export async function filesBelow(folder: string, ending: string): Promise<string[]> {
  const found: string[] = [];
  for await (const entry of Deno.readDir(folder)) {
    const path = join(folder, entry.name);
    if (entry.isDirectory) found.push(...await filesBelow(path, ending));
    else if (entry.isFile && entry.name.endsWith(ending)) found.push(path);
  }
  return found.sort();
}

/** Writes a file whole or not at all. */
export async function writeFile(path: string, text: string): Promise<void> {
  await Deno.mkdir(dirname(path), { recursive: true });
  const part = `${path}.part`;
  try {
    await Deno.writeTextFile(part, text);
    await Deno.rename(part, path);
  } catch (error) {
    await Deno.remove(part).catch(() => {});
    throw error;
  }
}

/** Removes what an interrupted export left behind: of items, of states, of the latest of these, of tags. */
export async function removeUnfinished(folder: string): Promise<void> {
  const ours = /[/\\](?:(?:\d+(?:-[^/\\]*)?|latest)\.md|tags\.json)\.part$/;
  for (const path of await filesBelow(folder, ".part")) {
    if (ours.test(path)) await Deno.remove(path);
  }
}

/** Undefined if there is no such file. If it is not UTF-8, what could not be read has become �. */
export async function readText(path: string): Promise<{ text: string; isUtf8: boolean } | undefined> {
  try {
    const bytes = await Deno.readFile(path);
    return { text: new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes), isUtf8: isUtf8(bytes) };
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}
