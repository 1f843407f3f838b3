/** The Markdown files of an export, found and written. */

import { dirname, join } from "node:path";

/** All files below a folder that end in `.md`, sorted; links are not followed. */
export async function markdownFiles(folder: string): Promise<string[]> {
  const found: string[] = [];
  for await (const entry of Deno.readDir(folder)) {
    const path = join(folder, entry.name);
    if (entry.isDirectory) found.push(...await markdownFiles(path));
    else if (entry.isFile && entry.name.endsWith(".md")) found.push(path);
  }
  return found.sort();
}

/** Writes a file whole or not at all; false where it holds that already. */
export async function writeFile(path: string, text: string): Promise<boolean> {
  if (await readIfThere(path) === text) return false;
  await Deno.mkdir(dirname(path), { recursive: true });
  const unfinished = `${path}.part`;
  await Deno.writeTextFile(unfinished, text);
  await Deno.rename(unfinished, path);
  return true;
}

export async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await Deno.readTextFile(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}
