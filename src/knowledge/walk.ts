/** What an item is connected with, step by step, both ways along relations. */

import { z } from "zod";
import type { Statements } from "./database.ts";
import { missingItems } from "./errors.ts";
import { type Priority, priorityOf } from "./item.ts";

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

/** The other ends of relations of these items; not many more than are shown, even where one has all there are. */
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
