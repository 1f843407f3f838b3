/** Undirected relations between items, stored as one row per pair, and the items reached through them. */

import { z } from "zod";
import type { Statements } from "./database.ts";
import { invalid, missingItems } from "./errors.ts";
import { priorityRank } from "./item.ts";
import { type Neighbourhood, neighbourOutput } from "./tool_schemas.ts";

const idRow = z.object({ id: z.number() });

export interface RelationRequest {
  readonly sourceId: number;
  readonly targetIds: readonly number[];
}

interface Link {
  readonly id: number;
  readonly other: number;
}

/** Throws if an id belongs to no item, naming all of them. */
export function requireItems(
  db: Statements,
  ids: readonly number[],
  { action, field }: { readonly action: string; readonly field: string },
): void {
  const sql =
    "SELECT DISTINCT value AS id FROM json_each(?) WHERE value NOT IN (SELECT id FROM items) ORDER BY key";
  const missing = db.rows(idRow, sql, JSON.stringify(ids)).map(({ id }) => id);
  if (missing.length > 0) throw missingItems(action, missing, field);
}

/** Links two items; false if they were linked before. */
export function relate(db: Statements, { id, other }: Link, field = "related"): boolean {
  if (id === other) throw invalid(field, `Cannot relate item ${id} to itself`);
  const sql = "INSERT INTO item_relations (a, b) VALUES (min(?1, ?2), max(?1, ?2)) ON CONFLICT DO NOTHING";
  return db.run(sql, id, other).changes > 0;
}

/** Unlinks two items; false if they were not linked. */
function unrelate(db: Statements, { id, other }: Link): boolean {
  const sql = "DELETE FROM item_relations WHERE a = min(?1, ?2) AND b = max(?1, ?2)";
  return db.run(sql, id, other).changes > 0;
}

export function addRelations(db: Statements, { sourceId: id, targetIds }: RelationRequest) {
  const action = "add these relations";
  requireItems(db, [id], { action, field: "sourceId" });
  requireItems(db, targetIds, { action, field: "targetIds" });
  return divided(targetIds, (other) => relate(db, { id, other }, "targetIds"));
}

/** An item that is gone has no relations, so removing those is not an error. */
export function removeRelations(db: Statements, { sourceId: id, targetIds }: RelationRequest) {
  requireItems(db, [id], { action: "remove these relations", field: "sourceId" });
  return divided(targetIds, (other) => unrelate(db, { id, other }));
}

/** The ids for which there was something to change, and those that were so before. */
function divided(ids: readonly number[], change: (id: number) => boolean) {
  const { changed = [], skipped = [] } = Object.groupBy(
    new Set(ids),
    (id) => change(id) ? "changed" : "skipped",
  );
  return { changed, skipped };
}

export interface WalkOptions {
  readonly id: number;
  /** Steps to take, 1 to 3. */
  readonly depth: number;
  /** Types to show, all if there are none; the walk itself passes through all. */
  readonly types?: readonly string[] | undefined;
}

const mostItems = 500;
const mostEdges = 2_000;
/** How many steps are taken in all; with few types to show, most of what is passed may be others. */
const mostSteps = 20_000;

const nodeRow = neighbourOutput.extend({ priority: priorityRank, steps: z.number() });
const edgeRow = z.object({ a: z.number(), b: z.number() });

/** Breadth first. An item can be reached over several ways; the shortest counts. */
const walkSql = `WITH RECURSIVE steps (id, distance) AS (
  VALUES (?1, 0) UNION
  SELECT b, distance + 1 FROM steps JOIN item_relations ON a = steps.id WHERE distance < ?2 UNION
  SELECT a, distance + 1 FROM steps JOIN item_relations ON b = steps.id WHERE distance < ?2
  LIMIT ${mostSteps}
) SELECT i.id, type, title, status, priority, min(distance) AS distance, (SELECT count(*) FROM steps) AS steps
FROM steps JOIN items i ON i.id = steps.id
WHERE distance = 0 OR ?3 = '[]' OR type IN (SELECT value FROM json_each(?3))
GROUP BY i.id ORDER BY distance, i.id LIMIT ${mostItems + 2}`;

/** The plus keeps SQLite from trying every pair of ids. */
const edgesSql = "SELECT a, b FROM item_relations WHERE a IN (SELECT value FROM json_each(?1)) " +
  `AND +b IN (SELECT value FROM json_each(?1)) ORDER BY a, b LIMIT ${mostEdges + 1}`;

export function walk(db: Statements, { id, depth, types = [] }: WalkOptions): Neighbourhood {
  const rows = db.rows(nodeRow, walkSql, id, depth, JSON.stringify(types));
  const [root, ...items] = rows.slice(0, mostItems + 1).map(({ steps: _, ...node }) => node);
  if (root === undefined) throw missingItems("follow the relations of this item", [id], "id");
  const distances = new Map([root, ...items].map((node) => [node.id, node.distance]));
  const found = db.rows(edgeRow, edgesSql, JSON.stringify([...distances.keys()]));
  const edges = found.slice(0, mostEdges).map(({ a, b }) => {
    const [ofA, ofB] = [distances.get(a) ?? 0, distances.get(b) ?? 0];
    return ofA <= ofB ? { source: a, target: b, distance: ofB } : { source: b, target: a, distance: ofA };
  });
  const truncated = rows.length > mostItems + 1 || found.length > mostEdges ||
    rows.some(({ steps }) => steps === mostSteps);
  return { root, items, edges, truncated };
}
