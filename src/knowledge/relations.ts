/** Relations between items: one row a pair, without a direction. */

import { z } from "zod";
import type { Statements } from "./database.ts";
import { invalid, missingItems } from "./failures.ts";

const idRow = z.object({ id: z.number() });

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
  { to, field }: { readonly to: number; readonly field: string },
): boolean {
  if (id === to) throw invalid(field, `Cannot relate item ${id} to itself`);
  const sql = "INSERT INTO item_relations (a, b) VALUES (?, ?) ON CONFLICT DO NOTHING";
  return statements.run(sql, Math.min(id, to), Math.max(id, to)).changes > 0;
}

export function unrelateAll(statements: Statements, id: number): void {
  statements.run("DELETE FROM item_relations WHERE a = ?1 OR b = ?1", id);
}

export function addRelations(statements: Statements, request: RelationRequest): RelationChange {
  const { sourceId, targetIds } = checked(statements, request, "add these relations");
  return divide(sourceId, targetIds, (to) => relate(statements, sourceId, { to, field: "targetIds" }));
}

/** An item that is gone has no relations, so removing those is no mistake. */
export function removeRelations(statements: Statements, request: RelationRequest): RelationChange {
  const { sourceId } = request;
  requireItems(statements, [sourceId], { action: "remove these relations", field: "sourceId" });
  const sql = "DELETE FROM item_relations WHERE a = ? AND b = ?";
  return divide(
    sourceId,
    request.targetIds,
    (to) => statements.run(sql, Math.min(sourceId, to), Math.max(sourceId, to)).changes > 0,
  );
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
