/**
 * Writes the whole database as Markdown files: `<type>/<id>-<title>.md`, states in `.system/current_state/`, and the
 * tags that none of them has.
 *
 * A repeated export writes only what has changed. Our own file of an item that has a new title or type, or that was
 * deleted here, is removed; all other files are left, and counted if they hold items of other bases.
 *
 * Each file of an item holds a digest of what it says. If it no longer fits the rest, the file was edited since,
 * whatever its times are; another spelling of the same YAML is not an edit.
 */

import { basename, join, relative } from "node:path";
import { z } from "zod";
import { jsonColumn, type Statements } from "../database.ts";
import { type ItemRow, itemsAfter } from "../items.ts";
import type { KnowledgeBase } from "../knowledge_base.ts";
import { allStates } from "../states.ts";
import { filesBelow, readText, removeUnfinished, writeFile } from "./files.ts";
import {
  digestOf,
  hashOf,
  itemFileName,
  itemText,
  meaningOf,
  readItemFile,
  readStateFile,
  stateText,
} from "./item_file.ts";
import type { Progress, StateRecord } from "./record.ts";
import { exportTags } from "./unused_tags.ts";

export interface ExportSummary {
  readonly written: number;
  readonly unchanged: number;
  /** Files under earlier names, and of items that were deleted. */
  readonly removed: number;
  /** Files of items that are not in the base. */
  readonly unknown: number;
  readonly states: number;
  /** Files that were overwritten or removed although they held edits that were not imported; relative to the folder. */
  readonly edited: readonly string[];
}

const batch = 200;

export async function exportFolder(
  base: KnowledgeBase,
  folder: string,
  progress: Progress,
): Promise<ExportSummary> {
  await Deno.mkdir(folder, { recursive: true });
  await removeUnfinished(folder);
  const files = await itemFiles(folder);
  const uidAt = new Map(files.map(({ path, uid }) => [path, uid]));
  const filesOf = Map.groupBy(files, ({ uid }) => uid);
  const total = await base.read((db) => db.number("SELECT count(*) FROM items") ?? 0);
  const counts = { written: 0, unchanged: 0, removed: 0, unknown: 0 };
  const edited: string[] = [];
  for (let after = 0, done = 0;;) {
    const records = await base.read((db) => readRecords(db, after, batch));
    const last = records.at(-1);
    if (last === undefined) break;
    for (const record of records) {
      const path = await pathOf(base, { folder, record, uidAt });
      const result = await exportItem(base, { path, record, files: filesOf.get(record.uid) ?? [] });
      counts[result.isWritten ? "written" : "unchanged"] += 1;
      counts.removed += result.removed;
      edited.push(...result.edited.map((file) => relative(folder, file)));
      filesOf.delete(record.uid);
    }
    after = last.id;
    done += records.length;
    progress(done, total);
  }
  edited.push(...await exportTags(base, folder));
  for (const { path, uid, isOurs } of [...filesOf.values()].flat()) {
    // An import would bring back an item that was deleted here.
    const isGone = isOurs && await base.read((db) => isDeleted(db, uid));
    counts[isGone ? "removed" : "unknown"] += 1;
    if (isGone) await Deno.remove(path);
  }
  return { ...counts, states: await exportStates(base, folder), edited };
}

interface ItemFile {
  readonly path: string;
  readonly uid: string;
  /** Whether we wrote it. */
  readonly isOurs: boolean;
}

/** The files that are named as ours are and hold items. */
async function itemFiles(folder: string): Promise<ItemFile[]> {
  const files: ItemFile[] = [];
  for (const path of await filesBelow(folder, ".md")) {
    if (!/^\d+-/.test(basename(path))) continue;
    const found = readItemFile((await readText(path))?.text ?? "");
    if (found !== undefined) files.push({ path, uid: found.record.uid, isOurs: found.isOurs });
  }
  return files;
}

interface Place {
  readonly folder: string;
  readonly record: StoredRecord;
  readonly uidAt: ReadonlyMap<string, string>;
}

/** Where an item's file goes. Another base may have an item of the same type, number and title there. */
async function pathOf(base: KnowledgeBase, { folder, record, uidAt }: Place): Promise<string> {
  const { type, uid } = record;
  const usual = join(folder, type, itemFileName(record));
  const held = uidAt.get(usual);
  if (held === undefined || held === uid || await base.read((db) => isKnown(db, held))) return usual;
  return join(folder, type, itemFileName({ ...record, suffix: hashOf(uid).slice(0, 8) }));
}

interface Target {
  readonly path: string;
  readonly record: StoredRecord;
  /** All files that hold the item. */
  readonly files: readonly ItemFile[];
}

/** Writes the file of an item, and removes those that it had under other names. */
async function exportItem(base: KnowledgeBase, { path, record, files }: Target) {
  const text = itemText(record);
  const before = (await readText(path))?.text;
  const isWritten = before !== text;
  if (isWritten) await writeFile(path, text);
  const edited = isWritten && before !== undefined && await isEdited(base, before, record) ? [path] : [];
  let removed = 0;
  for (const other of files.filter((file) => file.isOurs && file.path !== path)) {
    const held = (await readText(other.path))?.text ?? "";
    // The file of another item may have taken its place since.
    if (readItemFile(held)?.record.uid !== record.uid) continue;
    if (await isEdited(base, held, record)) edited.push(other.path);
    await Deno.remove(other.path);
    removed += 1;
  }
  return { isWritten, removed, edited };
}

/** Whether a file holds edits that are neither in the database nor were imported. */
async function isEdited(base: KnowledgeBase, text: string, record: StoredRecord): Promise<boolean> {
  const held = readItemFile(text);
  const { uid, updatedAt } = record;
  if (held === undefined || held.record.uid !== uid) return true;
  const digest = digestOf(held.record);
  return held.exported !== digest && meaningOf({ ...held.record, updatedAt }) !== meaningOf(record) &&
    !await base.read((db) => isImportedEdit(db, uid, digest));
}

export const stateFolder = join(".system", "current_state");

/** Returns how many there are. A state has the number that its file has already, or its own, or a free one. */
async function exportStates(base: KnowledgeBase, folder: string): Promise<number> {
  const states = await base.read(readStateRecords);
  const current = states.at(-1);
  if (current === undefined) return 0;
  const home = join(folder, stateFolder);
  await Deno.mkdir(home, { recursive: true });
  const { numbers, latest } = await stateFiles(home);
  const taken = new Set(numbers.values());
  let last = Math.max(...taken, ...states.map(({ id }) => id));
  for (const { id: own, state } of states) {
    const id = numbers.get(keyOf(state)) ?? (taken.has(own) ? last += 1 : own);
    taken.add(id);
    const text = stateText(state, { id, active: state === current.state });
    await writeIfOther(join(home, `${id}.md`), text);
    if (state === current.state && latest <= state.createdAt) {
      await writeIfOther(join(home, "latest.md"), text);
    }
  }
  return states.length;
}

/** The numbers of the files of states, by what tells a state from all others, and the time of the latest. */
async function stateFiles(home: string) {
  const numbers = new Map<string, number>();
  let latest = -Infinity;
  for (const path of await filesBelow(home, ".md")) {
    const state = readStateFile((await readText(path))?.text ?? "")?.record;
    const number = /^(\d+)\.md$/.exec(basename(path))?.[1];
    if (number !== undefined) numbers.set(state === undefined ? path : keyOf(state), Number(number));
    if (basename(path) === "latest.md" && state !== undefined) latest = state.createdAt;
  }
  return { numbers, latest };
}

function keyOf({ createdAt, content }: StateRecord): string {
  return `${createdAt} ${content}`;
}

async function writeIfOther(path: string, text: string): Promise<void> {
  if ((await readText(path))?.text !== text) await writeFile(path, text);
}

/** A record with the ids of this base. */
export type StoredRecord = ItemRow & { readonly relatedUids: Readonly<Record<string, string>> };

const uidsRow = z.object({ uids: jsonColumn(z.record(z.string(), z.string())) });

/** Whether an item of this name was here and was deleted. */
export function isDeleted(statements: Statements, uid: string): boolean {
  return statements.number("SELECT 1 FROM deleted_items WHERE uid = ?", uid) !== undefined;
}

/** Whether an item of this name is here, or was. */
function isKnown(statements: Statements, uid: string): boolean {
  return isDeleted(statements, uid) ||
    statements.number("SELECT id FROM items WHERE uid = ?", uid) !== undefined;
}

/** Whether an edited file of an item, which has this digest, was imported. */
function isImportedEdit(statements: Statements, uid: string, digest: string): boolean {
  const sql = "SELECT 1 FROM imported_edits WHERE uid = ? AND digest = ?";
  return statements.number(sql, uid, digest) !== undefined;
}

/** The next items after an id, in the order of their ids. */
export function readRecords(statements: Statements, after: number, count: number): StoredRecord[] {
  return itemsAfter(statements, after, count).map((item) => ({
    ...item,
    relatedUids: uidsOf(statements, item.related),
  }));
}

export function readStateRecords(
  statements: Statements,
): { readonly id: number; readonly state: StateRecord }[] {
  return allStates(statements).map(({ id, updatedAt, deleted: _, ...state }) => ({
    id,
    state: { ...state, relatedUids: uidsOf(statements, state.related), createdAt: Date.parse(updatedAt) },
  }));
}

/** The names of items, by their ids. */
function uidsOf(statements: Statements, ids: readonly number[]): Record<string, string> {
  const sql = "SELECT json_group_object(id, uid ORDER BY id) AS uids FROM items " +
    "WHERE id IN (SELECT value FROM json_each(?))";
  return ids.length === 0 ? {} : statements.row(uidsRow, sql, JSON.stringify(ids))?.uids ?? {};
}
