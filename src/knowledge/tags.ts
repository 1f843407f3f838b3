/** Tags: created when first used, found in any width and case, kept when nothing uses them any more. */

import type { Statements } from "./database.ts";
import { longestTag } from "./item.ts";
import { fold } from "./search/tokens.ts";
import { tagCount, type TagCounts } from "./tool_schemas.ts";

/** The id of a tag, which is created if needed. */
export function tagId(db: Statements, name: string): number {
  return db.number("SELECT id FROM tags WHERE name = ?", name) ??
    db.run("INSERT INTO tags (name, folded) VALUES (?, ?)", name, fold(name)).id;
}

const counted = `SELECT name, (SELECT count(*) FROM item_tags WHERE tag_id = tags.id) AS count FROM tags`;

/** All tags, most used first, up to a limit. */
export function listTags(db: Statements, limit: number): { tags: TagCounts; total: number } {
  return {
    tags: db.rows(tagCount, `${counted} ORDER BY count DESC, name LIMIT ?`, limit),
    total: db.number("SELECT count(*) FROM tags") ?? 0,
  };
}

/** Tags that begin so, the most used first. */
export function suggestTags(db: Statements, prefix: string, limit: number): string[] {
  // No tag is longer, and SQLite refuses a very long pattern.
  if ([...prefix.trim()].length > longestTag) return [];
  const pattern = `${fold(prefix.trim()).replaceAll(/[\\%_]/g, "\\$&")}%`;
  const sql = `${counted} WHERE folded LIKE ? ESCAPE '\\' ORDER BY count DESC, name LIMIT ?`;
  return db.rows(tagCount, sql, pattern, limit).map(({ name }) => name);
}
