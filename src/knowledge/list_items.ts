/** Items by their fields. */

import { z } from "zod";
import type { Statements } from "./database.ts";
import { boundOf, type IdSet, idsOf, mapOf, sizeOf } from "./id_set.ts";
import type { ItemSummary, Page } from "./item.ts";
import { summaries } from "./item_rows.ts";
import { type Filters, matchingItems } from "./matching_items.ts";

export interface ListOptions extends Filters {
  readonly limit: number;
  readonly offset: number;
  readonly sortBy: "created" | "updated" | "priority";
  readonly sortOrder: "asc" | "desc";
}

/** So many items are sorted faster than the whole list is walked to the page that is asked for. */
const fewItems = 5_000;
/** A list is walked with a byte for each id. */
const largestMap = 4_000_000;

const totalRow = z.object({ total: z.number() });
const idRow = z.object({ id: z.number() });

export function listItems(statements: Statements, options: ListOptions): Page<ItemSummary> {
  const { limit, offset } = options;
  const found = matchingItems(statements, options);
  const total = found === undefined
    ? statements.row(totalRow, "SELECT count(*) AS total FROM items")?.total ?? 0
    : sizeOf(found);
  const ids = offset >= total ? [] : idsOfPage(statements, found, { ...options, total });
  return { items: summaries(statements, ids), total, limit, offset };
}

function idsOfPage(
  statements: Statements,
  found: IdSet | undefined,
  { total, limit, offset, ...options }: ListOptions & { readonly total: number },
): number[] {
  const rest = `ORDER BY ${order(options)} LIMIT ? OFFSET ?`;
  const ids = (sql: string, ...values: (string | Uint8Array)[]) =>
    statements.rows(idRow, `SELECT i.id FROM ${sql} ${rest}`, ...values, limit, offset).map(({ id }) => id);
  if (found === undefined) return ids("items i");
  if (total <= fewItems || boundOf(found) > largestMap) {
    return ids("json_each(?) j CROSS JOIN items i ON i.id = j.value", JSON.stringify(idsOf(found)));
  }
  return ids("items i WHERE substr(?, i.id + 1, 1) = x'01'", mapOf(found));
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
