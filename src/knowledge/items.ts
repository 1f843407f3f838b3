/** Items and the rows that hold them: reading, creating, changing and deleting, each within a transaction of its caller. */

import type { SQLInputValue } from "node:sqlite";
import { z } from "zod";
import { jsonColumn, type Statements, texts, uids } from "./database.ts";
import { missingItems } from "./errors.ts";
import { checkLinks, emptyItem, priorityRank, rankOf, withFields } from "./item.ts";
import type { ItemFields, Links, NewItem, StoredItem } from "./item.ts";
import { relate, requireItems } from "./relations.ts";
import { indexItem } from "./search/tokens.ts";
import { tagId } from "./tags.ts";
import { type Item, type ItemCard, type ItemSummary, summaryOutput } from "./tool_schemas.ts";

/** Lists cut descriptions to this; get_item returns all of it. */
const listedDescription = 300;

const summaryRow = summaryOutput.extend({
  priority: priorityRank,
  startDate: z.number().nullable(),
  endDate: z.number().nullable(),
  tags: jsonColumn(texts),
  createdAt: z.number(),
  updatedAt: z.number(),
});
const itemRow = summaryRow.extend({
  uid: z.string(),
  content: z.string(),
  notebooks: jsonColumn(texts),
  relatedUids: jsonColumn(uids),
}).transform((row) => ({ ...row, related: Object.keys(row.relatedUids).map(Number) }));

/** A whole item, times in milliseconds. */
export type ItemRow = z.output<typeof itemRow>;

const summaryColumns =
  "i.id, i.type, title, description, status, priority, category, start_date AS startDate, end_date AS endDate, version, " +
  "created_at AS createdAt, updated_at AS updatedAt, (SELECT json_group_array(name ORDER BY name) FROM item_tags " +
  "JOIN tags ON tags.id = tag_id WHERE item_id = i.id) AS tags";
const itemColumns = `${summaryColumns}, uid, ` +
  "ifnull((SELECT content FROM contents WHERE item_id = i.id), '') AS content, " +
  "(SELECT json_group_object(o.id, o.uid) FROM items o WHERE o.id IN (SELECT b FROM item_relations " +
  "WHERE a = i.id UNION ALL SELECT a FROM item_relations WHERE b = i.id)) AS relatedUids, " +
  "(SELECT json_group_array(path ORDER BY path) FROM item_notebooks WHERE item_id = i.id) AS notebooks";

/** Items of these ids, in this order, as lists show them. */
export function summaries(db: Statements, ids: readonly number[]): ItemSummary[] {
  const sql = `SELECT ${summaryColumns} FROM json_each(?) CROSS JOIN items i ON i.id = value ORDER BY key`;
  return db.rows(summaryRow, sql, JSON.stringify(ids)).map((row) => ({
    ...withDates(row),
    description: row.description.length <= listedDescription
      ? row.description
      : `${row.description.slice(0, listedDescription)}…`,
  }));
}

function withDates<Row extends z.output<typeof summaryRow>>(row: Row) {
  const iso = (time: number) => new Date(time).toISOString();
  const [startDate, endDate] = [row.startDate, row.endDate].map((time) => time === null ? null : iso(time));
  return { ...row, startDate, endDate, createdAt: iso(row.createdAt), updatedAt: iso(row.updatedAt) };
}

/** The next items after an id, in the order of their ids. */
export function itemsAfter(db: Statements, id: number, count: number): ItemRow[] {
  const sql = `SELECT ${itemColumns} FROM items i WHERE i.id > ? ORDER BY i.id LIMIT ?`;
  return db.rows(itemRow, sql, id, count);
}

export function findByUid(db: Statements, uid: string): ItemRow | undefined {
  return db.row(itemRow, `SELECT ${itemColumns} FROM items i WHERE uid = ?`, uid);
}

function requireItem(db: Statements, id: number, action: string): ItemRow {
  const found = db.row(itemRow, `SELECT ${itemColumns} FROM items i WHERE i.id = ?`, id);
  if (found === undefined) throw missingItems(action, [id], "id");
  return found;
}

export function contentOf(db: Statements, id: number): string {
  const row = z.object({ content: z.string() });
  return db.row(row, "SELECT content FROM contents WHERE item_id = ?", id)?.content ?? "";
}

export function getItem(db: Statements, id: number): Item {
  const row = requireItem(db, id, "get this item");
  return { ...cardOf(row), content: row.content };
}

function cardOf(row: ItemRow): ItemCard {
  const { uid: _uid, content: _content, relatedUids: _uids, notebooks, ...card } = withDates(row);
  return { ...card, related_notebooks: notebooks };
}

/** @param birth When, and a uid that no other item anywhere has. */
export function createItem(
  db: Statements,
  fields: NewItem,
  { now, uid }: { readonly now: number; readonly uid: string },
): ItemCard {
  const action = "create this item";
  const item = withFields(emptyItem, fields);
  const links = checkLinks(fields);
  // Before the item has an id, which may be among them.
  requireItems(db, links.related ?? [], { action, field: "related" });
  const id = writeRow(db, { ...item, uid, createdAt: now, updatedAt: now });
  setLinks(db, id, links);
  return cardOf(requireItem(db, id, action));
}

export function updateItem(
  db: Statements,
  { id, changes, now }: { readonly id: number; readonly changes: ItemFields; readonly now: number },
): ItemCard {
  const action = "update this item";
  const before = requireItem(db, id, action);
  const links = checkLinks(changes);
  const after = { ...before, ...withFields(before, changes) };
  requireItems(db, links.related ?? [], { action, field: "related" });
  if (isSame(before, after) && hasLinks(before, links)) return cardOf(before);
  writeRow(db, { ...after, updatedAt: now }, before);
  setLinks(db, id, links);
  return cardOf(requireItem(db, id, action));
}

export function deleteItem(db: Statements, id: number): ItemCard {
  const item = requireItem(db, id, "delete this item");
  db.run("DELETE FROM items_fts WHERE rowid = ?", id);
  db.run("INSERT OR IGNORE INTO deleted_items (uid) VALUES (?)", item.uid);
  db.run("DELETE FROM items WHERE id = ?", id);
  return cardOf(item);
}

interface NewRow extends StoredItem, Pick<ItemRow, "uid" | "createdAt" | "updatedAt"> {
  /** Undefined for the next after all there have been. */
  readonly id?: number | undefined;
}

const columns = "type title description status priority category start_date end_date version".split(" ");

function valuesOf(item: StoredItem): SQLInputValue[] {
  const { type, title, description, status, priority, category, startDate, endDate, version } = item;
  return [type, title, description, status, rankOf(priority), category, startDate, endDate, version];
}

const upsert = `INSERT INTO items (id, uid, created_at, updated_at, ${columns.join(", ")}) ` +
  `VALUES (?, ?, ?, ?, ${columns.map(() => "?").join(", ")}) ON CONFLICT (id) DO UPDATE SET ` +
  ["updated_at", ...columns].map((name) => `${name} = excluded.${name}`).join(", ") + " RETURNING id";

/** Writes an item, new or changed, and its index; returns its id. */
export function writeRow(db: Statements, item: NewRow, before?: StoredItem): number {
  const identity = [item.id ?? null, item.uid, item.createdAt, item.updatedAt];
  const id = db.number(upsert, ...identity, ...valuesOf(item));
  if (id === undefined) throw new Error("SQLite returned no id for an item");
  if (item.content !== before?.content) {
    db.run("INSERT OR REPLACE INTO contents (item_id, content) VALUES (?, ?)", id, item.content);
  }
  const indexed = ["title", "description", "content"] as const;
  if (indexed.some((name) => item[name] !== before?.[name])) indexItem(db, id, item);
  return id;
}

export function isSame(one: StoredItem, other: StoredItem): boolean {
  const values = valuesOf(other);
  return one.content === other.content && valuesOf(one).every((value, at) => value === values[at]);
}

/** Whether an item has the links that are given, and no others. */
export function hasLinks(item: ItemRow, { tags, related, notebooks }: Links): boolean {
  const isSet = <T>(present: readonly T[], given: readonly T[] = present) =>
    given.length === present.length && new Set(given).isSubsetOf(new Set(present));
  return isSet(item.tags, tags) && isSet(item.related, related) && isSet(item.notebooks, notebooks);
}

export function setLinks(db: Statements, id: number, { tags, related, notebooks }: Links): void {
  if (tags !== undefined) {
    db.run("DELETE FROM item_tags WHERE item_id = ?", id);
    for (const tag of tags) {
      db.run("INSERT INTO item_tags (item_id, tag_id) VALUES (?, ?)", id, tagId(db, tag));
    }
  }
  if (notebooks !== undefined) {
    db.run("DELETE FROM item_notebooks WHERE item_id = ?", id);
    const sql = "INSERT INTO item_notebooks (item_id, path) SELECT ?, value FROM json_each(?)";
    db.run(sql, id, JSON.stringify(notebooks));
  }
  if (related === undefined) return;
  db.run("DELETE FROM item_relations WHERE a = ?1 OR b = ?1", id);
  for (const other of related) relate(db, { id, other });
}
