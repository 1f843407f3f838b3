/**
 * Writes the whole database as Markdown files: `<type>/<id>-<title>.md`, states in `.system/current_state/`, and the
 * tags that none of them has.
 *
 * A repeated export writes only what has changed. Our own file of an item that has a new title or type, or that was
 * deleted here, is removed; all other files are left, and counted if they are named as ours are.
 *
 * Each file of an item holds a digest of what it says. If it no longer fits the rest, the file was edited since,
 * whatever its times are; another spelling of the same YAML is not an edit.
 */

import { basename, join, relative } from "node:path";
import { z } from "zod";
import type { Statements } from "../database.ts";
import { findItem } from "../items.ts";
import type { KnowledgeBase } from "../knowledge_base.ts";
import { allStates } from "../states.ts";
import { exportTags, markdownFiles, readIfExists, removeUnfinished, writeFile } from "./files.ts";
import { digestIn, itemFileName, itemText, ownUid, readItem, readState, stateText } from "./item_file.ts";
import { compareIds, type ItemRecord, type Progress, type StateRecord } from "./record.ts";

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
    unknown: left.length - deleted,
    states: await exportStates(base, folder),
    edited,
  };
}

/** Where an item's file goes. Another base may have an item of the same type, number and title there. */
async function pathOf(base: KnowledgeBase, folder: string, record: StoredRecord): Promise<string> {
  const usual = join(folder, record.type, itemFileName(record));
  const held = readItem(await readIfExists(usual) ?? "")?.uid;
  if (held === undefined || held === record.uid || await base.read((db) => isKnown(db, held))) return usual;
  return join(
    folder,
    record.type,
    itemFileName({ ...record, suffix: (await hashOf(record.uid)).slice(0, 8) }),
  );
}

async function writeItem(
  base: KnowledgeBase,
  { path, record }: { readonly path: string; readonly record: StoredRecord },
): Promise<"unchanged" | "written" | "edited"> {
  const [before, text] = [await readIfExists(path), itemText(record, await digestOf(record))];
  if (before === text) return "unchanged";
  await writeFile(path, text);
  return before !== undefined && await isEdited(base, { text: before, record }) ? "edited" : "written";
}

interface Held {
  /** What is in the file of an item. */
  readonly text: string;
  readonly record: StoredRecord;
}

/** Whether a file holds edits that are neither in the database nor were imported. */
async function isEdited(base: KnowledgeBase, { text, record }: Held): Promise<boolean> {
  const held = readItem(text);
  const { uid, updatedAt } = record;
  if (held === undefined || held.uid !== uid) return true;
  const exported = digestIn(text);
  // Without a digest only a file that an import would read is known to be edited: it is as new as the item.
  if (exported === undefined) return held.updatedAt >= updatedAt && contentOf(held) !== contentOf(record);
  const digest = await digestOf(held);
  return exported !== digest && meaningOf({ ...held, updatedAt }) !== meaningOf(record) &&
    !await base.read((db) => isImportedEdit(db, uid, digest));
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

/** Removes the files that an item had under other names; returns them, and those among them that held edits. */
async function removeOthers(
  base: KnowledgeBase,
  paths: readonly string[],
  { path, record }: { readonly path: string; readonly record: StoredRecord },
): Promise<{ readonly removed: readonly string[]; readonly edited: readonly string[] }> {
  const [removed, edited]: [string[], string[]] = [[], []];
  for (const other of paths.filter((candidate) => candidate !== path)) {
    const text = await readIfExists(other) ?? "";
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
    const uid = ownUid(await readIfExists(path) ?? "");
    if (uid === undefined || !await base.read((db) => isDeleted(db, uid))) continue;
    await Deno.remove(path);
    removed += 1;
  }
  return removed;
}

export const stateFolder = join(".system", "current_state");

interface Present {
  readonly number: number;
  /** Undefined for a file that holds no state. */
  readonly time: number | undefined;
}

export async function exportStates(base: KnowledgeBase, folder: string): Promise<number> {
  const states = await base.read(readStateRecords);
  if (states.length === 0) return 0;
  const home = join(folder, stateFolder);
  await Deno.mkdir(home, { recursive: true });
  const numbers = placesOf(
    states.map(({ id, state }) => ({ number: id, time: state.createdAt })),
    await presentIn(home),
  );
  for (const [at, { state }] of states.entries()) {
    const id = numbers[at] ?? 0;
    const active = at === states.length - 1;
    const text = stateText(state, { id, active });
    await writeIfOther(join(home, `${id}.md`), text);
    const latest = active ? await timeIn(join(home, "latest.md")) : Infinity;
    if ((latest ?? -Infinity) <= state.createdAt) await writeIfOther(join(home, "latest.md"), text);
  }
  return states.length;
}

/** The number of each state's file: the one that it has, or its own, or a free one. */
function placesOf(states: readonly Present[], present: readonly Present[]): number[] {
  const files = new Map(present.map(({ number, time }) => [number, time]));
  const isInPlace = ({ number, time }: Present) => files.get(number) === time;
  const taken = new Set(states.filter(isInPlace).map(({ number }) => number));
  let last = Math.max(...files.keys(), ...states.map(({ number }) => number));
  return states.map((state) => {
    if (isInPlace(state)) return state.number;
    // Times of Shirokuma are whole seconds, so that several states may have one.
    const had = present.find(({ number, time }) => time === state.time && !taken.has(number))?.number;
    const place = had ?? (files.has(state.number) ? last += 1 : state.number);
    taken.add(place);
    return place;
  });
}

async function presentIn(home: string): Promise<Present[]> {
  const present: Present[] = [];
  for (const path of await markdownFiles(home)) {
    const number = /^(\d+)\.md$/.exec(basename(path))?.[1];
    if (number !== undefined) present.push({ number: Number(number), time: await timeIn(path) });
  }
  return present;
}

async function timeIn(path: string): Promise<number | undefined> {
  return readState(await readIfExists(path) ?? "")?.createdAt;
}

async function writeIfOther(path: string, text: string): Promise<void> {
  if (await readIfExists(path) !== text) await writeFile(path, text);
}

export function digestOf(record: ItemRecord): Promise<string> {
  return hashOf(meaningOf(record));
}

export async function hashOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return new Uint8Array(digest).slice(0, 8).toHex();
}

/** What a file says of an item; the same for two files that say the same. */
export function meaningOf({ related, ...record }: ItemRecord): string {
  return JSON.stringify([contentOf({ related, ...record }), related.toSorted(compareIds)]);
}

/** Without ids and relations, which change here without a change of the item. */
export function contentOf(
  { id: _id, related: _related, relatedUids: _uids, tags, notebooks, ...rest }: ItemRecord,
): string {
  const fields = Object.entries(rest).toSorted(([one], [other]) => one < other ? -1 : 1);
  return JSON.stringify([fields, tags.toSorted(), notebooks.toSorted()]);
}

/** A record with the ids of this base. */
export interface StoredRecord extends ItemRecord {
  readonly id: number;
  readonly related: readonly number[];
}

const idRow = z.object({ id: z.number(), uid: z.string() });
const uidRow = z.object({ uid: z.string() });
const totalRow = z.object({ total: z.number() });

export function countItems(statements: Statements): number {
  return statements.row(totalRow, "SELECT count(*) AS total FROM items")?.total ?? 0;
}

/** Whether an item of this name was here and was deleted. */
export function isDeleted(statements: Statements, uid: string): boolean {
  return statements.row(uidRow, "SELECT uid FROM deleted_items WHERE uid = ?", uid) !== undefined;
}

/** Whether an item of this name is here, or was. */
export function isKnown(statements: Statements, uid: string): boolean {
  return isDeleted(statements, uid) ||
    statements.row(uidRow, "SELECT uid FROM items WHERE uid = ?", uid) !== undefined;
}

/** Whether an edited file of an item, which has this digest, was imported. */
export function isImportedEdit(statements: Statements, uid: string, digest: string): boolean {
  const sql = "SELECT uid FROM imported_edits WHERE uid = ? AND digest = ?";
  return statements.row(uidRow, sql, uid, digest) !== undefined;
}

/** The next items after an id, in the order of their ids. */
export function readRecords(statements: Statements, after: number, count: number): StoredRecord[] {
  const sql = "SELECT id, uid FROM items WHERE id > ? ORDER BY id LIMIT ?";
  return statements.rows(idRow, sql, after, count).flatMap(({ id, uid }) => {
    const item = findItem(statements, id);
    if (item === undefined) return [];
    const { related_notebooks: notebooks, ...rest } = item;
    return [{
      ...rest,
      uid,
      relatedUids: uidsOf(statements, item.related),
      startDate: time(item.startDate),
      endDate: time(item.endDate),
      notebooks,
      createdAt: Date.parse(item.createdAt),
      updatedAt: Date.parse(item.updatedAt),
    }];
  });
}

export function readStateRecords(
  statements: Statements,
): { readonly id: number; readonly state: StateRecord }[] {
  return allStates(statements).map(({ id, updatedAt, deleted: _, ...state }) => ({
    id,
    state: {
      ...state,
      relatedUids: uidsOf(statements, state.related),
      createdAt: Date.parse(updatedAt),
    },
  }));
}

/** The names of items, by their ids. */
function uidsOf(statements: Statements, ids: readonly number[]): Record<string, string> {
  if (ids.length === 0) return {};
  const sql = "SELECT id, uid FROM items WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id";
  return Object.fromEntries(
    statements.rows(idRow, sql, JSON.stringify(ids)).map(({ id, uid }) => [String(id), uid]),
  );
}

function time(date: string | null): number | null {
  return date === null ? null : Date.parse(date);
}
