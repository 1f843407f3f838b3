/** Items by their fields. */

import { z } from "zod";
import type { SQLInputValue } from "node:sqlite";
import { checkStatus } from "./check_item.ts";
import type { Statements } from "./database.ts";
import type { ItemSummary, Page } from "./item.ts";
import { summaries } from "./item_rows.ts";
import { type Priority, rankOf } from "./priorities.ts";
import { tagFilter } from "./tag_filter.ts";

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
  const { parts, values } = conditions(options);
  const tags = tagFilter(statements, options.tags);
  const all = [...parts, ...(tags === undefined ? [] : [tags.sql])];
  const where = all.length === 0 ? "" : `WHERE ${all.join(" AND ")}`;
  const total = tags !== undefined && parts.length === 0
    ? tags.total()
    : statements.row(totalRow, `SELECT count(*) AS total FROM items i ${where}`, ...values)?.total ?? 0;
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
  { type, status, priority }: ListOptions,
): { parts: string[]; values: SQLInputValue[] } {
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
  return { parts: parts.map(({ sql }) => sql), values: parts.map(({ value }) => value) };
}

const listed = "IN (SELECT value FROM json_each(?))";
