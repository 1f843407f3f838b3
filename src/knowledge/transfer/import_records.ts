/**
 * An import: items first, then the relations between them, then states.
 *
 * An item is known by its `uid`; one that was changed here since is kept, so an import can be repeated. Relations are
 * only added. Items are written in transactions small enough to let other programs use the database meanwhile. Those
 * whose ids are taken are written after all others, so that only they get new ones.
 */

import { AppError } from "../../base/errors.ts";
import type { Statements } from "../database.ts";
import { findByUid, hasLinks, isSame, setLinks, writeRow } from "../items.ts";
import type { KnowledgeBase } from "../knowledge_base.ts";
import { relate } from "../relations.ts";
import { insertState } from "../states.ts";
import type { Incoming, ItemRecord, Progress, StateRecord } from "./record.ts";

/** What is to be imported. */
export interface RecordSource {
  readonly items: readonly Incoming<ItemRecord>[];
  readonly states: readonly Incoming<StateRecord>[];
  /** How many records could not be read, and what is to be reported before all else. */
  readonly leftOut: number;
  readonly notes: readonly string[];
}

/** An item that was imported, with the id that it has here. */
interface Imported extends Incoming<ItemRecord> {
  readonly id: number;
  readonly outcome: "created" | "updated" | "unchanged" | "kept";
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
  const { items, notes: copies } = newestOnly(source.items);
  const order = await base.read((db) => keptFirst(db, items));
  const all: Imported[] = [];
  try {
    while (all.length < order.length) {
      const batch = order.slice(all.length, all.length + batchSize);
      all.push(...await base.write((db) => batch.map((one) => writeItem(db, one))));
      progress(all.length, order.length);
    }
    const find = lookupOf(all);
    const relations = await base.write((db) => importRelations(db, all, find));
    const states = await base.write((db) => importStates(db, source.states, find));
    const { created, updated, unchanged, kept } = Object.groupBy(all, ({ outcome }) => outcome);
    return {
      created: created?.length ?? 0,
      updated: updated?.length ?? 0,
      unchanged: unchanged?.length ?? 0,
      kept: kept?.length ?? 0,
      relations: relations.added,
      states: states.added,
      leftOut: source.leftOut + copies.length,
      notes: [...source.notes, ...copies, ...all.flatMap(notesOf), ...relations.notes, ...states.notes],
    };
  } catch (error) {
    if (!(error instanceof AppError) || all.length === 0) throw error;
    // In the middle, only what came last has changed nothing.
    throw new AppError(error.code, `${error.message}, after ${all.length} of ${order.length} items`, {
      hint: "These are kept. Fix the problem and run the same command again: it continues with the rest",
      details: error.details,
      cause: error,
    });
  }
}

/** Of two files of one item the newer counts, or else the first: with both, each import would undo the other. */
function newestOnly(all: readonly Incoming<ItemRecord>[]) {
  const notes: string[] = [];
  const items = [...Map.groupBy(all, ({ record }) => record.uid).values()].flatMap((same) => {
    const [newest, ...others] = same.toSorted((a, b) => b.record.updatedAt - a.record.updatedAt);
    if (newest === undefined) return [];
    notes.push(...others.map(({ origin }) => `${origin}: left out, it is the same item as ${newest.origin}`));
    return [newest];
  });
  return { items, notes };
}

/** Those that can keep their ids, or are here already, before the others. */
function keptFirst(db: Statements, items: readonly Incoming<ItemRecord>[]): Incoming<ItemRecord>[] {
  const ids = new Set<number>();
  const { kept = [], moved = [] } = Object.groupBy(items, ({ record: { id, uid } }) => {
    const isHere = db.number("SELECT id FROM items WHERE uid = ?", uid) !== undefined;
    if (!isHere && (ids.has(id) || !isFree(db, id))) return "moved";
    ids.add(id);
    return "kept";
  });
  return [...kept, ...moved];
}

function isFree(db: Statements, id: number): boolean {
  const isAllowed = Number.isInteger(id) && id >= 1 && id <= largestKept;
  return isAllowed && db.number("SELECT id FROM items WHERE id = ?", id) === undefined;
}

function writeItem(db: Statements, one: Incoming<ItemRecord>): Imported {
  const { record } = one;
  const { uid, tags, notebooks, updatedAt } = record;
  const links = { tags, notebooks };
  const before = findByUid(db, uid);
  if (before === undefined) {
    const id = writeRow(db, { ...record, id: isFree(db, record.id) ? record.id : undefined });
    db.run("DELETE FROM deleted_items WHERE uid = ?", uid);
    setLinks(db, id, links);
    return { ...one, id, outcome: "created" };
  }
  const { id } = before;
  if (before.updatedAt > updatedAt) return { ...one, id, outcome: "kept" };
  if (updatedAt === before.updatedAt && isSame(before, record) && hasLinks(before, links)) {
    return { ...one, id, outcome: "unchanged" };
  }
  writeRow(db, { ...record, id }, before);
  setLinks(db, id, links);
  return { ...one, id, outcome: "updated" };
}

function notesOf({ origin, record, id, outcome, notes }: Imported): string[] {
  if (outcome === "kept") return [`${origin}: not imported, the item was changed here since`];
  const moved = outcome === "created" && id !== record.id
    ? [`its id ${record.id} cannot be kept: it became ${id}`]
    : [];
  return [...moved, ...notes].map((note) => `${origin}: ${note}`);
}

type Lookup = ReturnType<typeof lookupOf>;

/**
 * Finds imported items by what other records call them. A folder may hold the exports of several databases, so an id
 * alone may mean several items; our own files give the uid as well.
 */
function lookupOf(all: readonly Imported[]) {
  const byUid = new Map(all.map(({ record, id }) => [record.uid, id]));
  const byId = Map.groupBy(all, ({ record }) => record.id);
  return (db: Statements, { related, relatedUids }: Pick<ItemRecord, "related" | "relatedUids">) => {
    const ids: number[] = [];
    const notes: string[] = [];
    for (const other of related) {
      const uid = relatedUids[other];
      const named = byId.get(other) ?? [];
      const id = uid === undefined
        ? named.length === 1 ? named[0]?.id : undefined
        : byUid.get(uid) ?? db.number("SELECT id FROM items WHERE uid = ?", uid);
      if (id !== undefined) ids.push(id);
      else {notes.push(
          `related ${other} ${named.length > 1 ? "may be several items" : "is not there"}: left out`,
        );}
    }
    return { ids, notes };
  };
}

/** Links the items, all of which exist by now. */
function importRelations(db: Statements, all: readonly Imported[], find: Lookup) {
  const notes: string[] = [];
  let added = 0;
  for (const { id, origin, record, outcome } of all) {
    if (outcome === "kept") continue;
    const { ids, notes: missing } = find(db, record);
    for (const other of ids) if (other !== id && relate(db, { id, other })) added += 1;
    notes.push(...missing.map((note) => `${origin}: ${note}`));
  }
  return { added, notes };
}

/** Adds the states that are not there yet. Their ids are given anew, in the order of their times. */
function importStates(db: Statements, states: readonly Incoming<StateRecord>[], find: Lookup) {
  const notes: string[] = [];
  let added = 0;
  const present = "SELECT id FROM system_states WHERE created_at = ? AND content = ?";
  for (const one of states.toSorted((a, b) => a.record.createdAt - b.record.createdAt)) {
    const { record, origin } = one;
    if (db.number(present, record.createdAt, record.content) !== undefined) continue;
    const { ids, notes: missing } = find(db, record);
    insertState(db, { ...record, related: ids });
    added += 1;
    notes.push(...[...one.notes, ...missing].map((note) => `${origin}: ${note}`));
  }
  return { added, notes };
}
