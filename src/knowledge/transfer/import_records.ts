/**
 * An import: items first, then the relations between them, then states and unused tags.
 *
 * An item is known by its `uid`; one that was changed here since is kept, so an import can be repeated. Items are
 * written in transactions small enough to let other programs use the database meanwhile. Those whose ids are taken
 * wait until all others have theirs, so that only they get new ones.
 */

import { AppError } from "../../base/errors.ts";
import type { Statements } from "../database.ts";
import { findByUid, hasLinks, isSame, setLinks, writeRow } from "../items.ts";
import type { KnowledgeBase } from "../knowledge_base.ts";
import { insertState } from "../states.ts";
import { tagId } from "../tags.ts";
import { isDeleted } from "./export_folder.ts";
import { importRelations, ItemLookup } from "./import_relations.ts";
import { digestOf } from "./item_file.ts";
import type { Imported, Incoming, ItemRecord, Outcome, Progress, SourceId, StateRecord } from "./record.ts";

/** What is to be imported. */
export interface RecordSource {
  readonly items: readonly Incoming<ItemRecord>[];
  readonly states: readonly Incoming<StateRecord>[];
  /** Tags that no item or state needs to have. */
  readonly tags: readonly string[];
  /** How many records could not be read, and what is to be reported before all else. */
  readonly leftOut: number;
  readonly notes: readonly string[];
}

/** How many items are written at once. */
const batchSize = 200;

/** The largest id that is kept; larger ones would leave no numbers for the items after them. */
const largestKept = 1e15;

/**
 * Returns how many items had each outcome, how many relations and states are new, how many records were left out, and
 * what was changed or left out so that the rest could be kept.
 */
export async function importRecords(base: KnowledgeBase, source: RecordSource, progress: Progress) {
  const total = source.items.length;
  let done = 0;
  try {
    return await importAll(base, source, (count) => progress(done += count, total));
  } catch (error) {
    if (!(error instanceof AppError) || done === 0) throw error;
    // In the middle, only what came last has changed nothing.
    throw new AppError(error.code, `${error.message}, after ${done} of ${total} items`, {
      hint: "These are kept; solve that and run the same command again, it continues with the rest",
      details: error.details,
      cause: error,
    });
  }
}

async function importAll(base: KnowledgeBase, source: RecordSource, advance: (count: number) => void) {
  const { items, notes } = newestOnly(source.items);
  const all: Imported[] = [];
  let left = items;
  // First those that keep their ids or are here already, then those that need new ids.
  for (const mayMove of [false, true]) {
    const waiting: Incoming<ItemRecord>[] = [];
    for (let from = 0; from < left.length; from += batchSize) {
      const batch = left.slice(from, from + batchSize);
      const written = await base.write((db) => batch.map((one) => writeItem(db, one, mayMove)));
      waiting.push(...batch.filter((_, at) => written[at] === undefined));
      const imported = written.filter((one) => one !== undefined);
      all.push(...imported);
      notes.push(...imported.flatMap(movedNotes), ...imported.flatMap(outcomeNotes));
      advance(imported.length);
    }
    left = waiting;
  }
  const lookup = new ItemLookup(all);
  const relations = await base.write((db) => importRelations(db, all, lookup));
  const states = await base.write((db) => importStates(db, source.states, lookup));
  await base.write((db) => source.tags.forEach((tag) => tagId(db, tag)));
  const outcomes: Record<Outcome, number> = { created: 0, updated: 0, unchanged: 0, kept: 0 };
  for (const { outcome } of all) outcomes[outcome] += 1;
  return {
    ...outcomes,
    relations: relations.made,
    states: states.added,
    leftOut: source.leftOut + source.items.length - items.length,
    notes: [...source.notes, ...notes, ...relations.notes, ...states.notes],
  };
}

/** Of two files of one item the newer counts, or else the first: with both, each import would undo the other. */
function newestOnly(all: readonly Incoming<ItemRecord>[]) {
  const items: Incoming<ItemRecord>[] = [];
  const notes: string[] = [];
  for (const same of Map.groupBy(all, ({ record }) => record.uid).values()) {
    const newest = same.reduce((best, one) => one.record.updatedAt > best.record.updatedAt ? one : best);
    items.push(newest);
    for (const one of same) {
      if (one !== newest) notes.push(`${one.origin}: left out, it is the same item as ${newest.origin}`);
    }
  }
  return { items, notes };
}

/** Undefined for a new item whose id is taken, unless it may move to another. */
function writeItem(db: Statements, one: Incoming<ItemRecord>, mayMove: boolean): Imported | undefined {
  const { record, exported } = one;
  const { uid, tags, notebooks, updatedAt } = record;
  const before = findByUid(db, uid);
  if (before !== undefined && before.updatedAt > updatedAt) return { ...one, id: before.id, outcome: "kept" };
  const free = isFree(db, record) ? record.id : undefined;
  if (before === undefined && free === undefined && !mayMove) return undefined;
  const links = { tags, notebooks };
  const isUnchanged = updatedAt === before?.updatedAt && isSame(before, record) && hasLinks(before, links);
  const id = isUnchanged ? before.id : writeRow(db, { ...record, id: before?.id ?? free }, before);
  if (before === undefined) db.run("DELETE FROM deleted_items WHERE uid = ?", uid);
  if (!isUnchanged) setLinks(db, id, { links, now: 0 });
  const digest = digestOf(record);
  if (digest !== exported) {
    db.run("INSERT OR REPLACE INTO imported_edits (uid, digest) VALUES (?, ?)", uid, digest);
  }
  return { ...one, id, outcome: before === undefined ? "created" : isUnchanged ? "unchanged" : "updated" };
}

/** Whether a record may keep its id. One that a state lists was a deleted item's, and only that item may have it again. */
function isFree(db: Statements, record: ItemRecord): record is ItemRecord & { readonly id: number } {
  const { id, uid } = record;
  const named = "SELECT item_id FROM state_items WHERE item_id = ? LIMIT 1";
  return isUnused(db, id) &&
    (isDeleted(db, uid) || db.number(named, id) === undefined);
}

function isUnused(db: Statements, id: SourceId): id is number {
  return isKept(id) && db.number("SELECT id FROM items WHERE id = ?", id) === undefined;
}

function isKept(id: SourceId): id is number {
  return Number.isSafeInteger(id) && Number(id) >= 1 && Number(id) <= largestKept;
}

/** Keeps an id from ever being given to a new item; false if an item has it or could not. */
function reserveId(db: Statements, id: SourceId): id is number {
  if (!isUnused(db, id)) return false;
  const sql = "UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = 'items'";
  if (db.run(sql, id).changes === 0) {
    db.run("INSERT INTO sqlite_sequence (name, seq) VALUES ('items', ?)", id);
  }
  return true;
}

function movedNotes({ origin, record, id, outcome }: Imported): string[] {
  if (outcome !== "created" || id === record.id) return [];
  const why = isKept(record.id)
    ? `id ${record.id} is another item's here`
    : `its id is not a whole number from 1 to ${largestKept}`;
  return [`${origin}: ${why}: it became ${id}`];
}

/** What is reported of an item; if it is unchanged, only edits of our own files that had no effect. */
function outcomeNotes({ origin, notes, isOurs, outcome }: Imported): string[] {
  if (outcome === "kept") return [`${origin}: not imported, the item was changed here since`];
  return outcome === "unchanged" && !isOurs ? [] : notes.map((note) => `${origin}: ${note}`);
}

/** Adds the states that are not there yet. */
function importStates(db: Statements, states: readonly Incoming<StateRecord>[], lookup: ItemLookup) {
  const notes: string[] = [];
  let added = 0;
  const present = "SELECT id FROM system_states WHERE created_at = ? AND content = ?";
  for (const { record, origin, notes: changes, isOurs } of states) {
    const { ids, missing } = lookup.find(db, record);
    // A state of ours keeps the ids of items that were deleted before it was exported: no item gets them.
    const reserved = missing.map(({ other, isUnknown }) => isUnknown && isOurs && reserveId(db, other));
    if (db.number(present, record.createdAt, record.content) !== undefined) continue;
    const kept = missing.flatMap(({ other }, at) => reserved[at] ? [Number(other)] : []);
    insertState(db, { ...record, related: [...ids, ...kept] });
    added += 1;
    const lost = missing.filter((_, at) => !reserved[at]).map(({ note }) => note);
    notes.push(...[...changes, ...lost].map((note) => `${origin}: ${note}`));
  }
  return { added, notes };
}
