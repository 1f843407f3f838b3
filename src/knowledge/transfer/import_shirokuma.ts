/** Reads the SQLite file of Shirokuma 0.8 (Prisma) or 0.9 (TypeORM) into the base. The file is only read. */

import type { DatabaseSync, SQLOutputValue, StatementSync } from "node:sqlite";
import { AppError } from "../../base/errors.ts";
import { stateOfFile } from "../database_error.ts";
import type { KnowledgeBase } from "../knowledge_base.ts";
import { importRecords, type RecordSource } from "./import_records.ts";
import { itemRecord, stateRecord } from "./item_file.ts";
import { LenientValues } from "./lenient_values.ts";
import type { Incoming, Progress } from "./record.ts";

export async function importShirokuma(base: KnowledgeBase, path: string, progress: Progress) {
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
function rowsOf(statement: StatementSync): Row[] {
  statement.setReadBigInts(true);
  return statement.all().map((found) =>
    Object.fromEntries(Object.entries(found).map(([column, value]) => [column, plain(value)]))
  );
}

function plain(value: SQLOutputValue): unknown {
  if (typeof value !== "bigint") return value;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : String(value);
}

/** Columns that only a database of Shirokuma has. */
const needed = [
  ["items", "status_id"],
  ["statuses", "is_closable"],
  ["tags", "name"],
  ["item_tags", "tag_id"],
  ["item_relations", "source_id"],
] as const;

function hasColumn(source: DatabaseSync, [table, column]: readonly [string, string]): boolean {
  const sql =
    "SELECT 1 FROM sqlite_schema t, pragma_table_info(t.name) c WHERE t.type = 'table' AND t.name = ? " +
    "AND c.name = ?";
  return source.prepare(sql).get(table, column) !== undefined;
}

/** The columns that are named otherwise than the fields of a file. */
const itemsSql =
  "SELECT i.*, s.name AS status, s.is_closable, start_date AS startDate, end_date AS endDate, " +
  "created_at AS created, updated_at AS updated, " +
  "(SELECT json_group_array(name) FROM item_tags JOIN tags t ON t.id = tag_id WHERE item_id = i.id) AS tags, " +
  "(SELECT json_group_array(other) FROM (SELECT target_id AS other FROM item_relations WHERE source_id = i.id " +
  "UNION SELECT source_id FROM item_relations WHERE target_id = i.id)) AS related " +
  "FROM items i LEFT JOIN statuses s ON s.id = i.status_id ORDER BY i.id";
const statesSql = "SELECT * FROM system_states ORDER BY id";
const unusedTagsSql = "SELECT name FROM tags WHERE id NOT IN (SELECT tag_id FROM item_tags)";

function sourceOf(source: DatabaseSync, path: string): RecordSource {
  for (const [table, column] of needed) {
    if (hasColumn(source, [table, column])) continue;
    throw unusable(path, `it has no column "${column}" in a table "${table}", so it is not Shirokuma's`);
  }
  const states = hasColumn(source, ["system_states", "id"]) ? rowsOf(source.prepare(statesSql)) : [];
  const unused = new LenientValues();
  const tags = unused.tags(rowsOf(source.prepare(unusedTagsSql)).map(({ name }) => name));
  return {
    items: rowsOf(source.prepare(itemsSql)).flatMap((row) => incoming("item", row, itemRecord)),
    states: states.flatMap((row) => incoming("state", row, stateRecord)),
    tags,
    leftOut: 0,
    notes: unused.notes.map((note) => `unused tags: ${note}`),
  };
}

/** @param read Takes fields by the names that they have in files. */
function incoming<T>(
  what: "item" | "state",
  row: Row,
  read: (fields: Row, values: LenientValues) => T | undefined,
): Incoming<T>[] {
  const values = new LenientValues();
  const { created_at: created, updated_at, start_date: startDate, end_date: endDate, ...rest } = row;
  // Shirokuma changes the time of a state also when another becomes the current one.
  const updated = what === "state" ? created : updated_at;
  const record = read({ ...rest, created, updated, startDate, endDate }, values);
  const origin = `${what} ${row["id"]}`;
  return record === undefined ? [] : [{ record, origin, notes: values.notes, isOurs: false, writtenAt: 0 }];
}

function unusable(path: string, state: string): AppError {
  return new AppError("database_error", `Cannot import "${path}": ${state}`, {
    hint: "Shirokuma keeps its data in ~/.shirokuma/data/shirokuma.db unless told otherwise",
  });
}
