/** Records out of our own base. */

import { z } from "zod";
import type { Statements } from "../database.ts";
import { findItem } from "../items.ts";
import { allStates } from "../states.ts";
import type { ItemRecord, StateRecord } from "./record.ts";

/** A record with the ids of this base. */
export interface StoredRecord extends ItemRecord {
  readonly id: number;
  readonly related: readonly number[];
}

const idRow = z.object({ id: z.number(), uid: z.string() });
const uidRow = z.object({ uid: z.string() });
const totalRow = z.object({ total: z.number() });

export function countItems(statements: Statements): number {
  return statements.row(totalRow, "SELECT count(*) AS total FROM items")?.total ?? 0;
}

/** Whether an item of this name was here and was deleted. */
export function isDeleted(statements: Statements, uid: string): boolean {
  return statements.row(uidRow, "SELECT uid FROM deleted_items WHERE uid = ?", uid) !== undefined;
}

/** Whether an item of this name is here, or was. */
export function isKnown(statements: Statements, uid: string): boolean {
  return isDeleted(statements, uid) ||
    statements.row(uidRow, "SELECT uid FROM items WHERE uid = ?", uid) !== undefined;
}

/** Whether an import took what somebody wrote into a file of an item, which has this mark. */
export function isTaken(statements: Statements, uid: string, mark: string): boolean {
  const sql = "SELECT uid FROM imported_edits WHERE uid = ? AND digest = ?";
  return statements.row(uidRow, sql, uid, mark) !== undefined;
}

/** The next items after an id, in the order of their ids. */
export function readRecords(statements: Statements, after: number, count: number): StoredRecord[] {
  const sql = "SELECT id, uid FROM items WHERE id > ? ORDER BY id LIMIT ?";
  return statements.rows(idRow, sql, after, count).flatMap(({ id, uid }) => {
    const item = findItem(statements, id);
    if (item === undefined) return [];
    const { related_notebooks: notebooks, ...rest } = item;
    return [{
      ...rest,
      uid,
      relatedUids: uidsOf(statements, item.related),
      startDate: time(item.startDate),
      endDate: time(item.endDate),
      notebooks,
      createdAt: Date.parse(item.createdAt),
      updatedAt: Date.parse(item.updatedAt),
    }];
  });
}

export function readStateRecords(
  statements: Statements,
): { readonly id: number; readonly state: StateRecord }[] {
  return allStates(statements).map(({ id, updatedAt, deleted: _, ...state }) => ({
    id,
    state: {
      ...state,
      relatedUids: uidsOf(statements, state.related),
      createdAt: Date.parse(updatedAt),
    },
  }));
}

/** The names of items, by their ids. */
function uidsOf(statements: Statements, ids: readonly number[]): Record<string, string> {
  if (ids.length === 0) return {};
  const sql = "SELECT id, uid FROM items WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id";
  return Object.fromEntries(
    statements.rows(idRow, sql, JSON.stringify(ids)).map(({ id, uid }) => [String(id), uid]),
  );
}

function time(date: string | null): number | null {
  return date === null ? null : Date.parse(date);
}
