/**
 * Records into our base. What is there already stays: an item is known by its `uid`, and one that was changed here
 * since is kept. So doing it twice is doing it once. Ids are kept where they are free: an item whose id is not free
 * waits until all others have theirs.
 */

import { z } from "zod";
import type { Statements } from "../database.ts";
import { rankOf } from "../item.ts";
import {
  insertStored,
  isSame,
  overwriteStored,
  readStored,
  setNotebooks,
  setTags,
  type StoredItem,
} from "../items.ts";
import { relate, relationsOf, rememberUnrelated, unrelate, unrelatedAt } from "../relations.ts";
import { insertState } from "../states.ts";
import { isDeleted } from "./export_folder.ts";
import { isKept, type ItemRecord, type SourceId, type StateRecord } from "./record.ts";

export type Outcome = "created" | "updated" | "unchanged" | "kept";

const knownRow = z.object({
  id: z.number(),
  updated_at: z.number(),
  tags: z.string(),
  notebooks: z.string(),
});
const idRow = z.object({ id: z.number() });

const known = `SELECT i.id, updated_at,
  (SELECT json_group_array(name) FROM item_tags JOIN tags ON id = tag_id WHERE item_id = i.id) AS tags,
  (SELECT json_group_array(path) FROM item_notebooks WHERE item_id = i.id) AS notebooks
  FROM items i WHERE uid = ?`;

export interface Written {
  /** The id that the item has here. */
  readonly id: number;
  readonly outcome: Outcome;
}

/**
 * Writes an item.
 *
 * @param mayMove Whether a new item whose id is not free gets another; where not, it is not written.
 */
export function writeItem(
  statements: Statements,
  record: ItemRecord,
  { mayMove }: { readonly mayMove: boolean },
): Written | undefined {
  const present = statements.row(knownRow, known, record.uid);
  if (present === undefined) {
    const id = freeId(statements, record);
    if (id === undefined && !mayMove) return undefined;
    return { id: insertItem(statements, record, id), outcome: "created" };
  }
  const { id, updated_at } = present;
  if (updated_at > record.updatedAt) return { id, outcome: "kept" };
  const before = readStored(statements, id);
  if (before === undefined) throw new Error(`item ${id} has no content`);
  const after = storedItem(record);
  const unchanged = updated_at === record.updatedAt && isSame(before, after) &&
    hasSame(present.tags, record.tags) && hasSame(present.notebooks, record.notebooks);
  if (unchanged) return { id, outcome: "unchanged" };
  overwriteStored(statements, id, { before, after, updatedAt: record.updatedAt });
  setRest(statements, id, record);
  return { id, outcome: "updated" };
}

/** Whether a JSON list has these texts and no others, in any order. */
function hasSame(json: string, texts: readonly string[]): boolean {
  return JSON.stringify(z.array(z.string()).parse(JSON.parse(json)).toSorted()) ===
    JSON.stringify(texts.toSorted());
}

function storedItem(record: ItemRecord): StoredItem {
  return {
    type: record.type,
    title: record.title,
    description: record.description,
    content: record.content,
    status: record.status,
    priority: rankOf(record.priority),
    category: record.category,
    start_date: record.startDate,
    end_date: record.endDate,
    version: record.version,
  };
}

function isUnused(statements: Statements, id: SourceId): id is number {
  return isKept(id) && statements.row(idRow, "SELECT id FROM items WHERE id = ?", id) === undefined;
}

/** The id of a record where it may keep it; one that a state names was a deleted item's, and only that may have it again. */
function freeId(statements: Statements, { id, uid }: ItemRecord): number | undefined {
  if (!isUnused(statements, id)) return undefined;
  if (isDeleted(statements, uid)) return id;
  const named = "SELECT item_id AS id FROM state_items WHERE item_id = ? LIMIT 1";
  return statements.row(idRow, named, id) === undefined ? id : undefined;
}

/** Sees to it that no item ever gets an id; false where one has it, or it is none. */
export function keepUnused(statements: Statements, id: SourceId): boolean {
  if (!isUnused(statements, id)) return false;
  const sql = "UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = 'items'";
  if (statements.run(sql, id).changes === 0) {
    statements.run("INSERT INTO sqlite_sequence (name, seq) VALUES ('items', ?)", id);
  }
  return true;
}

/** @param freeId Undefined for the next after all there have been. */
function insertItem(statements: Statements, record: ItemRecord, freeId: number | undefined): number {
  const id = insertStored(statements, storedItem(record), {
    id: freeId,
    uid: record.uid,
    createdAt: record.createdAt,
    updatedAt: record.updatedAt,
  });
  statements.run("DELETE FROM deleted_items WHERE uid = ?", record.uid);
  setRest(statements, id, record);
  return id;
}

function setRest(statements: Statements, id: number, record: ItemRecord): void {
  setTags(statements, id, record.tags);
  setNotebooks(statements, id, record.notebooks);
}

/** Remembers that what somebody wrote into a file of an item has been taken. */
export function rememberEdit(statements: Statements, uid: string, mark: string): void {
  statements.run("INSERT OR REPLACE INTO imported_edits (uid, digest) VALUES (?, ?)", uid, mark);
}

/** The id of an item by its name. */
export function idOfUid(statements: Statements, uid: string): number | undefined {
  return statements.row(idRow, "SELECT id FROM items WHERE uid = ?", uid)?.id;
}

/** Adds a state to the history; false where it is there already. `related` are ids of items here. */
export function writeState(statements: Statements, state: StateRecord, related: readonly number[]): boolean {
  const sql = "SELECT id FROM system_states WHERE created_at = ? AND content = ?";
  if (statements.row(idRow, sql, state.createdAt, state.content) !== undefined) return false;
  insertState(statements, { ...state, related });
  return true;
}

export interface Links {
  /** The item, and those that its file names, by their ids here. */
  readonly id: number;
  readonly others: readonly number[];
  /** The time of the file. */
  readonly at: number;
}

/** Removes links that a newer file names no more; gives their number. */
export function dropRelations(statements: Statements, { id, others, at }: Links): number {
  const dropped = relationsOf(statements, id).filter(({ other, since }) =>
    since < at && !others.includes(other) && unrelate(statements, id, { from: other, at })
  );
  return dropped.length;
}

/** Removes links that a person struck out of a file at a time; gives those with whom there was one. */
export function strikeRelations(statements: Statements, { id, others, at }: Links): number[] {
  const since = new Map(relationsOf(statements, id).map((link) => [link.other, link.since]));
  const struck = others.filter((other) => (since.get(other) ?? -Infinity) <= at);
  // Also where there is no link yet: the file of the other item may name it.
  for (const from of struck) {
    if (!unrelate(statements, id, { from, at })) rememberUnrelated(statements, id, { from, at });
  }
  return struck.filter((other) => since.has(other));
}

/** Makes links; gives the number of new ones, and the items with which there was one that was removed here since. */
export function writeRelations(
  statements: Statements,
  { id, others, at }: Links,
): { readonly made: number; readonly removed: readonly number[] } {
  const removed = others.filter((other) => (unrelatedAt(statements, id, other) ?? -Infinity) > at);
  const made = others.filter((to) =>
    to !== id && !removed.includes(to) && relate(statements, id, { to, at, field: "related" })
  );
  return { made: made.length, removed };
}
