/** Relations between items, one row a pair without a direction, and what an item is connected with through them. */

import { z } from "zod";
import type { Statements } from "./database.ts";
import { invalid, missingItems } from "./errors.ts";
import { type Priority, priorityOf } from "./item.ts";

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

/** Throws if an id belongs to no item, naming all of them. */
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

/** Links two items; false if they were linked before. */
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

/** Unlinks two items; false if they were not linked. */
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

/** When two items were unlinked; undefined if they never were, or are linked again. */
export function unrelatedAt(statements: Statements, id: number, other: number): number | undefined {
  const sql = "SELECT removed_at FROM removed_relations WHERE a = ? AND b = ?";
  return statements.row(removedRow, sql, ...pairOf(id, other))?.removed_at;
}

export function addRelations(statements: Statements, request: RelationRequest, now: number): RelationChange {
  const { sourceId, targetIds } = checked(statements, request, "add these relations");
  const field = "targetIds";
  return divide(sourceId, targetIds, (to) => relate(statements, sourceId, { to, at: now, field }));
}

/** An item that is gone has no relations, so removing those is not an error. */
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

export interface WalkOptions {
  readonly id: number;
  /** Steps to take, 1 to 3. */
  readonly depth: number;
  /** Types to show; the walk itself passes through all. */
  readonly types: readonly string[] | undefined;
}

export interface Neighbour {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly status: string;
  readonly priority: Priority;
  readonly distance: number;
}

export interface Neighbourhood {
  readonly root: Neighbour;
  readonly items: readonly Neighbour[];
  /** Each pair once, the end nearer to the root first. */
  readonly edges: readonly { readonly source: number; readonly target: number; readonly distance: number }[];
  /** Whether there is more than is shown. */
  readonly truncated: boolean;
}

const mostItems = 500;
/** Where only some types are shown, most of what is passed may be others. */
const mostPassed = 10_000;
const mostEdges = 2_000;

/** Thousands of numbers in one column, as JSON: a row and a schema for each would take longer than reading them. */
const numbersColumn = z.string().transform((text): unknown => JSON.parse(text))
  .pipe(z.custom<number[]>(isNumbers));

function isNumbers(value: unknown): boolean {
  return Array.isArray(value) && value.every((member) => typeof member === "number");
}

const idsRow = z.object({ ids: numbersColumn });
const edgesRow = z.object({ a: numbersColumn, b: numbersColumn });
const nodeRow = z.object({
  id: z.number(),
  type: z.string(),
  title: z.string(),
  status: z.string(),
  priority: z.number(),
});

export function walk(statements: Statements, { id, depth, types }: WalkOptions): Neighbourhood {
  const most = types === undefined || types.length === 0 ? mostItems : mostPassed;
  const distances = new Map([[id, 0]]);
  let frontier = [id];
  let truncated = false;
  for (let distance = 1; distance <= depth && frontier.length > 0; distance++) {
    const found = neighbours(statements, frontier, 2 * most);
    frontier = [];
    for (const target of found) {
      if (distances.has(target)) continue;
      if (distances.size > most) truncated = true;
      else {
        distances.set(target, distance);
        frontier.push(target);
      }
    }
  }
  return describe(statements, { id, distances, types, truncated });
}

interface Walked extends Pick<WalkOptions, "id" | "types"> {
  readonly distances: ReadonlyMap<number, number>;
  readonly truncated: boolean;
}

function describe(statements: Statements, { id, distances, types, truncated }: Walked): Neighbourhood {
  const known = nodes(statements, distances);
  const root = known.get(id);
  if (root === undefined) throw missingItems("walk from this item", [id], "id");
  const isShown = ({ type }: Neighbour) => types === undefined || types.length === 0 || types.includes(type);
  const shown = [...distances.keys()].flatMap((other) => known.get(other) ?? [])
    .filter((item) => item.id !== id && isShown(item));
  const items = shown.slice(0, mostItems);
  const edges = edgesAmong(statements, [id, ...items.map((item) => item.id)]).map(({ a, b }) => {
    const [ofA, ofB] = [distances.get(a) ?? 0, distances.get(b) ?? 0];
    return ofA <= ofB ? { source: a, target: b, distance: ofB } : { source: b, target: a, distance: ofA };
  });
  return {
    root,
    items,
    edges: edges.slice(0, mostEdges),
    truncated: truncated || shown.length > mostItems || edges.length > mostEdges,
  };
}

function nodes(statements: Statements, distances: ReadonlyMap<number, number>): Map<number, Neighbour> {
  const sql =
    "SELECT id, type, title, status, priority FROM items WHERE id IN (SELECT value FROM json_each(?))";
  const rows = statements.rows(nodeRow, sql, JSON.stringify([...distances.keys()]));
  return new Map(rows.map((row) => [
    row.id,
    { ...row, priority: priorityOf(row.priority), distance: distances.get(row.id) ?? 0 },
  ]));
}

/** The other ends of relations of these items; not many more than are shown, even if one is linked to all there are. */
function neighbours(statements: Statements, ids: readonly number[], most: number): number[] {
  const sql = "SELECT json_group_array(id) AS ids FROM (" +
    "SELECT b AS id FROM item_relations WHERE a IN (SELECT value FROM json_each(?1)) UNION " +
    "SELECT a FROM item_relations WHERE b IN (SELECT value FROM json_each(?1)) ORDER BY 1 LIMIT ?2)";
  return statements.row(idsRow, sql, JSON.stringify(ids), most)?.ids ?? [];
}

function edgesAmong(statements: Statements, ids: readonly number[]): { a: number; b: number }[] {
  // The plus keeps SQLite from trying every pair of ids.
  const sql = "SELECT json_group_array(a) AS a, json_group_array(b) AS b FROM (" +
    "SELECT a, b FROM item_relations WHERE a IN (SELECT value FROM json_each(?1)) " +
    "AND +b IN (SELECT value FROM json_each(?1)) ORDER BY a, b LIMIT ?2)";
  const { a, b } = statements.row(edgesRow, sql, JSON.stringify(ids), mostEdges + 1) ?? { a: [], b: [] };
  return a.map((id, at) => ({ a: id, b: b[at] ?? 0 }));
}
