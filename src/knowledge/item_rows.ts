/** Rows of items as the objects that tools give. */

import { z } from "zod";
import type { Statements } from "./database.ts";
import type { Item, ItemCard, ItemSummary } from "./item.ts";
import { priorityOf } from "./priorities.ts";

/** A description in a list shows what an item is about; get_item has the whole. */
const listedDescription = 300;

const itemRow = z.object({
  id: z.number(),
  type: z.string(),
  title: z.string(),
  description: z.string(),
  status: z.string(),
  priority: z.number(),
  category: z.string().nullable(),
  start_date: z.number().nullable(),
  end_date: z.number().nullable(),
  version: z.string().nullable(),
  created_at: z.number(),
  updated_at: z.number(),
});
const tagRow = z.object({ item_id: z.number(), name: z.string() });
const relatedRow = z.object({ id: z.number() });
const pathRow = z.object({ path: z.string() });
const contentRow = z.object({ content: z.string() });

const columns = itemRow.keyof().options
  .map((name) => name === "status" ? "s.name AS status" : `i.${name}`).join(", ");

/** Items of these ids, in this order, as lists show them. */
export function summaries(statements: Statements, ids: readonly number[]): ItemSummary[] {
  return wholeSummaries(statements, ids).map((item) => ({
    ...item,
    description: item.description.length <= listedDescription
      ? item.description
      : `${item.description.slice(0, listedDescription)}…`,
  }));
}

function wholeSummaries(statements: Statements, ids: readonly number[]): ItemSummary[] {
  const list = JSON.stringify(ids);
  const rows = statements.rows(
    itemRow,
    `SELECT ${columns} FROM items i JOIN statuses s ON s.id = i.status_id WHERE i.id IN (SELECT value FROM json_each(?))`,
    list,
  );
  const tagRows = statements.rows(
    tagRow,
    "SELECT item_id, name FROM item_tags JOIN tags ON id = tag_id WHERE item_id IN (SELECT value FROM json_each(?)) " +
      "ORDER BY name",
    list,
  );
  const tags = Map.groupBy(tagRows, ({ item_id }) => item_id);
  const found = new Map(
    rows.map((row) => [row.id, summary(row, tags.get(row.id)?.map(({ name }) => name) ?? [])]),
  );
  return ids.flatMap((id) => found.get(id) ?? []);
}

function summary(row: z.output<typeof itemRow>, tags: readonly string[]): ItemSummary {
  return {
    id: row.id,
    type: row.type,
    title: row.title,
    description: row.description,
    status: row.status,
    priority: priorityOf(row.priority),
    category: row.category,
    startDate: isoDate(row.start_date),
    endDate: isoDate(row.end_date),
    version: row.version,
    tags,
    createdAt: new Date(row.created_at).toISOString(),
    updatedAt: new Date(row.updated_at).toISOString(),
  };
}

/** An item with its links; undefined where there is none. */
export function card(statements: Statements, id: number): ItemCard | undefined {
  const [found] = wholeSummaries(statements, [id]);
  if (found === undefined) return undefined;
  return { ...found, related: relatedIds(statements, id), related_notebooks: notebookPaths(statements, id) };
}

export function wholeItem(statements: Statements, id: number): Item | undefined {
  const found = card(statements, id);
  return found === undefined ? undefined : { ...found, content: contentOf(statements, id) };
}

export function contentOf(statements: Statements, id: number): string {
  return statements.row(contentRow, "SELECT content FROM contents WHERE item_id = ?", id)?.content ?? "";
}

function relatedIds(statements: Statements, id: number): number[] {
  const sql = "SELECT b AS id FROM item_relations WHERE a = ?1 UNION ALL " +
    "SELECT a AS id FROM item_relations WHERE b = ?1 ORDER BY 1";
  return statements.rows(relatedRow, sql, id).map((row) => row.id);
}

function notebookPaths(statements: Statements, id: number): string[] {
  return statements.rows(pathRow, "SELECT path FROM item_notebooks WHERE item_id = ? ORDER BY path", id)
    .map(({ path }) => path);
}

function isoDate(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}
