/** Relations between items: one row a pair, without a direction. */

import { z } from "zod";
import type { Statements } from "./database.ts";
import { invalid, missingItems } from "./errors.ts";

const idRow = z.object({ id: z.number() });
const linkRow = z.object({ other: z.number(), since: z.number() });
const removedRow = z.object({ removed_at: z.number() });

/** What a change of relations did, with the ids of the other items. */
export interface RelationChange {
  readonly sourceId: number;
  /** Made now, or removed now. */
  readonly changed: readonly number[];
  /** Those that were so before. */
  readonly skipped: readonly number[];
}

export interface RelationRequest {
  readonly sourceId: number;
  readonly targetIds: readonly number[];
}

/** The two ids as rows have them: `a` is the smaller one. */
function pairOf(id: number, other: number): readonly [a: number, b: number] {
  return [Math.min(id, other), Math.max(id, other)];
}

/** Throws for ids that no item has, naming all of them. */
export function requireItems(
  statements: Statements,
  ids: readonly number[],
  { action, field }: { readonly action: string; readonly field: string },
): void {
  const list = JSON.stringify(ids);
  const rows = statements.rows(
    idRow,
    "SELECT id FROM items WHERE id IN (SELECT value FROM json_each(?))",
    list,
  );
  const found = new Set(rows.map(({ id }) => id));
  const missing = ids.filter((id) => !found.has(id));
  if (missing.length > 0) throw missingItems(action, missing, field);
}

/** Links two items; false where they were linked before. */
export function relate(
  statements: Statements,
  id: number,
  { to, at, field }: { readonly to: number; readonly at: number; readonly field: string },
): boolean {
  if (id === to) throw invalid(field, `Cannot relate item ${id} to itself`);
  const pair = pairOf(id, to);
  const sql = "INSERT INTO item_relations (a, b, made_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING";
  if (statements.run(sql, ...pair, at).changes === 0) return false;
  statements.run("DELETE FROM removed_relations WHERE a = ? AND b = ?", ...pair);
  return true;
}

/** Unlinks two items; false where they were not linked. */
export function unrelate(
  statements: Statements,
  id: number,
  { from, at }: { readonly from: number; readonly at: number },
): boolean {
  const pair = pairOf(id, from);
  if (statements.run("DELETE FROM item_relations WHERE a = ? AND b = ?", ...pair).changes === 0) return false;
  rememberUnrelated(statements, id, { from, at });
  return true;
}

/** Keeps imports of files from before a time from linking two items. */
export function rememberUnrelated(
  statements: Statements,
  id: number,
  { from, at }: { readonly from: number; readonly at: number },
): void {
  const sql = "INSERT OR REPLACE INTO removed_relations (a, b, removed_at) VALUES (?, ?, ?)";
  statements.run(sql, ...pairOf(id, from), at);
}

/** The items that an item is linked with, and since when. */
export function relationsOf(statements: Statements, id: number): z.output<typeof linkRow>[] {
  const sql =
    "SELECT iif(a = ?1, b, a) AS other, made_at AS since FROM item_relations WHERE a = ?1 OR b = ?1 ORDER BY 1";
  return statements.rows(linkRow, sql, id);
}

/** When two items were unlinked; undefined where they never were, or are linked again. */
export function unrelatedAt(statements: Statements, id: number, other: number): number | undefined {
  const sql = "SELECT removed_at FROM removed_relations WHERE a = ? AND b = ?";
  return statements.row(removedRow, sql, ...pairOf(id, other))?.removed_at;
}

export function addRelations(statements: Statements, request: RelationRequest, now: number): RelationChange {
  const { sourceId, targetIds } = checked(statements, request, "add these relations");
  const field = "targetIds";
  return divide(sourceId, targetIds, (to) => relate(statements, sourceId, { to, at: now, field }));
}

/** An item that is gone has no relations, so removing those is no mistake. */
export function removeRelations(
  statements: Statements,
  { sourceId, targetIds }: RelationRequest,
  now: number,
): RelationChange {
  requireItems(statements, [sourceId], { action: "remove these relations", field: "sourceId" });
  return divide(sourceId, targetIds, (from) => unrelate(statements, sourceId, { from, at: now }));
}

function checked(statements: Statements, request: RelationRequest, action: string): RelationRequest {
  requireItems(statements, [request.sourceId], { action, field: "sourceId" });
  requireItems(statements, request.targetIds, { action, field: "targetIds" });
  return request;
}

function divide(sourceId: number, ids: readonly number[], change: (id: number) => boolean): RelationChange {
  const changed: number[] = [];
  const skipped: number[] = [];
  for (const id of new Set(ids)) (change(id) ? changed : skipped).push(id);
  return { sourceId, changed, skipped };
}
