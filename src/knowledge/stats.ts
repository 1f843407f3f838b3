/** Statistics of the whole knowledge base. */

import { z } from "zod";
import type { Statements } from "./database.ts";
import { priorities, priorityOf, statuses } from "./item.ts";
import { mostUsedTags } from "./tags.ts";
import type { Stats, TypeStats } from "./tool_schemas.ts";

const shownTags = 10;

/** All items that have the same type, status and priority. `ends` counts each relation at both of its items. */
const groupRow = z.object({
  type: z.string(),
  status: z.string(),
  priority: z.number().transform(priorityOf),
  count: z.number(),
  used: z.number(),
  ends: z.number(),
  most: z.number(),
  isolated: z.number(),
});
type Group = z.output<typeof groupRow>;

/** One pass over an index that has all of these columns. */
function groupsOf(statements: Statements): Group[] {
  const sql =
    "SELECT type, status, priority, count(*) AS count, max(updated_at) AS used, sum(degree) AS ends, " +
    "max(degree) AS most, sum(degree = 0) AS isolated FROM items GROUP BY type, status, priority";
  return statements.rows(groupRow, sql);
}

export function stats(statements: Statements): Stats {
  const groups = groupsOf(statements);
  const relations = statements.number("SELECT count(*) FROM item_relations") ?? 0;
  const items = sum(groups, "count");
  return {
    totalItems: items,
    totalRelations: relations,
    totalTags: statements.number("SELECT count(*) FROM tags") ?? 0,
    itemsByType: Object.fromEntries(byType(groups).map(([type, same]) => [type, sum(same, "count")])),
    itemsByStatus: countsOf(statuses.map(({ name }) => name), Map.groupBy(groups, ({ status }) => status)),
    itemsByPriority: countsOf(priorities, Map.groupBy<string, Group>(groups, ({ priority }) => priority)),
    mostUsedTags: mostUsedTags(statements, shownTags),
    graphMetrics: {
      avgConnections: items === 0 ? 0 : rounded(2 * relations / items),
      maxConnections: Math.max(0, ...groups.map(({ most }) => most)),
      isolatedNodes: sum(groups, "isolated"),
    },
  };
}

/** The figures that are kept with a state. */
export function stateMetrics(statements: Statements, now: number): Record<string, unknown> {
  const { totalItems: items, totalRelations: relations, graphMetrics } = stats(statements);
  return { items, relations, ...graphMetrics, timestamp: new Date(now).toISOString() };
}

export function typeStats(statements: Statements): TypeStats {
  return byType(groupsOf(statements)).map(([type, groups]) => ({
    type,
    count: sum(groups, "count"),
    lastUsed: new Date(Math.max(...groups.map(({ used }) => used))).toISOString(),
    avgRelations: rounded(sum(groups, "ends") / sum(groups, "count")),
  }));
}

/** The type of the most items first; the groups come in the order of the names. */
function byType(groups: readonly Group[]): [string, Group[]][] {
  return [...Map.groupBy(groups, ({ type }) => type)]
    .sort(([, one], [, other]) => sum(other, "count") - sum(one, "count"));
}

/** In the order of the names; those that no item has are left out. */
function countsOf(names: readonly string[], groups: ReadonlyMap<string, readonly Group[]>) {
  const present = names.filter((name) => groups.has(name));
  return Object.fromEntries(present.map((name) => [name, sum(groups.get(name) ?? [], "count")]));
}

function sum(groups: readonly Group[], figure: "count" | "ends" | "isolated"): number {
  return groups.reduce((total, group) => total + group[figure], 0);
}

function rounded(number: number): number {
  return Math.round(number * 100) / 100;
}
