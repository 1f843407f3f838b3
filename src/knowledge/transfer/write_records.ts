/**
 * Records into our base. What is there already stays: an item is known by its `uid`, and one that was changed here
 * since is kept. So doing it twice is doing it once. Ids are kept where they are free.
 */

import { z } from "zod";
import type { Statements } from "../database.ts";
import { setNotebooks, setTags } from "../items.ts";
import { rankOf } from "../priorities.ts";
import { relate } from "../relations.ts";
import { indexItem } from "../search/index_item.ts";
import { insertState } from "../states.ts";
import type { ItemRecord, StateRecord } from "./record.ts";

export type Outcome = "created" | "updated" | "unchanged" | "kept";

const knownRow = z.object({
  id: z.number(),
  type: z.string(),
  title: z.string(),
  description: z.string(),
  content: z.string(),
  status: z.string(),
  priority: z.number(),
  category: z.string().nullable(),
  start_date: z.number().nullable(),
  end_date: z.number().nullable(),
  version: z.string().nullable(),
  created_at: z.number(),
  updated_at: z.number(),
  tags: z.string(),
  notebooks: z.string(),
});
const idRow = z.object({ id: z.number() });

const known = `SELECT i.*, content, s.name AS status,
  (SELECT json_group_array(name ORDER BY name) FROM item_tags JOIN tags ON id = tag_id WHERE item_id = i.id) AS tags,
  (SELECT json_group_array(path ORDER BY path) FROM item_notebooks WHERE item_id = i.id) AS notebooks
  FROM items i JOIN contents ON item_id = i.id JOIN statuses s ON s.id = status_id WHERE uid = ?`;

/** Writes an item; gives the id it has here. */
export function writeItem(statements: Statements, record: ItemRecord): { id: number; outcome: Outcome } {
  const present = statements.row(knownRow, known, record.uid);
  if (present === undefined) return { id: insertItem(statements, record), outcome: "created" };
  const { id, updated_at, created_at: _, ...fields } = present;
  if (updated_at > record.updatedAt) return { id, outcome: "kept" };
  if (updated_at === record.updatedAt && JSON.stringify(fields) === JSON.stringify(comparable(record))) {
    return { id, outcome: "unchanged" };
  }
  overwriteItem(statements, id, record);
  return { id, outcome: "updated" };
}

/** In the order of {@linkcode knownRow}. */
function comparable(record: ItemRecord) {
  return {
    type: record.type,
    title: record.title,
    description: record.description,
    content: record.content,
    status: record.status,
    priority: rankOf(record.priority),
    category: record.category,
    start_date: record.startDate,
    end_date: record.endDate,
    version: record.version,
    tags: JSON.stringify(record.tags.toSorted(byBytes)),
    notebooks: JSON.stringify(record.notebooks.toSorted(byBytes)),
  };
}

/** SQLite's own order of texts. */
function byBytes(a: string, b: string): number {
  const [left, right] = [new TextEncoder().encode(a), new TextEncoder().encode(b)];
  const at = left.findIndex((byte, index) => byte !== right[index]);
  return at === -1 ? left.length - right.length : (left[at] ?? 0) - (right[at] ?? -1);
}

function insertItem(statements: Statements, record: ItemRecord): number {
  const taken = record.id < 1 ||
    statements.row(idRow, "SELECT id FROM items WHERE id = ?", record.id) !== undefined;
  const { id } = statements.run(
    "INSERT INTO items (id, uid, type, title, description, status_id, priority, category, start_date, end_date, " +
      "version, created_at, updated_at) " +
      "VALUES (?, ?, ?, ?, ?, (SELECT id FROM statuses WHERE name = ?), ?, ?, ?, ?, ?, ?, ?)",
    taken ? null : record.id,
    record.uid,
    ...columns(record),
    record.createdAt,
    record.updatedAt,
  );
  statements.run("INSERT INTO contents (item_id, content) VALUES (?, ?)", id, record.content);
  statements.run("DELETE FROM deleted_items WHERE uid = ?", record.uid);
  setRest(statements, id, record);
  return id;
}

function overwriteItem(statements: Statements, id: number, record: ItemRecord): void {
  statements.run(
    "UPDATE items SET type = ?, title = ?, description = ?, status_id = (SELECT id FROM statuses WHERE name = ?), " +
      "priority = ?, category = ?, start_date = ?, end_date = ?, version = ?, updated_at = ? WHERE id = ?",
    ...columns(record),
    record.updatedAt,
    id,
  );
  statements.run("UPDATE contents SET content = ? WHERE item_id = ?", record.content, id);
  setRest(statements, id, record);
}

function columns(record: ItemRecord) {
  return [
    record.type,
    record.title,
    record.description,
    record.status,
    rankOf(record.priority),
    record.category,
    record.startDate,
    record.endDate,
    record.version,
  ] as const;
}

function setRest(statements: Statements, id: number, record: ItemRecord): void {
  indexItem(statements, id, record);
  setTags(statements, id, record.tags);
  setNotebooks(statements, id, record.notebooks);
}

/** Links items that exist by now; a link to what was never imported is passed over. */
export function writeRelations(
  statements: Statements,
  record: Pick<ItemRecord, "id" | "related">,
  here: ReadonlyMap<number, number>,
): number {
  const id = here.get(record.id);
  let made = 0;
  for (const other of record.related) {
    const to = here.get(other);
    if (id === undefined || to === undefined || to === id) continue;
    if (relate(statements, id, { to, field: "related" })) made += 1;
  }
  return made;
}

/** Adds a state to the history; false where it is there already. */
export function writeState(
  statements: Statements,
  state: StateRecord,
  here: ReadonlyMap<number, number>,
): boolean {
  const sql = "SELECT id FROM system_states WHERE created_at = ? AND content = ?";
  if (statements.row(idRow, sql, state.createdAt, state.content) !== undefined) return false;
  insertState(statements, { ...state, related: state.related.flatMap((id) => here.get(id) ?? []) });
  return true;
}
