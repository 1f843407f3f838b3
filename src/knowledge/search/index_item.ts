/** What searches know of an item. */

import type { Statements } from "../database.ts";
import { runsOf } from "./runs.ts";
import { indexText, spacedWords } from "./tokens.ts";

export interface ItemTexts {
  readonly title: string;
  readonly description: string;
  readonly content: string;
}

export function indexItem(statements: Statements, id: number, texts: ItemTexts): void {
  const runs = [texts.title, texts.description, texts.content].map(runsOf);
  statements.run(
    "INSERT OR REPLACE INTO items_fts (rowid, title, description, content) VALUES (?, ?, ?, ?)",
    id,
    ...runs.map(indexText),
  );
  // Words that no item has any more stay: a search for them finds nothing.
  statements.run(
    "INSERT OR IGNORE INTO words (word) SELECT value FROM json_each(?)",
    JSON.stringify(spacedWords(runs.flat())),
  );
}
