/** The TypeScript files that the rules are about. */

export interface SourceFile {
  /** Relative to the root of the repository, `/` separated. */
  readonly path: string;
  readonly text: string;
}

const folders = ["src", "tests", "scripts"];

export async function readSources(root: URL): Promise<SourceFile[]> {
  const paths = ["main.ts", ...(await Promise.all(folders.map((folder) => walk(root, folder)))).flat()];
  const texts = await Promise.all(paths.map((path) => readIfThere(new URL(path, root))));
  return paths.flatMap((path, index) => {
    const text = texts[index];
    return text === undefined ? [] : [{ path, text }];
  });
}

async function walk(root: URL, folder: string): Promise<string[]> {
  const paths: string[] = [];
  for await (const entry of Deno.readDir(new URL(`${folder}/`, root))) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory) paths.push(...await walk(root, path));
    else if (entry.name.endsWith(".ts")) paths.push(path);
  }
  return paths.sort();
}

async function readIfThere(url: URL): Promise<string | undefined> {
  try {
    return await Deno.readTextFile(url);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}
