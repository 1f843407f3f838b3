/** Items and the rows that hold them: reading, creating, changing and deleting, each within a transaction of its caller. */

import type { SQLInputValue } from "node:sqlite";
import { z } from "zod";
import {
  type CheckedFields,
  checkFields,
  checkPeriod,
  type Item,
  type ItemCard,
  type ItemFields,
  type ItemSummary,
  type NewItem,
  priorityOf,
  rankOf,
} from "./item.ts";
import type { Statements } from "./database.ts";
import { missingItems } from "./errors.ts";
import { relate, relationsOf, requireItems, unrelate } from "./relations.ts";
import { indexItem } from "./search/tokens.ts";
import { tagId } from "./tags.ts";

/** Lists cut descriptions to this; get_item returns all of it. */
const listedDescription = 300;

const columnsRow = z.object({
  type: z.string(),
  title: z.string(),
  description: z.string(),
  status: z.string(),
  priority: z.number(),
  category: z.string().nullable(),
  start_date: z.number().nullable(),
  end_date: z.number().nullable(),
  version: z.string().nullable(),
});
const storedRow = columnsRow.extend({ content: z.string() });
const itemRow = columnsRow.extend({ id: z.number(), created_at: z.number(), updated_at: z.number() });
const tagRow = z.object({ item_id: z.number(), name: z.string() });
const pathRow = z.object({ path: z.string() });
const contentRow = z.object({ content: z.string() });

const columns = columnsRow.keyof().options;

/** What can be changed of an item, as it is stored. */
export type StoredItem = z.output<typeof storedRow>;

/** Items of these ids, in this order, as lists show them. */
export function summaries(statements: Statements, ids: readonly number[]): ItemSummary[] {
  return wholeSummaries(statements, ids).map((item) => ({
    ...item,
    description: item.description.length <= listedDescription
      ? item.description
      : `${item.description.slice(0, listedDescription)}…`,
  }));
}

function wholeSummaries(statements: Statements, ids: readonly number[]): ItemSummary[] {
  const list = JSON.stringify(ids);
  const rows = statements.rows(
    itemRow,
    `SELECT ${itemRow.keyof().options.join(", ")} FROM items WHERE id IN (SELECT value FROM json_each(?))`,
    list,
  );
  const tagRows = statements.rows(
    tagRow,
    "SELECT item_id, name FROM item_tags JOIN tags ON id = tag_id WHERE item_id IN (SELECT value FROM json_each(?)) " +
      "ORDER BY name",
    list,
  );
  const tags = Map.groupBy(tagRows, ({ item_id }) => item_id);
  const found = new Map(rows.map((row) => [row.id, {
    id: row.id,
    type: row.type,
    title: row.title,
    description: row.description,
    status: row.status,
    priority: priorityOf(row.priority),
    category: row.category,
    startDate: isoDate(row.start_date),
    endDate: isoDate(row.end_date),
    version: row.version,
    tags: tags.get(row.id)?.map(({ name }) => name) ?? [],
    createdAt: new Date(row.created_at).toISOString(),
    updatedAt: new Date(row.updated_at).toISOString(),
  }]));
  return ids.flatMap((id) => found.get(id) ?? []);
}

function isoDate(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}

/** An item with its links; undefined if there is none. */
function findCard(statements: Statements, id: number): ItemCard | undefined {
  const [found] = wholeSummaries(statements, [id]);
  if (found === undefined) return undefined;
  const paths = "SELECT path FROM item_notebooks WHERE item_id = ? ORDER BY path";
  return {
    ...found,
    related: relationsOf(statements, id).map(({ other }) => other),
    related_notebooks: statements.rows(pathRow, paths, id).map(({ path }) => path),
  };
}

export function findItem(statements: Statements, id: number): Item | undefined {
  const found = findCard(statements, id);
  return found === undefined ? undefined : { ...found, content: contentOf(statements, id) };
}

export function contentOf(statements: Statements, id: number): string {
  return statements.row(contentRow, "SELECT content FROM contents WHERE item_id = ?", id)?.content ?? "";
}

/** @param birth When, and a uid that no other item anywhere has. */
export function createItem(
  statements: Statements,
  item: NewItem,
  birth: { readonly now: number; readonly uid: string },
): ItemCard {
  const fields = checkFields(item);
  const stored: StoredItem = {
    type: item.type,
    title: item.title,
    description: fields.description ?? "",
    content: fields.content ?? "",
    status: fields.status ?? "Open",
    priority: fields.priority ?? rankOf("MEDIUM"),
    category: fields.category ?? null,
    start_date: fields.startDate ?? null,
    end_date: fields.endDate ?? null,
    version: fields.version ?? null,
  };
  checkPeriod(stored.start_date, stored.end_date, fields);
  const { uid, now } = birth;
  // Before the item has an id, which may be among them.
  requireItems(statements, fields.related ?? [], { action: "create this item", field: "related" });
  const id = insertStored(statements, stored, { uid, createdAt: now, updatedAt: now });
  setLinks(statements, id, { action: "create this item", fields, now });
  return requireCard(statements, id);
}

export function getItem(statements: Statements, id: number): Item {
  const item = findItem(statements, id);
  if (item === undefined) throw missingItems("get this item", [id], "id");
  return item;
}

export function updateItem(
  statements: Statements,
  { id, changes, now }: { readonly id: number; readonly changes: ItemFields; readonly now: number },
): ItemCard {
  const fields = checkFields(changes);
  const before = readStored(statements, id);
  if (before === undefined) throw missingItems("update this item", [id], "id");
  const { category, startDate, endDate, version } = fields;
  const after: StoredItem = {
    type: fields.type ?? before.type,
    title: fields.title ?? before.title,
    description: fields.description ?? before.description,
    content: fields.content ?? before.content,
    status: fields.status ?? before.status,
    priority: fields.priority ?? before.priority,
    category: category === undefined ? before.category : category,
    start_date: startDate === undefined ? before.start_date : startDate,
    end_date: endDate === undefined ? before.end_date : endDate,
    version: version === undefined ? before.version : version,
  };
  checkPeriod(after.start_date, after.end_date, fields);
  if (isSame(before, after) && hasLinks(statements, id, fields)) return requireCard(statements, id);
  overwriteStored(statements, id, { before, after, updatedAt: now });
  setLinks(statements, id, { action: "update this item", fields, now });
  return requireCard(statements, id);
}

export function deleteItem(statements: Statements, id: number): ItemCard {
  const item = findCard(statements, id);
  if (item === undefined) throw missingItems("delete this item", [id], "id");
  statements.run("DELETE FROM items_fts WHERE rowid = ?", id);
  statements.run("INSERT OR IGNORE INTO deleted_items (uid) SELECT uid FROM items WHERE id = ?", id);
  statements.run("DELETE FROM items WHERE id = ?", id);
  return item;
}

type Links = Pick<CheckedFields, "tags" | "related" | "notebooks">;

/** Whether an item has the links that are given, and no others. */
export function hasLinks(statements: Statements, id: number, wanted: Partial<Links>): boolean {
  const { tags, related, related_notebooks } = requireCard(statements, id);
  const isSameSet = <T>(some: readonly T[] | undefined, present: readonly T[]) =>
    some === undefined || (some.length === present.length && new Set(some).isSubsetOf(new Set(present)));
  return isSameSet(wanted.tags, tags) && isSameSet(wanted.related, related) &&
    isSameSet(wanted.notebooks, related_notebooks);
}

/** Tags, relations and notebooks; each given list replaces the whole. */
function setLinks(
  statements: Statements,
  id: number,
  { action, fields: { tags, related, notebooks }, now }: {
    readonly action: string;
    readonly fields: CheckedFields;
    readonly now: number;
  },
): void {
  if (tags !== undefined) setTags(statements, id, tags);
  if (related !== undefined) {
    requireItems(statements, related, { action, field: "related" });
    for (const { other } of relationsOf(statements, id)) {
      if (!related.includes(other)) unrelate(statements, id, { from: other, at: now });
    }
    for (const to of related) relate(statements, id, { to, at: now, field: "related" });
  }
  if (notebooks !== undefined) setNotebooks(statements, id, notebooks);
}

function requireCard(statements: Statements, id: number): ItemCard {
  const found = findCard(statements, id);
  if (found === undefined) throw new Error(`item ${id} vanished inside a transaction`);
  return found;
}

export function readStored(statements: Statements, id: number): StoredItem | undefined {
  return statements.row(storedRow, "SELECT * FROM items JOIN contents ON item_id = id WHERE id = ?", id);
}

/** What is settled when an item is inserted. */
export interface Birth {
  /** Undefined for the next after all there have been. */
  readonly id?: number | undefined;
  readonly uid: string;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** Returns the id of the new item. */
export function insertStored(statements: Statements, item: StoredItem, birth: Birth): number {
  const { id } = statements.run(
    `INSERT INTO items (id, uid, created_at, updated_at, ${columns.join(", ")}) ` +
      `VALUES (?, ?, ?, ?, ${columns.map(() => "?").join(", ")})`,
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

export function overwriteStored(
  statements: Statements,
  id: number,
  { before, after, updatedAt }: {
    readonly before: StoredItem;
    readonly after: StoredItem;
    readonly updatedAt: number;
  },
): void {
  statements.run(
    `UPDATE items SET updated_at = ?, ${columns.map((name) => `${name} = ?`).join(", ")} WHERE id = ?`,
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
  return one.content === other.content && columns.every((name) => one[name] === other[name]);
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
  return columns.map((name) => item[name]);
}
