/** The list of tags that no item or state has, in a file of its own beside the items. */

import { join } from "node:path";
import { z } from "zod";
import type { KnowledgeBase } from "../knowledge_base.ts";
import { readText, writeFile } from "./files.ts";
import { LenientValues } from "./lenient_values.ts";
import { parseJson } from "./record.ts";

const tagFile = join(".system", "tags.json");
const names = z.array(z.string());
const nameRow = z.object({ name: z.string() });
const unused = "SELECT name FROM tags WHERE id NOT IN (SELECT tag_id FROM item_tags) AND " +
  "id NOT IN (SELECT tag_id FROM state_tags) ORDER BY name";

/** Adds those of this base; returns the file if it was overwritten although it held something else. */
export async function exportTags(base: KnowledgeBase, folder: string): Promise<readonly string[]> {
  const here = await base.read((db) => db.rows(nameRow, unused).map(({ name }) => name));
  const there = await readTags(folder);
  const all = [...new Set([...there.tags, ...here])].toSorted();
  if (all.length <= there.tags.length) return [];
  await writeFile(join(folder, tagFile), `${JSON.stringify(all, undefined, 2)}\n`);
  return there.isOther ? [tagFile] : [];
}

/**
 * The tags in an export, and what had to be changed or left out. Any text could be a tag, so a file that is not as we
 * write it is not taken at all.
 */
export async function readTags(folder: string) {
  const file = await readText(join(folder, tagFile));
  const list = file?.isUtf8 === false ? undefined : names.safeParse(parseJson(file?.text ?? "[]")).data;
  const values = new LenientValues(list === undefined ? ["left out, it is not a list of texts in JSON"] : []);
  const tags = values.tags(list);
  return { tags, notes: values.notes.map((note) => `${tagFile}: ${note}`), isOther: list === undefined };
}
