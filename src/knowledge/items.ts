/** Making, changing and deleting items; each function is one transaction's work. */

import { type CheckedFields, checkFields, checkPeriod } from "./check_item.ts";
import type { Statements } from "./database.ts";
import { missingItems } from "./failures.ts";
import type { Item, ItemCard, ItemFields, NewItem } from "./item.ts";
import { card, wholeItem } from "./item_rows.ts";
import { rankOf } from "./priorities.ts";
import { relate, relationsOf, requireItems, unrelate } from "./relations.ts";
import {
  insertStored,
  isSame,
  overwriteStored,
  readStored,
  setNotebooks,
  setTags,
  statusId,
  type StoredItem,
} from "./stored_items.ts";

/** @param birth When, and a name that no other item anywhere has. */
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
    status_id: statusId(statements, fields.status ?? "Open"),
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
  const item = wholeItem(statements, id);
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
  const after = changed(before, fields, (name) => statusId(statements, name));
  checkPeriod(after.start_date, after.end_date, fields);
  const present = requireCard(statements, id);
  if (isSame(before, after) && hasLinks(present, fields)) return present;
  overwriteStored(statements, id, { before, after, updatedAt: now });
  setLinks(statements, id, { action: "update this item", fields, now });
  return requireCard(statements, id);
}

function changed(
  before: StoredItem,
  fields: CheckedFields,
  status: (name: string) => number,
): StoredItem {
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

/** Whether an item has the links that are given, and no others. */
function hasLinks(item: ItemCard, { tags, related, notebooks }: CheckedFields): boolean {
  const isSameSet = <T>(wanted: readonly T[] | undefined, present: readonly T[]) =>
    wanted === undefined ||
    (wanted.length === present.length && new Set(wanted).isSubsetOf(new Set(present)));
  return isSameSet(tags, item.tags) && isSameSet(related, item.related) &&
    isSameSet(notebooks, item.related_notebooks);
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
  const found = card(statements, id);
  if (found === undefined) throw new Error(`item ${id} vanished inside a transaction`);
  return found;
}
