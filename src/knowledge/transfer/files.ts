/** The files of an export: found, read and written. */

import { isUtf8 } from "node:buffer";
import { dirname, join } from "node:path";

/** All Markdown files below a folder, sorted; links are not followed. */
export async function markdownFiles(folder: string): Promise<string[]> {
  const found: string[] = [];
  for await (const entry of Deno.readDir(folder)) {
    const path = join(folder, entry.name);
    if (entry.isDirectory) found.push(...await markdownFiles(path));
    else if (entry.isFile && entry.name.endsWith(".md")) found.push(path);
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

/** If a file is not UTF-8, the bytes that cannot be read become �. */
export async function readText(path: string): Promise<{ text: string; isUtf8: boolean }> {
  const bytes = await Deno.readFile(path);
  return { text: new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes), isUtf8: isUtf8(bytes) };
}
