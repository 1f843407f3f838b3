/** Reads a folder of Markdown files, ours or Shirokuma's, into the base. */

import { join, relative } from "node:path";
import type { KnowledgeBase } from "../knowledge_base.ts";
import { stateFolder } from "./export_folder.ts";
import { markdownFiles, readText } from "./files.ts";
import { importRecords } from "./import_records.ts";
import { readItemFile, readStateFile } from "./item_file.ts";
import type { Incoming, ItemRecord, Progress, StateRecord } from "./record.ts";

export async function importFolder(base: KnowledgeBase, folder: string, progress: Progress) {
  const items: Incoming<ItemRecord>[] = [];
  const states: Incoming<StateRecord>[] = [];
  const notes: string[] = [];
  let leftOut = 0;
  for (const path of await markdownFiles(folder)) {
    const origin = relative(folder, path);
    const { text, isUtf8 } = await readText(path);
    const isState = origin.startsWith(join(stateFolder, "/"));
    const item = isState ? undefined : readItemFile(text);
    const state = isState ? readStateFile(text) : undefined;
    if (!isUtf8) notes.push(`${origin}: it is not UTF-8: what could not be read became �`);
    if (item !== undefined && "record" in item) items.push({ ...item, origin });
    else if (state !== undefined && "record" in state) states.push({ ...state, origin });
    else {
      const unreadable = item ?? state;
      if (unreadable !== undefined) leftOut += 1;
      // Other files, such as a README, may be in the folder.
      const how = unreadable === undefined
        ? "skipped, it has no front matter"
        : `left out, ${unreadable.fault}`;
      notes.push(`${origin}: ${how}`);
    }
  }
  return await importRecords(base, { items, states, leftOut, notes }, progress);
}
