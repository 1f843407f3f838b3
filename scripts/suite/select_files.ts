/** Which test files a part of the suite runs. */

import { join } from "node:path";

/** The test files below a folder, sorted; none where the folder is not there. */
export async function testFilesIn(root: string, folder: string): Promise<string[]> {
  const found: string[] = [];
  try {
    for await (const entry of Deno.readDir(join(root, folder))) {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory) found.push(...await testFilesIn(root, path));
      else if (/_test\.ts$/.test(entry.name)) found.push(path);
    }
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  return found.sort();
}

/** Those whose path holds one of the words; all of them without words. */
export function matching(files: readonly string[], words: readonly string[]): string[] {
  const wanted = words.map((word) => word.replace(/^\.\//, ""));
  return files.filter((file) => wanted.length === 0 || wanted.some((word) => file.includes(word)));
}
