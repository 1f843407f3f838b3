/** Reads the SQLite file of Shirokuma 0.8 (Prisma) or 0.9 (TypeORM) into the base. The file is only read. */

import type { DatabaseSync, SQLOutputValue, StatementSync } from "node:sqlite";
import { z } from "zod";
import { AppError } from "../../base/errors.ts";
import { stateOfFile } from "../database_error.ts";
import type { KnowledgeBase } from "../knowledge_base.ts";
import { summaryOf } from "../states.ts";
import { batchSize, importRecords, type ImportSummary, type RecordSource } from "./import_records.ts";
import { LenientValues } from "./lenient_values.ts";
import {
  type Incoming,
  type ItemRecord,
  type Progress,
  shirokumaUid,
  sourceId,
  type StateRecord,
} from "./record.ts";

const idRow = z.looseObject({ id: z.union([z.number(), z.string()]) });
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
    const { isFile } = await Deno.stat(path);
    if (!isFile) throw unusable(path, "it is not a file; folders are read by jupyter-mcp knowledge import");
    source = new DatabaseSync(path, { readOnly: true });
    return await importRecords(base, sourceOf(source, path), progress);
  } catch (error) {
    // What is wrong with our own database has been explained already.
    const state = error instanceof Deno.errors.NotFound ? "there is no such file" : stateOfFile(error);
    throw error instanceof AppError || state === undefined ? error : unusable(path, state);
  } finally {
    if (source?.isOpen) source.close();
  }
}

/** A row; whole numbers that are too large to count with are texts. */
type Row = Readonly<Record<string, unknown>>;

/** Rows with numbers of any size, as other programs may have written them. */
function rowsOf(statement: StatementSync, ...values: (bigint | number | string)[]): Row[] {
  statement.setReadBigInts(true);
  return statement.all(...values).map((found) =>
    Object.fromEntries(Object.entries(found).map(([column, value]) => [column, plain(value)]))
  );
}

function plain(value: SQLOutputValue): unknown {
  if (typeof value !== "bigint") return value;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : String(value);
}

/** Columns that only a database of Shirokuma has. */
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

function sourceOf(source: DatabaseSync, path: string): RecordSource {
  const tables = columnsOf(source);
  for (const [table, column] of needed) {
    if (tables.get(table)?.includes(column)) continue;
    throw unusable(path, `it has no column "${column}" in a table "${table}", so it is not Shirokuma's`);
  }
  const { total } = totalRow.parse(source.prepare("SELECT count(*) AS total FROM items").get());
  const states = tables.has("system_states")
    ? rowsOf(source.prepare("SELECT * FROM system_states ORDER BY id")).map(stateOf)
    : [];
  async function* batches(): AsyncGenerator<readonly Incoming<ItemRecord>[]> {
    const next = source.prepare(
      "SELECT i.*, s.name AS status, s.is_closable FROM items i LEFT JOIN statuses s ON s.id = i.status_id " +
        "WHERE i.id > ? ORDER BY i.id LIMIT ?",
    );
    for (let after = -(2n ** 63n);;) {
      const found = rowsOf(next, after, batchSize).map((item) => idRow.parse(item));
      const last = found.at(-1);
      if (last === undefined) return;
      yield found.map((item) => itemOf(source, item));
      after = BigInt(last.id);
    }
  }
  return { total, batches, states, ...unusedTags(source) };
}

function unusedTags(source: DatabaseSync): Pick<RecordSource, "tags" | "tagNotes"> {
  const sql = "SELECT name AS other FROM tags WHERE id NOT IN (SELECT tag_id FROM item_tags)";
  const values = new LenientValues();
  const tags = values.tags(rowsOf(source.prepare(sql)).map((found) => linkRow.parse(found).other));
  return { tags, tagNotes: values.changes.map((text) => `unused tags: ${text}`) };
}

function itemOf(source: DatabaseSync, item: z.output<typeof idRow>): Incoming<ItemRecord> {
  const { id } = item;
  const values = new LenientValues();
  const others = (sql: string) =>
    rowsOf(source.prepare(sql), BigInt(id)).map((found) => linkRow.parse(found).other);
  const createdAt = values.requiredTime("created_at", item["created_at"]);
  const record = {
    id: sourceId(id),
    uid: shirokumaUid(id, createdAt),
    type: values.type(item["type"]),
    title: values.title(item["title"]),
    description: values.text("description", item["description"]),
    content: values.text("content", item["content"]),
    status: values.status(item["status"], item["is_closable"] === 1),
    priority: values.priority(item["priority"]),
    category: values.optional("category", item["category"]),
    startDate: values.time("start_date", item["start_date"]),
    endDate: values.time("end_date", item["end_date"]),
    version: values.optional("version", item["version"]),
    tags: values.tags(
      others("SELECT name AS other FROM item_tags JOIN tags ON id = tag_id WHERE item_id = ?"),
    ),
    related: values.ids(others(
      "SELECT target_id AS other FROM item_relations WHERE source_id = ?1 UNION " +
        "SELECT source_id FROM item_relations WHERE target_id = ?1",
    )),
    relatedUids: {},
    notebooks: [],
    createdAt,
    updatedAt: values.time("updated_at", item["updated_at"]) ?? createdAt,
  };
  return { record, origin: `item ${id}`, changes: values.changes, remarks: values.remarks, isOurs: false };
}

function stateOf(state: Row): Incoming<StateRecord> {
  const values = new LenientValues();
  const content = values.text("content", state["content"]);
  const context = values.optional("context", state["context"]);
  const record = {
    content,
    summary: values.optional("summary", state["summary"]) ?? summaryOf(content),
    metrics: values.object("metrics", state["metrics"]),
    metadata: {
      ...(context === null ? {} : { context }),
      ...values.object("metadata", state["metadata"]),
    },
    tags: values.tags(state["tags"]),
    related: values.ids(state["relatedItems"]),
    relatedUids: {},
    createdAt: values.requiredTime("created_at", state["created_at"]),
  };
  return {
    record,
    origin: `state ${state["id"]}`,
    changes: values.changes,
    remarks: values.remarks,
    isOurs: false,
  };
}

function unusable(path: string, state: string): AppError {
  return new AppError("database_error", `Cannot import "${path}": ${state}`, {
    hint: "Shirokuma keeps its data in ~/.shirokuma/data/shirokuma.db unless told otherwise",
  });
}
