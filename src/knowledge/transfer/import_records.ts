/**
 * An import: items first, then the relations between them, then states and unused tags.
 *
 * Items are written in transactions small enough to let other programs use the database meanwhile. Those whose ids are
 * taken wait until all others have theirs, so that only they get new ones.
 */

import { AppError } from "../../base/errors.ts";
import type { Statements } from "../database.ts";
import type { KnowledgeBase } from "../knowledge_base.ts";
import { tagId } from "../tags.ts";
import { digestOf } from "./export_folder.ts";
import {
  type Incoming,
  isKept,
  type ItemRecord,
  largestKept,
  type Progress,
  type SourceId,
  sourceId,
  type StateRecord,
} from "./record.ts";
import {
  dropRelations,
  findByUid,
  type Outcome,
  rememberImportedEdit,
  removeRelationsOf,
  reserveId,
  writeItem,
  writeRelations,
  writeState,
  type Written,
} from "./write_records.ts";

/** Where records come from, a batch at a time. */
export interface RecordSource {
  readonly total: number;
  readonly batches: () => AsyncIterable<readonly Incoming<ItemRecord>[]>;
  readonly states: readonly Incoming<StateRecord>[];
  /** Tags that no item or state needs to have, and what is reported about them. */
  readonly tags: readonly string[];
  readonly tagNotes: readonly string[];
}

export interface ImportSummary extends Readonly<Record<Outcome, number>> {
  /** New relations and states. */
  readonly relations: number;
  readonly states: number;
  /** How many records could not be imported. */
  readonly leftOut: number;
  /** What was changed or left out so that the rest could be kept, with where it came from. */
  readonly notes: readonly string[];
}

/** How many records are read and written at once. */
export const batchSize = 200;

interface Imported extends Written {
  readonly source: Incoming<ItemRecord>;
}

export async function importRecords(
  base: KnowledgeBase,
  source: RecordSource,
  progress: Progress,
): Promise<ImportSummary> {
  let done = 0;
  const { total } = source;
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

async function importAll(
  base: KnowledgeBase,
  source: RecordSource,
  advance: (count: number) => void,
): Promise<ImportSummary> {
  const notes = [...source.tagNotes];
  const all: Imported[] = [];
  const seen = new Map<string, Incoming<ItemRecord>>();
  const waiting: Incoming<ItemRecord>[] = [];
  let leftOut = 0;
  for await (const batch of source.batches()) {
    const once = batch.filter((one) => isFirst(one, { seen, notes }));
    const imported = await writeBatch(base, once, { mayMove: false });
    notes.push(...imported.flatMap(outcomeNotes));
    all.push(...imported);
    const written = new Set(imported.map((one) => one.source));
    waiting.push(...once.filter((one) => !written.has(one)));
    leftOut += batch.length - once.length;
    advance(batch.length - once.length + imported.length);
  }
  for (let from = 0; from < waiting.length; from += batchSize) {
    const imported = await writeBatch(base, waiting.slice(from, from + batchSize), { mayMove: true });
    notes.push(...imported.flatMap(movedNotes), ...imported.flatMap(outcomeNotes));
    all.push(...imported);
    advance(imported.length);
  }
  const lookup = new ItemLookup(all);
  const relations = await base.write((db) => importRelations(db, all, lookup));
  const states = await base.write((db) => importStates(db, source.states, lookup));
  await base.write((db) => source.tags.forEach((tag) => tagId(db, tag)));
  const count = (outcome: Outcome) => all.filter((one) => one.outcome === outcome).length;
  return {
    created: count("created"),
    updated: count("updated"),
    unchanged: count("unchanged"),
    kept: count("kept"),
    relations: relations.made,
    states: states.added,
    leftOut,
    notes: [...notes, ...relations.notes, ...states.notes],
  };
}

/** Of two files of one item the newer counts, or else the first: with both, each import would undo the other. */
function isFirst(
  one: Incoming<ItemRecord>,
  { seen, notes }: { readonly seen: Map<string, Incoming<ItemRecord>>; readonly notes: string[] },
): boolean {
  const earlier = seen.get(one.record.uid);
  if (earlier === undefined || earlier.record.updatedAt < one.record.updatedAt) {
    seen.set(one.record.uid, one);
    return true;
  }
  notes.push(`${one.origin}: left out, it is the same item as ${earlier.origin}`);
  return false;
}

async function writeBatch(
  base: KnowledgeBase,
  batch: readonly Incoming<ItemRecord>[],
  { mayMove }: { readonly mayMove: boolean },
): Promise<Imported[]> {
  const digests = new Map<unknown, string>();
  for (const one of batch) if (one.digest !== undefined) digests.set(one, await digestOf(one.record));
  return await base.write((db) =>
    batch.flatMap((source) => {
      const written = writeItem(db, source.record, { mayMove });
      if (written === undefined) return [];
      const digest = digests.get(source);
      const isEdit = digest !== undefined && digest !== source.digest;
      if (written.outcome !== "kept" && isEdit) rememberImportedEdit(db, source.record.uid, digest);
      return [{ source, ...written }];
    })
  );
}

function movedNotes({ source: { origin, record }, id, outcome }: Imported): string[] {
  if (outcome !== "created" || id === record.id) return [];
  const why = isKept(record.id)
    ? `id ${record.id} is another item's here`
    : `its id is not a whole number from 1 to ${largestKept}`;
  return [`${origin}: ${why}: it became ${id}`];
}

/** What is reported of an item; if it is unchanged, only edits of our own files that had no effect. */
function outcomeNotes({ source: { origin, changes, remarks, isOurs }, outcome }: Imported): string[] {
  if (outcome === "kept") return [`${origin}: not imported, the item was changed here since`];
  const notes = outcome !== "unchanged" ? [...changes, ...remarks] : isOurs ? changes : [];
  return notes.map((note) => `${origin}: ${note}`);
}

/** Links the items, all of which exist by now. What was changed here since keeps its relations. */
function importRelations(statements: Statements, all: readonly Imported[], lookup: ItemLookup) {
  const files = all.filter(({ outcome }) => outcome !== "kept").map((one) => ({
    ...one,
    ...named(statements, one.source.record, { lookup, from: one }),
  }));
  const notes = files.flatMap(({ outcome, source, missing }) =>
    outcome === "unchanged" ? [] : missing.map(({ note }) => `${source.origin}: ${note}`)
  );
  // Before any is made: the file of the other item may still list what is gone from this one.
  for (const { id, ids, outcome, source: { origin, record, isOurs, writtenAt } } of files) {
    if (!isOurs) continue;
    const others = deletedFrom(statements, record);
    const removed = removeRelationsOf(statements, { id, others, at: writtenAt ?? 0 });
    notes.push(...removed.map((other) => `${origin}: its link with item ${other} was struck out: removed`));
    if (outcome !== "updated") continue;
    const dropped = dropRelations(statements, { id, others: ids, at: record.updatedAt });
    if (dropped > 0) {
      notes.push(
        `${origin}: ${dropped} ${dropped === 1 ? "link" : "links"} that it does not name ${
          dropped === 1 ? "was" : "were"
        } removed`,
      );
    }
  }
  let made = 0;
  for (const { id, ids, source: { origin, record } } of files) {
    const result = writeRelations(statements, { id, others: ids, at: record.updatedAt });
    made += result.made;
    notes.push(
      ...result.removed.map((other) => `${origin}: its link with item ${other} was removed here since`),
    );
  }
  return { made, notes };
}

/** The items that a file of ours listed when it was written and lists no more. */
function deletedFrom(statements: Statements, { related, relatedUids }: ItemRecord): number[] {
  return Object.entries(relatedUids).filter(([id]) => !related.includes(sourceId(id)))
    .flatMap(([, uid]) => findByUid(statements, uid) ?? []);
}

function importStates(
  statements: Statements,
  states: readonly Incoming<StateRecord>[],
  lookup: ItemLookup,
): { readonly added: number; readonly notes: readonly string[] } {
  const notes: string[] = [];
  let added = 0;
  for (const { record, origin, changes, remarks, isOurs } of states) {
    const { ids, missing } = named(statements, record, { lookup });
    // A state of ours keeps the ids of items that were deleted before it was exported: no item gets them.
    const reserved = missing.flatMap(({ other, isUnknown }) =>
      isOurs && isUnknown && reserveId(statements, other) ? [Number(other)] : []
    );
    if (!writeState(statements, record, [...ids, ...reserved])) continue;
    added += 1;
    const lost = missing.filter(({ other }) => !reserved.includes(Number(other))).map(({ note }) => note);
    notes.push(...[...changes, ...remarks, ...lost].map((note) => `${origin}: ${note}`));
  }
  return { added, notes };
}

interface Missing {
  readonly other: SourceId;
  readonly note: string;
  /** Whether nothing is known of the item but its id. */
  readonly isUnknown: boolean;
}

/** The items that a record lists, by their ids here, and those that cannot be linked. */
function named(
  statements: Statements,
  { related, relatedUids }: Pick<ItemRecord, "related" | "relatedUids">,
  { lookup, from }: { readonly lookup: ItemLookup; readonly from?: Imported },
): { readonly ids: readonly number[]; readonly missing: readonly Missing[] } {
  const ids: number[] = [];
  const missing: Missing[] = [];
  for (const other of related) {
    const uid = relatedUids[String(other)];
    const found = uid === undefined
      ? lookup.byId(other, from)
      : [lookup.byUid(uid) ?? findByUid(statements, uid)];
    const [id, another] = found;
    const state = another !== undefined
      ? "may be several items"
      : id === undefined
      ? "is not there"
      : id === from?.id
      ? "is the item itself"
      : undefined;
    if (id !== undefined && state === undefined) ids.push(id);
    else {
      const isUnknown = id === undefined && uid === undefined;
      missing.push({ other, isUnknown, note: `related ${other} ${state}, the link was left out` });
    }
  }
  return { ids, missing };
}

/**
 * Finds imported items by what other records call them. A folder may hold the exports of several databases, so an id
 * alone may mean several items; our own files give the uid as well.
 */
class ItemLookup {
  readonly #byId: Map<SourceId, Imported[]>;
  readonly #byUid: Map<string, number>;

  constructor(all: readonly Imported[]) {
    const newest = new Map(all.map((one) => [one.source.record.uid, one]));
    this.#byUid = new Map([...newest].map(([uid, { id }]) => [uid, id]));
    this.#byId = Map.groupBy(newest.values(), ({ source }) => source.record.id);
  }

  byUid(uid: string): number | undefined {
    return this.#byUid.get(uid);
  }

  /** The items with an id; if there are several, those that list the item that lists them. */
  byId(id: SourceId, from: Imported | undefined): number[] {
    const all = this.#byId.get(id) ?? [];
    const back = from?.source.record.id;
    const mutual = back === undefined ? [] : all.filter(({ source }) => source.record.related.includes(back));
    return (all.length > 1 && mutual.length === 1 ? mutual : all).map((one) => one.id);
  }
}
