/** Items by their fields. */

import { z } from "zod";
import type { Statements } from "./database.ts";
import { checkStatus, type Priority } from "./item.ts";
import { summaries } from "./items.ts";
import { conditionOf } from "./search/conditions.ts";
import type { Filter } from "./search/parse_query.ts";
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

const idRow = z.object({ id: z.number() });

const orders = {
  created: { asc: "created_at, id", desc: "created_at DESC, id DESC" },
  updated: { asc: "updated_at, id", desc: "updated_at DESC, id DESC" },
  priority: { asc: "priority, updated_at DESC, id DESC", desc: "priority DESC, updated_at DESC, id DESC" },
} as const;

export function listItems(db: Statements, options: ListOptions): ListPage {
  const { limit, offset, sortBy, sortOrder } = options;
  const { sql, values } = conditionOf({ kind: "and", parts: filtersOf(options) });
  const total = db.number(`SELECT count(*) FROM items i WHERE ${sql}`, ...values) ?? 0;
  const page = `SELECT id FROM items i WHERE ${sql} ORDER BY ${orders[sortBy][sortOrder]} LIMIT ? OFFSET ?`;
  const ids = offset >= total ? [] : db.rows(idRow, page, ...values, limit, offset);
  return { items: summaries(db, ids.map(({ id }) => id)), total, limit, offset };
}

function filtersOf({ type, status = [], priority = [], tags = [] }: ListOptions): Filter[] {
  const names = status.map((name) => checkStatus(name));
  const fields: Filter[] = [
    { kind: "type", values: type === undefined ? [] : [type] },
    { kind: "status", values: names },
    { kind: "priority", values: priority },
  ];
  const all = new Set(tags.map((tag) => fold(tag.trim())));
  return [
    ...fields.filter((field) => "values" in field && field.values.length > 0),
    ...[...all].map((tag): Filter => ({ kind: "tag", values: [tag] })),
  ];
}
