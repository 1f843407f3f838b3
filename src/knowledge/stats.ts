/** Figures about the whole base. */

import { z } from "zod";
import type { Statements } from "./database.ts";
import { priorities, priorityOf, statuses } from "./item.ts";
import { mostUsedTags, type TagCount } from "./tags.ts";

export interface GraphMetrics {
  readonly avgConnections: number;
  readonly maxConnections: number;
  readonly isolatedNodes: number;
}

export interface Stats {
  readonly totalItems: number;
  readonly totalRelations: number;
  readonly totalTags: number;
  readonly itemsByType: Readonly<Record<string, number>>;
  readonly itemsByStatus: Readonly<Record<string, number>>;
  readonly itemsByPriority: Readonly<Record<string, number>>;
  readonly mostUsedTags: readonly TagCount[];
  readonly graphMetrics: GraphMetrics;
}

export interface TypeStats {
  readonly type: string;
  readonly count: number;
  readonly lastUsed: string;
  readonly avgRelations: number;
}

/** Metrics that are kept with a state. */
export interface StateMetrics extends GraphMetrics {
  readonly items: number;
  readonly relations: number;
  readonly timestamp: string;
}

const shownTags = 10;

const countRow = z.object({ name: z.union([z.string(), z.number()]), count: z.number() });
const totalsRow = z.object({ items: z.number(), relations: z.number(), tags: z.number() });
const connectionsRow = z.object({ most: z.number().nullable(), isolated: z.number().nullable() });
const typeRow = z.object({ type: z.string(), count: z.number(), used: z.number(), ends: z.number() });

export function stats(statements: Statements): Stats {
  const { items, relations, tags } = totals(statements);
  const count = (sql: string) => statements.rows(countRow, sql);
  const byType = count("SELECT type AS name, count(*) AS count FROM items GROUP BY type ORDER BY 2 DESC, 1");
  const byStatus = count(
    "SELECT status AS name, count(*) AS count FROM items GROUP BY status",
  );
  const byPriority = count("SELECT priority AS name, count(*) AS count FROM items GROUP BY priority");
  const ranked = new Map(byPriority.map(({ name, count }) => [priorityOf(Number(name)), count]));
  return {
    totalItems: items,
    totalRelations: relations,
    totalTags: tags,
    itemsByType: Object.fromEntries(byType.map(({ name, count }) => [name, count])),
    itemsByStatus: Object.fromEntries(
      statuses.flatMap(({ name }) =>
        byStatus.filter((row) => row.name === name).map(({ count }) => [name, count])
      ),
    ),
    itemsByPriority: Object.fromEntries(
      priorities.flatMap((name) => ranked.has(name) ? [[name, ranked.get(name) ?? 0]] : []),
    ),
    mostUsedTags: mostUsedTags(statements, shownTags),
    graphMetrics: graphMetrics(statements, { items, relations }),
  };
}

export function stateMetrics(statements: Statements, now: number): StateMetrics {
  const { items, relations } = totals(statements);
  const timestamp = new Date(now).toISOString();
  return { items, relations, ...graphMetrics(statements, { items, relations }), timestamp };
}

export function typeStats(statements: Statements): TypeStats[] {
  const sql = "SELECT type, count(*) AS count, max(updated_at) AS used, sum(degree) AS ends FROM items " +
    "GROUP BY type ORDER BY 2 DESC, 1";
  return statements.rows(typeRow, sql).map(({ type, count, used, ends }) => ({
    type,
    count,
    lastUsed: new Date(used).toISOString(),
    avgRelations: rounded(ends / count),
  }));
}

function totals(statements: Statements): z.output<typeof totalsRow> {
  const sql =
    "SELECT (SELECT count(*) FROM items) AS items, (SELECT count(*) FROM item_relations) AS relations, " +
    "(SELECT count(*) FROM tags) AS tags";
  return statements.row(totalsRow, sql) ?? { items: 0, relations: 0, tags: 0 };
}

function graphMetrics(
  statements: Statements,
  { items, relations }: { readonly items: number; readonly relations: number },
): GraphMetrics {
  const sql = "SELECT max(degree) AS most, sum(degree = 0) AS isolated FROM items";
  const { most, isolated } = statements.row(connectionsRow, sql) ?? { most: 0, isolated: 0 };
  return {
    avgConnections: items === 0 ? 0 : rounded(2 * relations / items),
    maxConnections: most ?? 0,
    isolatedNodes: isolated ?? 0,
  };
}

function rounded(number: number): number {
  return Math.round(number * 100) / 100;
}
