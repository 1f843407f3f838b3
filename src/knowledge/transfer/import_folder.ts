/** Reads a folder of Markdown files, ours or Shirokuma's, into the base. */

import { relative, sep } from "node:path";
import type { KnowledgeBase } from "../knowledge_base.ts";
import { stateFolder } from "./export_folder.ts";
import { markdownFiles } from "./files.ts";
import { importRecords, type ImportSummary } from "./import_records.ts";
import { readItem, readState } from "./item_document.ts";
import type { ItemRecord, Progress, StateRecord } from "./record.ts";

export interface FolderImport extends ImportSummary {
  /** Files without an item in them. */
  readonly skipped: readonly string[];
}

const batch = 200;

export async function importFolder(
  base: KnowledgeBase,
  folder: string,
  progress: Progress,
): Promise<FolderImport> {
  const paths = await markdownFiles(folder);
  const isState = (path: string) => relative(folder, path).startsWith(`${stateFolder}${sep}`);
  const [statePaths, itemPaths] = [paths.filter(isState), paths.filter((path) => !isState(path))];
  const skipped: string[] = [];
  async function* batches(): AsyncGenerator<readonly ItemRecord[]> {
    for (let from = 0; from < itemPaths.length; from += batch) {
      const records: ItemRecord[] = [];
      for (const path of itemPaths.slice(from, from + batch)) {
        const record = readItem(await Deno.readTextFile(path));
        if (record === undefined) skipped.push(relative(folder, path));
        else records.push(record);
      }
      yield records;
    }
  }
  const states: StateRecord[] = [];
  for (const path of statePaths) {
    const state = readState(await Deno.readTextFile(path));
    if (state === undefined) skipped.push(relative(folder, path));
    else states.push(state);
  }
  // The ids of states are given anew, in the order of their times.
  const inOrder = states.toSorted((a, b) => a.createdAt - b.createdAt);
  const summary = await importRecords(base, { total: itemPaths.length, batches, states: inOrder }, progress);
  return { ...summary, skipped };
}
