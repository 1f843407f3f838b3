/** Reads a folder of Markdown files, ours or Shirokuma's, into the base. */

import { join, relative } from "node:path";
import type { KnowledgeBase } from "../knowledge_base.ts";
import { stateFolder } from "./export_folder.ts";
import { filesBelow, readText } from "./files.ts";
import { hasFence } from "./front_matter.ts";
import { importRecords } from "./import_records.ts";
import { readItemFile, readStateFile } from "./item_file.ts";
import type { Incoming, ItemRecord, Progress, StateRecord } from "./record.ts";
import { readTags } from "./unused_tags.ts";

export async function importFolder(base: KnowledgeBase, folder: string, progress: Progress) {
  const items: Incoming<ItemRecord>[] = [];
  const states: Incoming<StateRecord>[] = [];
  const notes: string[] = [];
  let leftOut = 0;
  for (const path of await filesBelow(folder, ".md")) {
    const origin = relative(folder, path);
    const { text, isUtf8 } = await readText(path) ?? { text: "", isUtf8: true };
    const faults = isUtf8 ? [] : ["it is not UTF-8: what could not be read became �"];
    const writtenAt = (await Deno.stat(path)).mtime?.getTime() ?? 0;
    const incoming = <T>(read: Pick<Incoming<T>, "record" | "notes" | "isOurs" | "exported">) => ({
      ...read,
      notes: [...faults, ...read.notes],
      origin,
      writtenAt,
    });
    const isState = origin.startsWith(join(stateFolder, "/"));
    const item = isState ? undefined : readItemFile(text);
    const state = isState ? readStateFile(text) : undefined;
    if (item !== undefined) items.push(incoming(item));
    else if (state !== undefined) states.push(incoming(state));
    else {
      // Other files, such as a README, may be in the folder.
      const isMeant = hasFence(text);
      const how = isMeant ? "left out, it holds no item" : "skipped, it is not the file of an item";
      notes.push(`${origin}: ${how}`);
      if (isMeant) leftOut += 1;
    }
  }
  // The ids of states are given anew, in the order of their times.
  states.sort((a, b) => a.record.createdAt - b.record.createdAt);
  const { tags, notes: tagNotes } = await readTags(folder);
  const source = { items, states, tags, leftOut, notes: [...notes, ...tagNotes] };
  return await importRecords(base, source, progress);
}
