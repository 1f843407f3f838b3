/** Tags: created when first used, found in any width and case, kept when nothing uses them any more. */

import { z } from "zod";
import type { Statements } from "./database.ts";
import { longestTag } from "./item.ts";
import { fold } from "./search/tokens.ts";
import type { TagCounts } from "./tool_schemas.ts";

const countRow = z.object({ name: z.string(), count: z.number() });

/** The id of a tag, which is created if needed. */
export function tagId(statements: Statements, name: string): number {
  return statements.number("SELECT id FROM tags WHERE name = ?", name) ??
    statements.run("INSERT INTO tags (name, folded) VALUES (?, ?)", name, fold(name)).id;
}

const counted = `SELECT name, (SELECT count(*) FROM item_tags WHERE tag_id = tags.id) AS count FROM tags`;

export function mostUsedTags(statements: Statements, limit: number): TagCounts {
  return statements.rows(countRow, `${counted} ORDER BY count DESC, name LIMIT ?`, limit);
}

/** All tags, most used first, up to a limit. */
export function listTags(statements: Statements, limit: number): { tags: TagCounts; total: number } {
  return {
    tags: mostUsedTags(statements, limit),
    total: statements.number("SELECT count(*) FROM tags") ?? 0,
  };
}

/** Tags that begin so, the most used first. */
export function suggestTags(statements: Statements, prefix: string, limit: number): string[] {
  // No tag is longer, and SQLite refuses a very long pattern.
  if ([...prefix.trim()].length > longestTag) return [];
  const pattern = `${fold(prefix.trim()).replaceAll(/[\\%_]/g, "\\$&")}%`;
  const sql = `${counted} WHERE folded LIKE ? ESCAPE '\\' ORDER BY count DESC, name LIMIT ?`;
  return statements.rows(countRow, sql, pattern, limit).map(({ name }) => name);
}
