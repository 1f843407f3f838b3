/** Reads the SQLite file of Shirokuma 0.8 (Prisma) or 0.9 (TypeORM) into the base. The file is only read. */

import type { DatabaseSync } from "node:sqlite";
import { AppError } from "../../base/errors.ts";
import { stateOfFile } from "../database_error.ts";
import type { KnowledgeBase } from "../knowledge_base.ts";
import { importRecords, type RecordSource } from "./import_records.ts";
import { itemRecord, stateRecord } from "./item_file.ts";
import { LenientFields } from "./lenient_fields.ts";
import type { Incoming, Progress } from "./record.ts";

export async function importShirokuma(base: KnowledgeBase, path: string, progress: Progress) {
  return await importRecords(base, await sourceIn(path), progress);
}

async function sourceIn(path: string): Promise<RecordSource> {
  const { DatabaseSync } = await import("node:sqlite");
  let source: DatabaseSync | undefined;
  try {
    // SQLite says of a missing file only that it cannot open it.
    const { isFile } = await Deno.stat(path);
    if (!isFile) throw unusable(path, "it is not a file; folders are read by jupyter-mcp knowledge import");
    source = new DatabaseSync(path, { readOnly: true });
    const hasStates = source.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'system_states'").get();
    return {
      items: incoming("item", source.prepare(itemsSql).all(), itemRecord),
      states: incoming("state", hasStates ? source.prepare(statesSql).all() : [], stateRecord),
      leftOut: 0,
      notes: [],
    };
  } catch (error) {
    if (error instanceof AppError) throw error;
    const isOther = error instanceof Error && /^no such (table|column)/.test(error.message);
    const state = error instanceof Deno.errors.NotFound
      ? "there is no such file"
      : isOther
      ? "it is not a database of Shirokuma"
      : stateOfFile(error);
    throw state === undefined ? error : unusable(path, state);
  } finally {
    if (source?.isOpen) source.close();
  }
}

/** The columns by the names that they have in files. */
const itemsSql =
  "SELECT i.*, s.name AS status, s.is_closable, start_date AS startDate, end_date AS endDate, " +
  "created_at AS created, updated_at AS updated, " +
  "(SELECT json_group_array(name) FROM item_tags JOIN tags t ON t.id = tag_id WHERE item_id = i.id) AS tags, " +
  "(SELECT json_group_array(other) FROM (SELECT target_id AS other FROM item_relations WHERE source_id = i.id " +
  "UNION SELECT source_id FROM item_relations WHERE target_id = i.id)) AS related " +
  "FROM items i LEFT JOIN statuses s ON s.id = i.status_id ORDER BY i.id";
const statesSql = "SELECT *, created_at AS created FROM system_states ORDER BY id";

function incoming<T>(
  what: "item" | "state",
  rows: readonly Readonly<Record<string, unknown>>[],
  read: (fields: LenientFields) => T | undefined,
): Incoming<T>[] {
  return rows.flatMap((row) => {
    const fields = new LenientFields(row);
    const record = read(fields);
    return record === undefined ? [] : [{ record, origin: `${what} ${row["id"]}`, notes: fields.notes }];
  });
}

function unusable(path: string, state: string): AppError {
  return new AppError("database_error", `Cannot import "${path}": ${state}`, {
    hint: "Shirokuma keeps its data in ~/.shirokuma/data/shirokuma.db unless told otherwise",
  });
}
