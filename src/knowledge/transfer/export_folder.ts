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
import type { Statements } from "../database.ts";
import { type ItemRow, itemsAfter } from "../items.ts";
import type { KnowledgeBase } from "../knowledge_base.ts";
import { allStates } from "../states.ts";
import { filesBelow, readText, removeUnfinished, writeFile } from "./files.ts";
import {
  digestOf,
  hashOf,
  itemFileName,
  itemText,
  readItemFile,
  readStateFile,
  stateText,
} from "./item_file.ts";
import type { Progress, StateRecord } from "./record.ts";
import { exportTags } from "./unused_tags.ts";

const batch = 200;

/**
 * Returns how many files were written, unchanged or removed (under earlier names, or of deleted items), how many are of
 * items that are not in the base, and, relative to the folder, those that were overwritten or removed although they
 * held edits that were not imported.
 */
export async function exportFolder(base: KnowledgeBase, folder: string, progress: Progress) {
  await Deno.mkdir(folder, { recursive: true });
  await removeUnfinished(folder);
  const files = await itemFiles(folder);
  const filesOf = Map.groupBy(files, ({ uid }) => uid);
  const uidAt = new Map(files.map(({ path, uid }) => [path, uid]));
  const total = await base.read((db) => db.number("SELECT count(*) FROM items") ?? 0);
  const counts = { written: 0, unchanged: 0, removed: 0, unknown: 0 };
  const edited: string[] = [];
  for (let after = 0, done = 0;;) {
    const items = await base.read((db) => itemsAfter(db, after, batch));
    const last = items.at(-1);
    if (last === undefined) break;
    for (const item of items) {
      const path = await pathOf(base, item, { folder, uidAt });
      const result = await exportItem(base, item, { path, files: filesOf.get(item.uid) ?? [] });
      counts[result.isWritten ? "written" : "unchanged"] += 1;
      counts.removed += result.removed;
      edited.push(...result.edited.map((file) => relative(folder, file)));
      filesOf.delete(item.uid);
    }
    after = last.id;
    progress(done += items.length, total);
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

/** Where an item's file goes. Another base may have an item of the same type, number and title there. */
async function pathOf(
  base: KnowledgeBase,
  item: ItemRow,
  { folder, uidAt }: { readonly folder: string; readonly uidAt: ReadonlyMap<string, string> },
): Promise<string> {
  const usual = join(folder, item.type, itemFileName(item));
  const held = uidAt.get(usual);
  if (held === undefined || held === item.uid || await base.read((db) => isKnown(db, held))) return usual;
  return join(folder, item.type, itemFileName({ ...item, suffix: hashOf(item.uid).slice(0, 8) }));
}

/**
 * Writes the file of an item, and removes those that it had under other names.
 *
 * @param files All files that hold the item.
 */
async function exportItem(
  base: KnowledgeBase,
  item: ItemRow,
  { path, files }: { readonly path: string; readonly files: readonly ItemFile[] },
) {
  const text = itemText(item);
  const before = (await readText(path))?.text;
  const isWritten = before !== text;
  if (isWritten) await writeFile(path, text);
  const edited = isWritten && before !== undefined && await isEdited(base, before, item) ? [path] : [];
  let removed = 0;
  for (const other of files.filter((file) => file.isOurs && file.path !== path)) {
    const held = (await readText(other.path))?.text ?? "";
    // The file of another item may have taken its place since.
    if (readItemFile(held)?.record.uid !== item.uid) continue;
    if (await isEdited(base, held, item)) edited.push(other.path);
    await Deno.remove(other.path);
    removed += 1;
  }
  return { isWritten, removed, edited };
}

/** Whether a file holds edits that are neither in the database nor were imported. */
async function isEdited(base: KnowledgeBase, text: string, item: ItemRow): Promise<boolean> {
  const held = readItemFile(text);
  if (held?.record.uid !== item.uid) return true;
  const digest = digestOf(held.record);
  if (
    held.exported === digest || digestOf({ ...held.record, updatedAt: item.updatedAt }) === digestOf(item)
  ) {
    return false;
  }
  const sql = "SELECT 1 FROM imported_edits WHERE uid = ? AND digest = ?";
  return await base.read((db) => db.number(sql, item.uid, digest)) === undefined;
}

export const stateFolder = join(".system", "current_state");

/** Returns how many there are. A state has the number that its file has already, or its own, or a free one. */
async function exportStates(base: KnowledgeBase, folder: string): Promise<number> {
  const states = await base.read(allStates);
  const current = states.at(-1);
  if (current === undefined) return 0;
  const home = join(folder, stateFolder);
  await Deno.mkdir(home, { recursive: true });
  const { numbers, latest } = await stateFiles(home);
  const taken = new Set(numbers.values());
  let last = Math.max(...taken, ...states.map(({ id }) => id));
  for (const state of states) {
    const id = numbers.get(keyOf(state)) ?? (taken.has(state.id) ? last += 1 : state.id);
    taken.add(id);
    const text = stateText(state, { id, active: state === current });
    await writeIfOther(join(home, `${id}.md`), text);
    if (state === current && latest <= state.createdAt) await writeIfOther(join(home, "latest.md"), text);
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

/** Whether an item of this name was here and was deleted. */
export function isDeleted(db: Statements, uid: string): boolean {
  return db.number("SELECT 1 FROM deleted_items WHERE uid = ?", uid) !== undefined;
}

/** Whether an item of this name is here, or was. */
function isKnown(db: Statements, uid: string): boolean {
  return isDeleted(db, uid) ||
    db.number("SELECT id FROM items WHERE uid = ?", uid) !== undefined;
}
