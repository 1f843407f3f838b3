/** What searches know of an item. */

import { z } from "zod";
import type { Statements } from "../database.ts";
import { indexText, spacedWords } from "./tokens.ts";

export interface ItemTexts {
  readonly title: string;
  readonly description: string;
  readonly content: string;
}

const batch = 500;

const textsRow = z.object({
  id: z.number(),
  title: z.string(),
  description: z.string(),
  content: z.string(),
});

export function indexItem(statements: Statements, id: number, texts: ItemTexts): void {
  const { title, description, content } = texts;
  statements.run(
    "INSERT OR REPLACE INTO items_fts (rowid, title, description, content) VALUES (?, ?, ?, ?)",
    id,
    indexText(title),
    indexText(description),
    indexText(content),
  );
  // Words that no item has any more stay: a search for them finds nothing.
  statements.run(
    "INSERT OR IGNORE INTO words (word) SELECT value FROM json_each(?)",
    JSON.stringify(spacedWords(`${title}\n${description}\n${content}`)),
  );
}

/** Fills an empty index with all items. */
export function indexAll(statements: Statements): void {
  const sql =
    "SELECT id, title, description, content FROM items JOIN contents ON item_id = id WHERE id > ? " +
    "ORDER BY id LIMIT ?";
  for (let after = 0;;) {
    const items = statements.rows(textsRow, sql, after, batch);
    const last = items.at(-1);
    if (last === undefined) return;
    for (const { id, ...texts } of items) indexItem(statements, id, texts);
    after = last.id;
  }
}
