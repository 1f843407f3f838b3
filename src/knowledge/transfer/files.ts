/** The files of an export, found, read and written, and the list of tags that nothing uses. */

import { dirname, join } from "node:path";
import { z } from "zod";
import type { KnowledgeBase } from "../knowledge_base.ts";
import { LenientValues } from "./lenient_values.ts";
import { parseJson } from "./record.ts";

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
    await removeIfExists(part);
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
    await removeIfExists(path);
  }
}

async function removeIfExists(path: string): Promise<void> {
  try {
    await Deno.remove(path);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}

export async function readIfExists(path: string): Promise<string | undefined> {
  const bytes = await bytesIfExists(path);
  return bytes === undefined ? undefined : new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

export async function bytesIfExists(path: string): Promise<Uint8Array | undefined> {
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

const tagFile = join(".system", "tags.json");

const names = z.array(z.string());
const nameRow = z.object({ name: z.string() });
const unused = "SELECT name FROM tags WHERE id NOT IN (SELECT tag_id FROM item_tags) AND " +
  "id NOT IN (SELECT tag_id FROM state_tags) ORDER BY name";

/** Returns the file if it was overwritten although it held something else. */
export async function exportTags(base: KnowledgeBase, folder: string): Promise<readonly string[]> {
  const here = await base.read((db) => db.rows(nameRow, unused).map(({ name }) => name));
  const { tags: there, isOther } = await readTags(folder);
  const all = [...new Set([...there, ...here])].toSorted();
  if (all.length <= there.length) return [];
  await writeFile(join(folder, tagFile), `${JSON.stringify(all, undefined, 2)}\n`);
  return isOther ? [tagFile] : [];
}

interface TagFile {
  readonly tags: readonly string[];
  /** What had to be changed or left out. */
  readonly notes: readonly string[];
  /** Whether it holds something else than a list of tags. */
  readonly isOther: boolean;
}

/** The tags in an export. Any text could be a tag, so a file that is not as we write it is not taken at all. */
export async function readTags(folder: string): Promise<TagFile> {
  const bytes = await bytesIfExists(join(folder, tagFile));
  if (bytes === undefined) return { tags: [], notes: [], isOther: false };
  const list = isUtf8(bytes) ? names.safeParse(parseJson(new TextDecoder().decode(bytes))).data : undefined;
  if (list === undefined) {
    return { tags: [], notes: [`${tagFile}: left out, it is not a list of texts in JSON`], isOther: true };
  }
  const values = new LenientValues();
  const tags = values.tags(list);
  return { tags, notes: values.changes.map((change) => `${tagFile}: ${change}`), isOther: false };
}
