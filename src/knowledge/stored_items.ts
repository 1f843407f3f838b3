/** The rows that an item is kept in: its columns, its content and what searches know of it. */

import { z } from "zod";
import type { SQLInputValue } from "node:sqlite";
import type { Statements } from "./database.ts";
import { indexItem } from "./search/index_item.ts";
import { tagId } from "./tags.ts";

const columnsRow = z.object({
  type: z.string(),
  title: z.string(),
  description: z.string(),
  status_id: z.number(),
  priority: z.number(),
  category: z.string().nullable(),
  start_date: z.number().nullable(),
  end_date: z.number().nullable(),
  version: z.string().nullable(),
});
const storedRow = columnsRow.extend({ content: z.string() });

/** What can be changed of an item, as it is stored. */
export type StoredItem = z.output<typeof storedRow>;

/** What is settled when an item is written. */
export interface Birth {
  /** Undefined for the next that is free. */
  readonly id?: number | undefined;
  /** A name that no other item anywhere has. */
  readonly uid: string;
  readonly createdAt: number;
  readonly updatedAt: number;
}

const names = columnsRow.keyof().options;
const statusRow = z.object({ id: z.number() });

export function readStored(statements: Statements, id: number): StoredItem | undefined {
  return statements.row(storedRow, "SELECT * FROM items JOIN contents ON item_id = id WHERE id = ?", id);
}

/** Gives the id of the new item. */
export function insertStored(statements: Statements, item: StoredItem, birth: Birth): number {
  const { id } = statements.run(
    `INSERT INTO items (id, uid, created_at, updated_at, ${names.join(", ")}) ` +
      `VALUES (?, ?, ?, ?, ${names.map(() => "?").join(", ")})`,
    birth.id ?? null,
    birth.uid,
    birth.createdAt,
    birth.updatedAt,
    ...valuesOf(item),
  );
  statements.run("INSERT INTO contents (item_id, content) VALUES (?, ?)", id, item.content);
  indexItem(statements, id, item);
  return id;
}

export interface Overwrite {
  readonly before: StoredItem;
  readonly after: StoredItem;
  readonly updatedAt: number;
}

export function overwriteStored(
  statements: Statements,
  id: number,
  { before, after, updatedAt }: Overwrite,
): void {
  statements.run(
    `UPDATE items SET updated_at = ?, ${names.map((name) => `${name} = ?`).join(", ")} WHERE id = ?`,
    updatedAt,
    ...valuesOf(after),
    id,
  );
  if (after.content !== before.content) {
    statements.run("UPDATE contents SET content = ? WHERE item_id = ?", after.content, id);
  }
  const same = (["title", "description", "content"] as const).every((name) => after[name] === before[name]);
  if (!same) indexItem(statements, id, after);
}

export function isSame(one: StoredItem, other: StoredItem): boolean {
  return one.content === other.content && names.every((name) => one[name] === other[name]);
}

/** The row of a status that exists. */
export function statusId(statements: Statements, name: string): number {
  const found = statements.row(statusRow, "SELECT id FROM statuses WHERE name = ?", name);
  if (found === undefined) throw new Error(`no row for status ${name}`);
  return found.id;
}

export function setTags(statements: Statements, id: number, tags: readonly string[]): void {
  statements.run("DELETE FROM item_tags WHERE item_id = ?", id);
  for (const tag of tags) {
    statements.run("INSERT INTO item_tags (item_id, tag_id) VALUES (?, ?)", id, tagId(statements, tag));
  }
}

export function setNotebooks(statements: Statements, id: number, paths: readonly string[]): void {
  statements.run("DELETE FROM item_notebooks WHERE item_id = ?", id);
  for (const path of paths) {
    statements.run("INSERT INTO item_notebooks (item_id, path) VALUES (?, ?)", id, path);
  }
}

function valuesOf(item: StoredItem): SQLInputValue[] {
  return names.map((name) => item[name]);
}
