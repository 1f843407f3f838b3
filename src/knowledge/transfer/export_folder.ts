/**
 * Writes the whole database as Markdown files: `<type>/<id>-<title>.md`, states in `.system/current_state/`.
 *
 * A repeated export writes only what has changed. Our own file of an item that has a new title or type, or that was
 * deleted here, is removed; all other files are left, and counted if they hold items of other bases.
 *
 * Each file of an item holds a digest of what it says. If it no longer fits the rest, the file was edited since,
 * whatever its times are; another spelling of the same YAML is not an edit.
 */

import { basename, join, relative } from "node:path";
import { type ItemRow, itemsAfter } from "../items.ts";
import type { KnowledgeBase } from "../knowledge_base.ts";
import { allStates } from "../states.ts";
import { markdownFiles, readText, writeFile } from "./files.ts";
import { digestOf, hashOf, itemFileName, itemText, readItemFile, stateText } from "./item_file.ts";
import type { Progress } from "./record.ts";

const batch = 200;

/**
 * Returns how many files were written, unchanged or removed (under earlier names, or of deleted items), how many are of
 * items that are not in the base, and, relative to the folder, those that were overwritten or removed although they
 * held edits that the item here does not have.
 */
export async function exportFolder(base: KnowledgeBase, folder: string, progress: Progress) {
  await Deno.mkdir(folder, { recursive: true });
  const files = await filesIn(folder);
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
      const path = pathOf(item, folder, files);
      const text = itemText(item);
      const isWritten = files.get(path)?.hash !== hashOf(text);
      if (isWritten) await writeFile(path, text);
      counts[isWritten ? "written" : "unchanged"] += 1;
      const old = (pathsOf.get(item.uid) ?? []).filter((other) => other !== path && files.get(other)?.isOurs);
      for (const other of old) await Deno.remove(other);
      counts.removed += old.length;
      const lost = isWritten ? [path, ...old] : old;
      const digest = digestOf(item);
      edited.push(...lost.filter((one) => ![undefined, digest].includes(files.get(one)?.edited)));
      pathsOf.delete(item.uid);
    }
    after = last.id;
    progress(done += items.length, total);
  }
  for (const [uid = "", paths] of pathsOf) {
    // An import would bring back an item that was deleted here.
    const sql = "SELECT 1 FROM deleted_items WHERE uid = ?";
    const isGone = await base.read((db) => db.number(sql, uid)) !== undefined;
    for (const path of paths) {
      const isRemoved = isGone && files.get(path)?.isOurs;
      counts[isRemoved ? "removed" : "unknown"] += 1;
      if (isRemoved) await Deno.remove(path);
    }
  }
  const states = await exportStates(base, folder, files);
  return { ...counts, states, edited: edited.map((path) => relative(folder, path)) };
}

type Files = ReadonlyMap<string, FoundFile>;

/** A file that is named as ours are, as the export found it. */
interface FoundFile {
  readonly hash: string;
  /** Whose it is; undefined if it holds no item. */
  readonly uid?: string;
  /** Whether we wrote it. */
  readonly isOurs?: boolean;
  /** The digest of what it says now; undefined if it still says what we wrote. */
  readonly edited: string | undefined;
}

async function filesIn(folder: string): Promise<Files> {
  const files = new Map<string, FoundFile>();
  for (const path of await markdownFiles(folder)) {
    const isState = relative(folder, path).startsWith(stateFolder);
    if (!isState && !/^\d+-/.test(basename(path))) continue;
    const { text } = await readText(path);
    const hash = hashOf(text);
    const found = isState ? undefined : readItemFile(text);
    if (found === undefined || "fault" in found) {
      files.set(path, { hash, edited: "" });
      continue;
    }
    const { record, exported } = found;
    const digest = digestOf(record);
    const edited = digest === exported ? undefined : digest;
    files.set(path, { hash, uid: record.uid, isOurs: exported !== undefined, edited });
  }
  return files;
}

/** Where an item's file goes. Another base may have an item of the same type, number and title there. */
function pathOf(item: ItemRow, folder: string, files: Files): string {
  const usual = join(folder, item.type, itemFileName(item));
  const { uid = item.uid } = files.get(usual) ?? {};
  if (uid === item.uid) return usual;
  return join(folder, item.type, itemFileName(item, `_${hashOf(item.uid).slice(0, 8)}`));
}

export const stateFolder = join(".system", "current_state");

/** Returns how many there are. The name of a state's file is the same whatever number the state has in a base. */
async function exportStates(base: KnowledgeBase, folder: string, files: Files): Promise<number> {
  const states = await base.read(allStates);
  const statesFolder = join(folder, stateFolder);
  for (const [at, state] of states.entries()) {
    const isActive = at === states.length - 1;
    const time = new Date(state.createdAt).toISOString().replaceAll(":", "-");
    const text = stateText(state, { active: isActive });
    const names = [`${time}-${hashOf(state.content).slice(0, 8)}.md`, ...(isActive ? ["latest.md"] : [])];
    for (const path of names.map((name) => join(statesFolder, name))) {
      if (files.get(path)?.hash !== hashOf(text)) await writeFile(path, text);
    }
  }
  return states.length;
}
