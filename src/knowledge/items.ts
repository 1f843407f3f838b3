/** Making, changing and deleting items; each function is one transaction's work. */

import { z } from "zod";
import { type CheckedFields, checkFields, checkPeriod } from "./check_item.ts";
import type { Statements } from "./database.ts";
import { missingItems } from "./failures.ts";
import type { Item, ItemCard, ItemFields, NewItem } from "./item.ts";
import { card, wholeItem } from "./item_rows.ts";
import { rankOf } from "./priorities.ts";
import { relate, requireItems, unrelateAll } from "./relations.ts";
import { indexItem } from "./search/index_item.ts";
import { tagId } from "./tags.ts";

/** What makes an item new: when, and a name that no other item anywhere has. */
export interface Birth {
  readonly now: number;
  readonly uid: string;
}

const storedRow = z.object({
  type: z.string(),
  title: z.string(),
  description: z.string(),
  content: z.string(),
  status_id: z.number(),
  priority: z.number(),
  category: z.string().nullable(),
  start_date: z.number().nullable(),
  end_date: z.number().nullable(),
  version: z.string().nullable(),
});
type Stored = z.output<typeof storedRow>;

const statusRow = z.object({ id: z.number() });

export function createItem(statements: Statements, item: NewItem, { now, uid }: Birth): ItemCard {
  const fields = checkFields(item);
  const stored: Stored = {
    type: item.type,
    title: item.title,
    description: fields.description ?? "",
    content: fields.content ?? "",
    status_id: statusId(statements, fields.status ?? "Open"),
    priority: fields.priority ?? rankOf("MEDIUM"),
    category: fields.category ?? null,
    start_date: fields.startDate ?? null,
    end_date: fields.endDate ?? null,
    version: fields.version ?? null,
  };
  checkPeriod(stored.start_date, stored.end_date);
  const id = insert(statements, stored, { now, uid });
  setLinks(statements, id, { action: "create this item", fields });
  return requireCard(statements, id);
}

export function getItem(statements: Statements, id: number): Item {
  const item = wholeItem(statements, id);
  if (item === undefined) throw missingItems("get this item", [id], "id");
  return item;
}

export function updateItem(
  statements: Statements,
  { id, changes, now }: { readonly id: number; readonly changes: ItemFields; readonly now: number },
): ItemCard {
  const fields = checkFields(changes);
  const before = statements.row(
    storedRow,
    "SELECT * FROM items JOIN contents ON item_id = id WHERE id = ?",
    id,
  );
  if (before === undefined) throw missingItems("update this item", [id], "id");
  if (Object.values(fields).every((value) => value === undefined)) return requireCard(statements, id);
  const after = changed(before, fields, (name) => statusId(statements, name));
  checkPeriod(after.start_date, after.end_date);
  overwrite(statements, id, { before, after, now });
  if (fields.related !== undefined) unrelateAll(statements, id);
  setLinks(statements, id, { action: "update this item", fields });
  return requireCard(statements, id);
}

function changed(before: Stored, fields: CheckedFields, status: (name: string) => number): Stored {
  const { category, startDate, endDate, version } = fields;
  return {
    type: fields.type ?? before.type,
    title: fields.title ?? before.title,
    description: fields.description ?? before.description,
    content: fields.content ?? before.content,
    status_id: fields.status === undefined ? before.status_id : status(fields.status),
    priority: fields.priority ?? before.priority,
    category: category === undefined ? before.category : category,
    start_date: startDate === undefined ? before.start_date : startDate,
    end_date: endDate === undefined ? before.end_date : endDate,
    version: version === undefined ? before.version : version,
  };
}

export function deleteItem(statements: Statements, id: number): ItemCard {
  const item = card(statements, id);
  if (item === undefined) throw missingItems("delete this item", [id], "id");
  statements.run("DELETE FROM items_fts WHERE rowid = ?", id);
  statements.run("INSERT OR IGNORE INTO deleted_items (uid) SELECT uid FROM items WHERE id = ?", id);
  statements.run("DELETE FROM items WHERE id = ?", id);
  return item;
}

const columns =
  "uid, type, title, description, status_id, priority, category, start_date, end_date, version, created_at, updated_at";

function insert(statements: Statements, item: Stored, { now, uid }: Birth): number {
  const { id } = statements.run(
    `INSERT INTO items (${columns}) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?11)`,
    uid,
    ...ownColumns(item),
    now,
  );
  statements.run("INSERT INTO contents (item_id, content) VALUES (?, ?)", id, item.content);
  indexItem(statements, id, item);
  return id;
}

function overwrite(
  statements: Statements,
  id: number,
  { before, after, now }: { readonly before: Stored; readonly after: Stored; readonly now: number },
): void {
  statements.run(
    "UPDATE items SET type = ?, title = ?, description = ?, status_id = ?, priority = ?, category = ?, " +
      "start_date = ?, end_date = ?, version = ?, updated_at = ? WHERE id = ?",
    ...ownColumns(after),
    now,
    id,
  );
  if (after.content !== before.content) {
    statements.run("UPDATE contents SET content = ? WHERE item_id = ?", after.content, id);
  }
  const same = (["title", "description", "content"] as const).every((name) => after[name] === before[name]);
  if (!same) indexItem(statements, id, after);
}

function ownColumns(item: Stored) {
  return [
    item.type,
    item.title,
    item.description,
    item.status_id,
    item.priority,
    item.category,
    item.start_date,
    item.end_date,
    item.version,
  ] as const;
}

/** Tags, relations and notebooks; each given list replaces the whole. */
function setLinks(
  statements: Statements,
  id: number,
  { action, fields: { tags, related, notebooks } }: {
    readonly action: string;
    readonly fields: CheckedFields;
  },
): void {
  if (tags !== undefined) setTags(statements, id, tags);
  if (related !== undefined) {
    requireItems(statements, related, { action, field: "related" });
    for (const other of related) relate(statements, id, { to: other, field: "related" });
  }
  if (notebooks !== undefined) setNotebooks(statements, id, notebooks);
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

function statusId(statements: Statements, name: string): number {
  const found = statements.row(statusRow, "SELECT id FROM statuses WHERE name = ?", name);
  if (found === undefined) throw new Error(`no row for status ${name}`);
  return found.id;
}

function requireCard(statements: Statements, id: number): ItemCard {
  const found = card(statements, id);
  if (found === undefined) throw new Error(`item ${id} vanished inside a transaction`);
  return found;
}
