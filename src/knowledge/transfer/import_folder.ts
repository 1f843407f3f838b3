/** Reads a folder of Markdown files, ours or Shirokuma's, into the base. */

import { relative, sep } from "node:path";
import type { KnowledgeBase } from "../knowledge_base.ts";
import { stateFolder } from "./export_folder.ts";
import { hasFence } from "./front_matter.ts";
import { isUtf8, markdownFiles, readTags } from "./files.ts";
import { batchSize, importRecords, type ImportSummary } from "./import_records.ts";
import { digestIn, isOwnState, ownUid, readItem, readState } from "./item_file.ts";
import { LenientValues } from "./lenient_values.ts";
import type { Incoming, ItemRecord, Progress, StateRecord } from "./record.ts";

export async function importFolder(
  base: KnowledgeBase,
  folder: string,
  progress: Progress,
): Promise<ImportSummary> {
  const paths = await markdownFiles(folder);
  const isState = (path: string) => relative(folder, path).startsWith(`${stateFolder}${sep}`);
  const [statePaths, itemPaths] = [paths.filter(isState), paths.filter((path) => !isState(path))];
  const skipped: string[] = [];
  let leftOut = 0;
  const read = async <T>(path: string, reader: (text: string, values: LenientValues) => T | undefined) => {
    const found = await readRecord(path, { origin: relative(folder, path), reader });
    if (found !== undefined) return [found];
    // Other files, such as a README, may be in the folder.
    const isMeant = hasFence(await Deno.readTextFile(path));
    const how = isMeant ? "left out, it holds no item" : "skipped, it is not the file of an item";
    skipped.push(`${relative(folder, path)}: ${how}`);
    if (isMeant) leftOut += 1;
    return [];
  };
  async function* batches(): AsyncGenerator<readonly Incoming<ItemRecord>[]> {
    for (let from = 0; from < itemPaths.length; from += batchSize) {
      const records: Incoming<ItemRecord>[] = [];
      for (const path of itemPaths.slice(from, from + batchSize)) records.push(...await read(path, readItem));
      yield records;
    }
  }
  const states: Incoming<StateRecord>[] = [];
  for (const path of statePaths) states.push(...await read(path, readState));
  // The ids of states are given anew, in the order of their times.
  const inOrder = states.toSorted((a, b) => a.record.createdAt - b.record.createdAt);
  const { tags, notes: tagNotes } = await readTags(folder);
  const source = { total: itemPaths.length, batches, states: inOrder, tags, tagNotes };
  const summary = await importRecords(base, source, progress);
  return { ...summary, leftOut: summary.leftOut + leftOut, notes: [...skipped, ...summary.notes] };
}

async function readRecord<T>(
  path: string,
  { origin, reader }: {
    readonly origin: string;
    readonly reader: (text: string, values: LenientValues) => T | undefined;
  },
): Promise<Incoming<T> | undefined> {
  const bytes = await Deno.readFile(path);
  const text = new TextDecoder().decode(bytes);
  const values = new LenientValues();
  const record = reader(text, values);
  if (record === undefined) return undefined;
  const changes = isUtf8(bytes) ? [] : ["it is not UTF-8: what could not be read became �"];
  const isOurs = ownUid(text) !== undefined || isOwnState(text);
  const writtenAt = (await Deno.stat(path)).mtime?.getTime() ?? 0;
  const reported = { changes: [...changes, ...values.changes], remarks: values.remarks };
  return { record, origin, ...reported, isOurs, writtenAt, digest: digestIn(text) };
}
