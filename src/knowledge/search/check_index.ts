/**
 * Whether the full-text index can be believed. SQLite notices most damage, but an index that has lost its list of
 * contents looks like an empty one: searches would find nothing and say so.
 */

import { z } from "zod";
import type { Statements } from "../database.ts";
import { DamagedIndex } from "../database_error.ts";
import { matchText, searchPhrase } from "./tokens.ts";

const itemRow = z.object({ id: z.number(), title: z.string() });
const hitRow = z.object({ id: z.number() });

/** One title may have been cut otherwise by an earlier version of Unicode; not all of so many. */
const asked = 10;

/** Throws where the index knows none of the oldest items by their titles. */
export function checkIndex(statements: Statements): void {
  const oldest = statements.rows(itemRow, "SELECT id, title FROM items ORDER BY id LIMIT ?", asked);
  const known = oldest.flatMap(({ id, title }) => {
    const phrase = searchPhrase(title);
    return phrase === undefined ? [] : [{ id, match: matchText(phrase.tokens) }];
  });
  const sql = "SELECT rowid AS id FROM items_fts WHERE items_fts MATCH ? AND rowid = ?";
  const isFound = ({ id, match }: { readonly id: number; readonly match: string }) =>
    statements.row(hitRow, sql, match, id) !== undefined;
  if (known.length > 0 && !known.some(isFound)) throw new DamagedIndex();
}
