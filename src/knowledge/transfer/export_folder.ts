/**
 * Writes the whole base as Markdown files: `<type>/<id>-<title>.md`, states in `.system/current_state/`; and tags that
 * none of them has.
 *
 * Doing it again writes only what has changed. Our own file of an item that has a new title or type, or that was
 * deleted here, is removed; all other files are left, and counted where they are named as ours are.
 */

import { basename, join, relative } from "node:path";
import type { KnowledgeBase } from "../knowledge_base.ts";
import { markdownFiles, readIfThere, removeUnfinished, writeFile } from "./files.ts";
import { contentOf, digestOf, markOf, meaningOf } from "./mark.ts";
import { itemFileName, itemText, markIn, ownUid, readItem } from "./item_document.ts";
import { exportStates } from "./export_states.ts";
import { countItems, isDeleted, isKnown, isTaken, readRecords, type StoredRecord } from "./read_records.ts";
import type { Progress } from "./record.ts";
import { exportTags } from "./unused_tags.ts";

export interface ExportSummary {
  readonly written: number;
  readonly unchanged: number;
  /** Files under earlier names, and of items that were deleted. */
  readonly removed: number;
  /** Files of items that are not in the base. */
  readonly strangers: number;
  readonly states: number;
  /** Files that were written over or removed although they held edits, not imported; relative to the folder. */
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
  const present = await filesById(folder);
  const total = await base.read(countItems);
  const counts = { written: 0, unchanged: 0, removed: 0 };
  const edited: string[] = [];
  for (let after = 0, done = 0;;) {
    const records = await base.read((db) => readRecords(db, after, batch));
    const last = records.at(-1);
    if (last === undefined) break;
    for (const record of records) {
      const path = await pathOf(base, folder, record);
      const outcome = await writeItem(base, { path, record });
      counts[outcome === "unchanged" ? outcome : "written"] += 1;
      const others = await removeOthers(base, present.get(record.id) ?? [], { path, record });
      counts.removed += others.removed.length;
      const lost = [...(outcome === "edited" ? [path] : []), ...others.edited];
      edited.push(...lost.map((file) => relative(folder, file)));
      present.delete(record.id);
    }
    after = last.id;
    done += records.length;
    progress(done, total);
  }
  edited.push(...await exportTags(base, folder));
  const left = [...present.values()].flat();
  const deleted = await removeDeleted(base, left);
  return {
    ...counts,
    removed: counts.removed + deleted,
    strangers: left.length - deleted,
    states: await exportStates(base, folder),
    edited,
  };
}

/** Where an item's file goes. Another base may have an item of the same type, number and title there. */
async function pathOf(base: KnowledgeBase, folder: string, record: StoredRecord): Promise<string> {
  const usual = join(folder, record.type, itemFileName(record));
  const held = readItem(await readIfThere(usual) ?? "")?.uid;
  if (held === undefined || held === record.uid || await base.read((db) => isKnown(db, held))) return usual;
  return join(
    folder,
    record.type,
    itemFileName({ ...record, suffix: (await digestOf(record.uid)).slice(0, 8) }),
  );
}

async function writeItem(
  base: KnowledgeBase,
  { path, record }: { readonly path: string; readonly record: StoredRecord },
): Promise<"unchanged" | "written" | "edited"> {
  const [before, text] = [await readIfThere(path), itemText(record, await markOf(record))];
  if (before === text) return "unchanged";
  await writeFile(path, text);
  return before !== undefined && await isEdited(base, { text: before, record }) ? "edited" : "written";
}

interface Held {
  /** What is in the file of an item. */
  readonly text: string;
  readonly record: StoredRecord;
}

/** Whether a file says what the base does not, and somebody wrote so whom no import has heard. */
async function isEdited(base: KnowledgeBase, { text, record }: Held): Promise<boolean> {
  const held = readItem(text);
  const { uid, updatedAt } = record;
  if (held === undefined || held.uid !== uid) return true;
  const mark = markIn(text);
  // Without a mark only a file that an import would take is known to be edited: it is as new as the item.
  if (mark === undefined) return held.updatedAt >= updatedAt && contentOf(held) !== contentOf(record);
  const itsOwn = await markOf(held);
  return mark !== itsOwn && meaningOf({ ...held, updatedAt }) !== meaningOf(record) &&
    !await base.read((db) => isTaken(db, uid, itsOwn));
}

/** Files that are named as ours are, by the id in their name. */
async function filesById(folder: string): Promise<Map<number, string[]>> {
  const files = (await markdownFiles(folder)).flatMap((path) => {
    const id = /^(\d+)-/.exec(basename(path))?.[1];
    return id === undefined ? [] : [{ id: Number(id), path }];
  });
  return new Map(
    [...Map.groupBy(files, ({ id }) => id)].map(([id, same]) => [id, same.map(({ path }) => path)]),
  );
}

/** Removes the files that an item had under other names; gives them, and those among them that held edits. */
async function removeOthers(
  base: KnowledgeBase,
  paths: readonly string[],
  { path, record }: { readonly path: string; readonly record: StoredRecord },
): Promise<{ readonly removed: readonly string[]; readonly edited: readonly string[] }> {
  const [removed, edited]: [string[], string[]] = [[], []];
  for (const other of paths.filter((candidate) => candidate !== path)) {
    const text = await readIfThere(other) ?? "";
    if (ownUid(text) !== record.uid) continue;
    if (await isEdited(base, { text, record })) edited.push(other);
    await Deno.remove(other);
    removed.push(other);
  }
  return { removed, edited };
}

/** Removes the files of items that were deleted here: an import would bring them back. */
async function removeDeleted(base: KnowledgeBase, paths: readonly string[]): Promise<number> {
  let removed = 0;
  for (const path of paths) {
    const uid = ownUid(await readIfThere(path) ?? "");
    if (uid === undefined || !await base.read((db) => isDeleted(db, uid))) continue;
    await Deno.remove(path);
    removed += 1;
  }
  return removed;
}
