/** Items by their fields. */

import { z } from "zod";
import type { SQLInputValue } from "node:sqlite";
import { checkStatus } from "./check_item.ts";
import type { Statements } from "./database.ts";
import type { ItemSummary, Page } from "./item.ts";
import { summaries } from "./item_rows.ts";
import { type Priority, rankOf } from "./priorities.ts";
import { fold } from "./search/fold.ts";

export interface ListOptions {
  readonly type?: string | undefined;
  /** One of them. */
  readonly status?: readonly string[] | undefined;
  /** One of them. */
  readonly priority?: readonly Priority[] | undefined;
  /** All of them. */
  readonly tags?: readonly string[] | undefined;
  readonly limit: number;
  readonly offset: number;
  readonly sortBy: "created" | "updated" | "priority";
  readonly sortOrder: "asc" | "desc";
}

const totalRow = z.object({ total: z.number() });
const idRow = z.object({ id: z.number() });

export function listItems(statements: Statements, options: ListOptions): Page<ItemSummary> {
  const { limit, offset } = options;
  const { where, values } = conditions(options);
  const total =
    statements.row(totalRow, `SELECT count(*) AS total FROM items i ${where}`, ...values)?.total ?? 0;
  const sql = `SELECT i.id FROM items i ${where} ORDER BY ${order(options)} LIMIT ? OFFSET ?`;
  const ids = statements.rows(idRow, sql, ...values, limit, offset).map(({ id }) => id);
  return { items: summaries(statements, ids), total, limit, offset };
}

function order({ sortBy, sortOrder }: ListOptions): string {
  const direction = sortOrder === "asc" ? "ASC" : "DESC";
  switch (sortBy) {
    case "created":
      return `i.created_at ${direction}, i.id ${direction}`;
    case "updated":
      return `i.updated_at ${direction}, i.id ${direction}`;
    case "priority":
      return `i.priority ${direction}, i.updated_at DESC, i.id DESC`;
  }
}

function conditions(
  { type, status, priority, tags }: ListOptions,
): { where: string; values: SQLInputValue[] } {
  const parts: { readonly sql: string; readonly value: SQLInputValue }[] = [];
  if (type !== undefined) parts.push({ sql: "i.type = ?", value: type });
  if (status !== undefined && status.length > 0) {
    const names = status.map((name) => checkStatus(name));
    parts.push({
      sql: `i.status_id IN (SELECT id FROM statuses WHERE name ${listed})`,
      value: JSON.stringify(names),
    });
  }
  if (priority !== undefined && priority.length > 0) {
    parts.push({ sql: `i.priority ${listed}`, value: JSON.stringify(priority.map(rankOf)) });
  }
  const names = [...new Set(tags?.map((tag) => fold(tag.trim())))];
  if (names.length > 0) parts.push({ sql: hasAll(names.length), value: JSON.stringify(names) });
  return {
    where: parts.length === 0 ? "" : `WHERE ${parts.map(({ sql }) => sql).join(" AND ")}`,
    values: parts.map(({ value }) => value),
  };
}

/** A condition for each tag would be more than SQLite takes; tags that fold to the same are one. */
function hasAll(count: number): string {
  const tagged = `SELECT item_id FROM item_tags JOIN tags ON id = tag_id WHERE folded ${listed}`;
  if (count === 1) return `i.id IN (${tagged})`;
  return `i.id IN (${tagged} GROUP BY item_id HAVING count(DISTINCT folded) = ${count})`;
}

const listed = "IN (SELECT value FROM json_each(?))";
