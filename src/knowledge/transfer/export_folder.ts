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
  const pathsOf = Map.groupBy(files.keys(), (path) => files.get(path)?.uid);
  pathsOf.delete(undefined);
  const total = await base.read((db) => db.number("SELECT count(*) FROM items") ?? 0);
  const counts = { written: 0, unchanged: 0, removed: 0, unknown: 0 };
  const edited: string[] = [];
  for (let after = 0, done = 0;;) {
    const items = await base.read((db) => itemsAfter(db, after, batch));
    const last = items.at(-1);
    if (last === undefined) break;
    for (const item of items) {
      const path = await pathOf(base, item, { folder, files });
      const text = itemText(item);
      const isWritten = files.get(path)?.hash !== hashOf(text);
      if (isWritten) await writeFile(path, text);
      counts[isWritten ? "written" : "unchanged"] += 1;
      const old = (pathsOf.get(item.uid) ?? []).filter((other) => other !== path && files.get(other)?.isOurs);
      for (const other of old) await Deno.remove(other);
      counts.removed += old.length;
      for (const lost of isWritten ? [path, ...old] : old) {
        if (await isEdited(base, files.get(lost), item)) edited.push(relative(folder, lost));
      }
      pathsOf.delete(item.uid);
    }
    after = last.id;
    progress(done += items.length, total);
  }
  edited.push(...await exportTags(base, folder));
  for (const [uid = "", paths] of pathsOf) {
    // An import would bring back an item that was deleted here.
    const isGone = await base.read((db) => isDeleted(db, uid));
    for (const path of paths) {
      const isRemoved = isGone && files.get(path)?.isOurs;
      counts[isRemoved ? "removed" : "unknown"] += 1;
      if (isRemoved) await Deno.remove(path);
    }
  }
  return { ...counts, states: await exportStates(base, folder), edited };
}

/** A file that is named as ours are, as the export found it. */
interface ItemFile {
  readonly hash: string;
  /** Whose it is; undefined if it holds no item. */
  readonly uid?: string;
  /** Whether we wrote it, and whether it is still as we did. */
  readonly isOurs?: boolean;
  readonly isIntact?: boolean;
  /** The digest of what it says, and the same apart from the time of the last change. */
  readonly digest?: string;
  readonly timeless?: string;
}

async function itemFiles(folder: string): Promise<ReadonlyMap<string, ItemFile>> {
  const files = new Map<string, ItemFile>();
  for (const path of await filesBelow(folder, ".md")) {
    if (!/^\d+-/.test(basename(path))) continue;
    const text = (await readText(path))?.text ?? "";
    const found = readItemFile(text);
    files.set(path, {
      hash: hashOf(text),
      ...(found === undefined ? {} : {
        uid: found.record.uid,
        isOurs: found.isOurs,
        isIntact: found.exported === digestOf(found.record),
        digest: digestOf(found.record),
        timeless: digestOf({ ...found.record, updatedAt: 0 }),
      }),
    });
  }
  return files;
}

/** Where an item's file goes. Another base may have an item of the same type, number and title there. */
async function pathOf(
  base: KnowledgeBase,
  item: ItemRow,
  { folder, files }: { readonly folder: string; readonly files: ReadonlyMap<string, ItemFile> },
): Promise<string> {
  const usual = join(folder, item.type, itemFileName(item));
  const held = files.get(usual)?.uid;
  const isFree = held === undefined || held === item.uid ||
    await base.read((db) =>
      isDeleted(db, held) || db.number("SELECT id FROM items WHERE uid = ?", held) !== undefined
    );
  if (isFree) return usual;
  return join(folder, item.type, itemFileName({ ...item, suffix: hashOf(item.uid).slice(0, 8) }));
}

/** Whether a file that was an item's held edits that are neither in the database nor were imported. */
async function isEdited(base: KnowledgeBase, file: ItemFile | undefined, item: ItemRow): Promise<boolean> {
  if (file === undefined) return false;
  if (file.uid !== item.uid || file.digest === undefined) return true;
  if (file.isIntact || file.timeless === digestOf({ ...item, updatedAt: 0 })) return false;
  const sql = "SELECT 1 FROM imported_edits WHERE uid = ? AND digest = ?";
  const { digest } = file;
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
