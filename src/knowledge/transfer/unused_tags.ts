/**
 * Tags that nothing uses any more, which no other file names: a list in `.system/tags.json`. Bases never forget a tag,
 * so where several are exported into one folder, it has those of all.
 */

import { join } from "node:path";
import { z } from "zod";
import type { Statements } from "../database.ts";
import type { KnowledgeBase } from "../knowledge_base.ts";
import { tagId } from "../tags.ts";
import { bytesIfThere, isUtf8, writeFile } from "./files.ts";
import { LooseValues } from "./loose_values.ts";
import { parseJson } from "./parse_json.ts";

const tagFile = join(".system", "tags.json");

const names = z.array(z.string());
const nameRow = z.object({ name: z.string() });
const unused = "SELECT name FROM tags WHERE id NOT IN (SELECT tag_id FROM item_tags) AND " +
  "id NOT IN (SELECT tag_id FROM state_tags) ORDER BY name";

/** Gives the files that it wrote over although they held something else. */
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
  /** Whether it holds what is no list of tags. */
  readonly isOther: boolean;
}

/** The tags in an export. Any text could be a tag, so a file that is not as we write it is not taken at all. */
export async function readTags(folder: string): Promise<TagFile> {
  const bytes = await bytesIfThere(join(folder, tagFile));
  if (bytes === undefined) return { tags: [], notes: [], isOther: false };
  const list = isUtf8(bytes) ? names.safeParse(parseJson(new TextDecoder().decode(bytes))).data : undefined;
  if (list === undefined) {
    return { tags: [], notes: [`${tagFile}: left out, it is no list of texts in JSON`], isOther: true };
  }
  const loose = new LooseValues();
  const tags = loose.tags(list);
  return { tags, notes: loose.changes.map((change) => `${tagFile}: ${change}`), isOther: false };
}

export function addTags(statements: Statements, tags: readonly string[]): void {
  for (const tag of tags) tagId(statements, tag);
}
