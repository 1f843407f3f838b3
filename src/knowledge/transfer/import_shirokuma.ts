/** Reads the SQLite file of Shirokuma 0.8 (Prisma) or 0.9 (TypeORM) into the base. The file is only read. */

import type { DatabaseSync } from "node:sqlite";
import { z } from "zod";
import { AppError } from "../../errors.ts";
import { explain } from "../database_error.ts";
import type { KnowledgeBase } from "../knowledge_base.ts";
import { summaryOf } from "../states.ts";
import { importRecords, type ImportSummary } from "./import_records.ts";
import {
  looseIds,
  looseObject,
  looseOptional,
  loosePriority,
  looseStatus,
  looseTags,
  looseText,
  looseTime,
  looseTitle,
  looseType,
} from "./loose_values.ts";
import { type ItemRecord, type Progress, shirokumaUid, type StateRecord } from "./record.ts";

const batch = 200;

const row = z.record(z.string(), z.unknown());
const idRow = z.looseObject({ id: z.number() });
const totalRow = z.object({ total: z.number() });
const columnRow = z.object({ table: z.string(), column: z.string() });
const linkRow = z.object({ other: z.unknown() });

export async function importShirokuma(
  base: KnowledgeBase,
  path: string,
  progress: Progress,
): Promise<ImportSummary> {
  const { DatabaseSync } = await import("node:sqlite");
  let source: DatabaseSync | undefined;
  try {
    // SQLite says of a missing file only that it cannot open it.
    await Deno.stat(path);
    source = new DatabaseSync(path, { readOnly: true });
    return await importRecords(base, sourceOf(source, path), progress);
  } catch (error) {
    throw error instanceof Deno.errors.NotFound
      ? unusable(path, "there is no such file")
      : explain(error, path);
  } finally {
    if (source?.isOpen) source.close();
  }
}

/** What tells the file of Shirokuma from any other. */
const needed: readonly (readonly [string, string])[] = [
  ["items", "status_id"],
  ["statuses", "is_closable"],
  ["tags", "name"],
  ["item_tags", "tag_id"],
  ["item_relations", "source_id"],
];

function columnsOf(source: DatabaseSync): Map<string, string[]> {
  const rows = source.prepare(
    'SELECT t.name AS "table", c.name AS "column" FROM sqlite_schema t, pragma_table_info(t.name) c WHERE t.type = \'table\'',
  ).all().map((found) => columnRow.parse(found));
  return new Map([...Map.groupBy(rows, ({ table }) => table)].map(([table, columns]) => [
    table,
    columns.map(({ column }) => column),
  ]));
}

function sourceOf(source: DatabaseSync, path: string) {
  const tables = columnsOf(source);
  for (const [table, column] of needed) {
    if (tables.get(table)?.includes(column)) continue;
    throw unusable(path, `it has no column "${column}" in a table "${table}", so it is not Shirokuma's`);
  }
  const { total } = totalRow.parse(source.prepare("SELECT count(*) AS total FROM items").get());
  const states = tables.has("system_states")
    ? source.prepare("SELECT * FROM system_states ORDER BY id").all().map((found) =>
      stateOf(row.parse(found))
    )
    : [];
  async function* batches(): AsyncGenerator<readonly ItemRecord[]> {
    const next = source.prepare(
      "SELECT i.*, s.name AS status, s.is_closable FROM items i LEFT JOIN statuses s ON s.id = i.status_id " +
        "WHERE i.id > ? ORDER BY i.id LIMIT ?",
    );
    for (let after = 0;;) {
      const found = next.all(after, batch).map((item) => idRow.parse(item));
      const last = found.at(-1);
      if (last === undefined) return;
      yield found.map((item) => itemOf(source, item));
      after = last.id;
    }
  }
  return { total, batches, states };
}

function itemOf(source: DatabaseSync, item: z.output<typeof idRow>): ItemRecord {
  const { id } = item;
  const others = (sql: string) => source.prepare(sql).all(id).map((found) => linkRow.parse(found).other);
  const createdAt = looseTime(item["created_at"]) ?? 0;
  return {
    id,
    uid: shirokumaUid(id, createdAt),
    type: looseType(item["type"]),
    title: looseTitle(item["title"]),
    description: looseText(item["description"]),
    content: looseText(item["content"]),
    status: looseStatus(item["status"], item["is_closable"] === 1),
    priority: loosePriority(item["priority"]),
    category: looseOptional(item["category"]),
    startDate: looseTime(item["start_date"]),
    endDate: looseTime(item["end_date"]),
    version: looseOptional(item["version"]),
    tags: looseTags(others("SELECT name AS other FROM item_tags JOIN tags ON id = tag_id WHERE item_id = ?")),
    related: looseIds(others(
      "SELECT target_id AS other FROM item_relations WHERE source_id = ?1 UNION " +
        "SELECT source_id FROM item_relations WHERE target_id = ?1",
    )),
    notebooks: [],
    createdAt,
    updatedAt: looseTime(item["updated_at"]) ?? createdAt,
  };
}

function stateOf(state: Readonly<Record<string, unknown>>): StateRecord {
  const content = looseText(state["content"]);
  const context = looseOptional(state["context"]);
  return {
    content,
    summary: looseOptional(state["summary"]) ?? summaryOf(content),
    metrics: looseObject(state["metrics"]),
    metadata: { ...(context === null ? {} : { context }), ...looseObject(state["metadata"]) },
    tags: looseTags(state["tags"]),
    related: looseIds(state["relatedItems"]),
    createdAt: looseTime(state["created_at"]) ?? 0,
  };
}

function unusable(path: string, state: string): AppError {
  return new AppError("database_error", `Cannot import "${path}": ${state}`, {
    hint: "Shirokuma keeps its data in ~/.shirokuma/data/shirokuma.db unless told otherwise",
  });
}
