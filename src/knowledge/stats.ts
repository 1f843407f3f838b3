/** Statistics of the whole knowledge base. */

import { z } from "zod";
import type { Statements } from "./database.ts";
import { priorities, priorityRank, statuses } from "./item.ts";
import { listTags } from "./tags.ts";
import type { Stats, TypeStats } from "./tool_schemas.ts";

const shownTags = 10;

/** All items that have the same type, status and priority. `ends` counts each relation at both of its items. */
const groupRow = z.object({
  type: z.string(),
  status: z.string(),
  priority: priorityRank,
  count: z.number(),
  used: z.number(),
  ends: z.number(),
  most: z.number(),
  isolated: z.number(),
});
type Group = z.output<typeof groupRow>;

/** One pass over an index that has all of these columns. */
function groupsOf(db: Statements): Group[] {
  const sql =
    "SELECT type, status, priority, count(*) AS count, max(updated_at) AS used, sum(degree) AS ends, " +
    "max(degree) AS most, sum(degree = 0) AS isolated FROM items GROUP BY type, status, priority";
  return db.rows(groupRow, sql);
}

export function stats(db: Statements): Stats {
  const groups = groupsOf(db);
  const relations = sum(groups, "ends") / 2;
  const items = sum(groups, "count");
  const { tags, total } = listTags(db, shownTags);
  return {
    totalItems: items,
    totalRelations: relations,
    totalTags: total,
    itemsByType: Object.fromEntries(byType(groups).map(([type, same]) => [type, sum(same, "count")])),
    itemsByStatus: countsOf(statuses.map(({ name }) => name), groups, "status"),
    itemsByPriority: countsOf(priorities, groups, "priority"),
    mostUsedTags: tags,
    graphMetrics: {
      avgConnections: items === 0 ? 0 : rounded(2 * relations / items),
      maxConnections: Math.max(0, ...groups.map(({ most }) => most)),
      isolatedNodes: sum(groups, "isolated"),
    },
  };
}

/** The figures that are kept with a state. */
export function stateMetrics(db: Statements, now: number): Record<string, unknown> {
  const { totalItems: items, totalRelations: relations, graphMetrics } = stats(db);
  return { items, relations, ...graphMetrics, timestamp: new Date(now).toISOString() };
}

export function typeStats(db: Statements): TypeStats {
  return byType(groupsOf(db)).map(([type, groups]) => ({
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
function countsOf(names: readonly string[], groups: readonly Group[], field: "status" | "priority") {
  const counts = names.map((name) =>
    [name, sum(groups.filter((one) => one[field] === name), "count")] as const
  );
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

function sum(groups: readonly Group[], figure: "count" | "ends" | "isolated"): number {
  return groups.reduce((total, group) => total + group[figure], 0);
}

function rounded(number: number): number {
  return Math.round(number * 100) / 100;
}
