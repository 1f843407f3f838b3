/**
 * Writes imported records. An item is known by its `uid`; one that was changed here since is kept, so an import can be
 * repeated. Ids are kept if they are free.
 *
 * Neither making nor removing a relation changes an item's time, so each has one of its own, and the latest change wins:
 * 1. A relation that a file lists is made, unless it was removed here after the file's `updated`.
 * 2. A file of ours that is newer than the item here lists all its relations: others are removed, unless they were made
 *    here after the file's `updated`.
 * 3. A number that our export wrote and a person deleted (it is still in `related_uids`) is a relation to remove, unless
 *    it was made here after the file was edited.
 */

import { z } from "zod";
import type { Statements } from "../database.ts";
import { rankOf } from "../item.ts";
import {
  hasLinks,
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

const knownRow = z.object({ id: z.number(), updated_at: z.number() });
const idRow = z.object({ id: z.number() });

export interface Written {
  /** The id that the item has here. */
  readonly id: number;
  readonly outcome: Outcome;
}

/**
 * Writes an item.
 *
 * @param mayMove Whether a new item whose id is taken gets another; if not, it is not written.
 */
export function writeItem(
  statements: Statements,
  record: ItemRecord,
  { mayMove }: { readonly mayMove: boolean },
): Written | undefined {
  const present = statements.row(knownRow, "SELECT id, updated_at FROM items WHERE uid = ?", record.uid);
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
  const { tags, notebooks } = record;
  const isUnchanged = updated_at === record.updatedAt && isSame(before, after) &&
    hasLinks(statements, id, { tags, notebooks });
  if (isUnchanged) return { id, outcome: "unchanged" };
  overwriteStored(statements, id, { before, after, updatedAt: record.updatedAt });
  setRest(statements, id, record);
  return { id, outcome: "updated" };
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

/** The id of a record if it may keep it. One that a state lists was a deleted item's, and only that item may have it again. */
function freeId(statements: Statements, { id, uid }: ItemRecord): number | undefined {
  if (!isUnused(statements, id)) return undefined;
  if (isDeleted(statements, uid)) return id;
  const named = "SELECT item_id AS id FROM state_items WHERE item_id = ? LIMIT 1";
  return statements.row(idRow, named, id) === undefined ? id : undefined;
}

/** Keeps an id from ever being given to a new item; false if an item has it or could not. */
export function reserveId(statements: Statements, id: SourceId): boolean {
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

/** Remembers that an edited file of an item has been imported. */
export function rememberImportedEdit(statements: Statements, uid: string, digest: string): void {
  statements.run("INSERT OR REPLACE INTO imported_edits (uid, digest) VALUES (?, ?)", uid, digest);
}

export function findByUid(statements: Statements, uid: string): number | undefined {
  return statements.row(idRow, "SELECT id FROM items WHERE uid = ?", uid)?.id;
}

/** Adds a state to the history; false if it is there already. `related` are ids of items here. */
export function writeState(statements: Statements, state: StateRecord, related: readonly number[]): boolean {
  const sql = "SELECT id FROM system_states WHERE created_at = ? AND content = ?";
  if (statements.row(idRow, sql, state.createdAt, state.content) !== undefined) return false;
  insertState(statements, { ...state, related });
  return true;
}

export interface Links {
  /** The item, and others by their ids here. */
  readonly id: number;
  readonly others: readonly number[];
  /** The time of the file. */
  readonly at: number;
}

/** Removes relations that a newer file lists no more; returns how many. */
export function dropRelations(statements: Statements, { id, others, at }: Links): number {
  const dropped = relationsOf(statements, id).filter(({ other, since }) =>
    since < at && !others.includes(other) && unrelate(statements, id, { from: other, at })
  );
  return dropped.length;
}

/** Removes relations that a person deleted from a file; returns the items that were linked. */
export function removeRelationsOf(statements: Statements, { id, others, at }: Links): number[] {
  const since = new Map(relationsOf(statements, id).map((link) => [link.other, link.since]));
  const removed = others.filter((other) => (since.get(other) ?? -Infinity) <= at);
  // Also if there is none yet: the file of the other item may list it.
  for (const from of removed) {
    if (!unrelate(statements, id, { from, at })) rememberUnrelated(statements, id, { from, at });
  }
  return removed.filter((other) => since.has(other));
}

/** Makes relations; returns how many are new, and the items whose relation was removed here since. */
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
