/**
 * Tags that nothing uses any more, which no other file names: a list in `.system/tags.json`. Bases never forget a tag,
 * so where several are exported into one folder, it has those of all.
 */

import { join } from "node:path";
import { z } from "zod";
import type { Statements } from "../database.ts";
import type { KnowledgeBase } from "../knowledge_base.ts";
import { tagId } from "../tags.ts";
import { readIfThere, writeFile } from "./files.ts";
import { LooseValues } from "./loose_values.ts";

const tagFile = join(".system", "tags.json");

const nameRow = z.object({ name: z.string() });
const unused = "SELECT name FROM tags WHERE id NOT IN (SELECT tag_id FROM item_tags) AND " +
  "id NOT IN (SELECT tag_id FROM state_tags) ORDER BY name";

export async function exportTags(base: KnowledgeBase, folder: string): Promise<void> {
  const here = await base.read((db) => db.rows(nameRow, unused).map(({ name }) => name));
  const { tags: there } = await readTags(folder);
  const all = [...new Set([...there, ...here])].toSorted();
  if (all.length > there.length) {
    await writeFile(join(folder, tagFile), `${JSON.stringify(all, undefined, 2)}\n`);
  }
}

/** The tags in an export, and what had to be left out. */
export async function readTags(
  folder: string,
): Promise<{ readonly tags: readonly string[]; readonly notes: readonly string[] }> {
  const loose = new LooseValues();
  const tags = loose.tags(await readIfThere(join(folder, tagFile)));
  return { tags, notes: loose.changes.map((change) => `${tagFile}: ${change}`) };
}

export function addTags(statements: Statements, tags: readonly string[]): void {
  for (const tag of tags) tagId(statements, tag);
}
