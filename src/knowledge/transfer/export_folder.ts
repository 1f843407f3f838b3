/**
 * Writes the whole base as Markdown files: `<type>/<id>-<title>.md`, states in `.system/current_state/`.
 *
 * Doing it again writes only what has changed. Our own file of an item that has a new title or type, or that was
 * deleted here, is removed; all other files are left, and counted where they are named as ours are.
 */

import { basename, join, relative } from "node:path";
import type { KnowledgeBase } from "../knowledge_base.ts";
import { markdownFiles, readIfThere, removeUnfinished, writeFile } from "./files.ts";
import { itemFileName, itemText, ownUid, readItem } from "./item_document.ts";
import { exportStates } from "./export_states.ts";
import { countItems, isDeleted, readRecords } from "./read_records.ts";
import type { ItemRecord, Progress } from "./record.ts";

export interface ExportSummary {
  readonly written: number;
  readonly unchanged: number;
  /** Files under earlier names, and of items that were deleted. */
  readonly removed: number;
  /** Files of items that are not in the base. */
  readonly strangers: number;
  readonly states: number;
  /** Files that were written over although they held edits that were not imported, relative to the folder. */
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
      const path = join(folder, record.type, itemFileName(record));
      const outcome = await writeItem(path, record);
      counts[outcome === "unchanged" ? outcome : "written"] += 1;
      if (outcome === "edited") edited.push(relative(folder, path));
      counts.removed += await removeOthers(present.get(record.id) ?? [], { path, record });
      present.delete(record.id);
    }
    after = last.id;
    done += records.length;
    progress(done, total);
  }
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

async function writeItem(path: string, record: ItemRecord): Promise<"unchanged" | "written" | "edited"> {
  const [before, text] = [await readIfThere(path), itemText(record)];
  if (before === text) return "unchanged";
  await writeFile(path, text);
  return before !== undefined && isEdited(before, record) ? "edited" : "written";
}

/** Whether a file holds what an import would take: it is as new as the item, but says something else. */
function isEdited(text: string, record: ItemRecord): boolean {
  const held = readItem(text);
  if (held === undefined || held.uid !== record.uid) return true;
  return held.updatedAt >= record.updatedAt && contentOf(held) !== contentOf(record);
}

/** Without numbers and links, which change here without a change of the item. */
function contentOf({ id: _id, related: _related, relatedUids: _uids, tags, notebooks, ...rest }: ItemRecord) {
  const fields = Object.entries(rest).toSorted(([one], [other]) => one < other ? -1 : 1);
  return JSON.stringify([fields, tags.toSorted(), notebooks.toSorted()]);
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

/** Removes the files that an item had under other names. */
async function removeOthers(
  paths: readonly string[],
  { path, record }: { readonly path: string; readonly record: ItemRecord },
): Promise<number> {
  let removed = 0;
  for (const other of paths.filter((candidate) => candidate !== path)) {
    if (ownUid(await readIfThere(other) ?? "") !== record.uid) continue;
    await Deno.remove(other);
    removed += 1;
  }
  return removed;
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
