/** Items by their fields. */

import type { SQLInputValue } from "node:sqlite";
import { z } from "zod";
import { checkStatus, type Priority, rankOf } from "./item.ts";
import type { Statements } from "./database.ts";
import { summaries } from "./items.ts";
import { fold } from "./search/tokens.ts";
import type { ListPage } from "./tool_schemas.ts";

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
const tagRow = z.object({ id: z.number(), folded: z.string() });

export function listItems(statements: Statements, options: ListOptions): ListPage {
  const { limit, offset } = options;
  const { sql, values } = filterOf(statements, options);
  const total = statements.row(totalRow, `SELECT count(*) AS total FROM items i ${sql}`, ...values)?.total ??
    0;
  const page = `SELECT i.id FROM items i ${sql} ORDER BY ${order(options)} LIMIT ? OFFSET ?`;
  const ids = offset >= total ? [] : statements.rows(idRow, page, ...values, limit, offset);
  return { items: summaries(statements, ids.map(({ id }) => id)), total, limit, offset };
}

function filterOf(
  statements: Statements,
  { type, status = [], priority = [], tags = [] }: ListOptions,
): { readonly sql: string; readonly values: readonly SQLInputValue[] } {
  const conditions: string[] = [];
  const values: SQLInputValue[] = [];
  const add = (condition: string, value: SQLInputValue) => {
    conditions.push(condition);
    values.push(value);
  };
  const among = "IN (SELECT value FROM json_each(?))";
  if (type !== undefined) add("i.type = ?", type);
  if (status.length > 0) add(`i.status ${among}`, JSON.stringify(status.map((name) => checkStatus(name))));
  if (priority.length > 0) add(`i.priority ${among}`, JSON.stringify(priority.map(rankOf)));
  for (const ids of tagIds(statements, tags)) {
    add(`EXISTS (SELECT 1 FROM item_tags WHERE item_id = i.id AND tag_id ${among})`, JSON.stringify(ids));
  }
  return { sql: conditions.length === 0 ? "" : `WHERE ${all(conditions)}`, values };
}

/** SQLite bounds how deeply conditions nest, and every AND is a level: a thousand tags go in groups. */
function all(conditions: readonly string[]): string {
  const groups = Object.values(Object.groupBy(conditions, (_, at) => Math.floor(at / 100)));
  return groups.map((group = []) => `(${group.join(" AND ")})`).join(" AND ");
}

/** For each tag the ids of all its spellings. */
function tagIds(statements: Statements, tags: readonly string[]): number[][] {
  const names = [...new Set(tags.map((tag) => fold(tag.trim())))];
  const sql = "SELECT id, folded FROM tags WHERE folded IN (SELECT value FROM json_each(?))";
  const known = Map.groupBy(statements.rows(tagRow, sql, JSON.stringify(names)), ({ folded }) => folded);
  return names.map((name) => (known.get(name) ?? []).map(({ id }) => id));
}

function order({ sortBy, sortOrder }: Pick<ListOptions, "sortBy" | "sortOrder">): string {
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
