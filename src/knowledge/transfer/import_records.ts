/** An import: the items first, then what links them, then the states. */

import { AppError } from "../../base/errors.ts";
import type { Statements } from "../database.ts";
import type { KnowledgeBase } from "../knowledge_base.ts";
import { markOf } from "./export_folder.ts";
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
import { addTags } from "./files.ts";
import {
  dropRelations,
  idOfUid,
  keepUnused,
  type Outcome,
  rememberEdit,
  strikeRelations,
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
  /** Tags that nothing needs to have, and what is told of them. */
  readonly tags: readonly string[];
  readonly tagNotes: readonly string[];
}

export interface ImportSummary extends Readonly<Record<Outcome, number>> {
  /** New links and states. */
  readonly relations: number;
  readonly states: number;
  /** How many records were not taken although they are meant to be. */
  readonly leftOut: number;
  /** What was changed or left out so that the rest could be kept, with where it came from. */
  readonly notes: readonly string[];
}

interface Arrival extends Taken {
  readonly origin: string;
  /** Whether it was written now, so that what it lacks is news. */
  readonly isNews: boolean;
  /** Whether it is newer than what was here and names all its links. */
  readonly isWhole: boolean;
  /** When its file was last written, where it is one of ours. */
  readonly writtenAt: number | undefined;
}

export async function importRecords(
  base: KnowledgeBase,
  source: RecordSource,
  progress: Progress,
): Promise<ImportSummary> {
  let taken = 0;
  try {
    return await takeAll(base, source, (done, total) => {
      taken = done;
      progress(done, total);
    });
  } catch (error) {
    throw error instanceof AppError && taken > 0 ? stopped(error, { taken, total: source.total }) : error;
  }
}

/** An error in the middle: only what came last has changed nothing. */
function stopped(
  error: AppError,
  { taken, total }: { readonly taken: number; readonly total: number },
): AppError {
  return new AppError(error.code, `${error.message}, after ${taken} of ${total} items`, {
    hint: "These are kept; mend that and give the same command again, it goes on with the rest",
    details: error.details,
    cause: error,
  });
}

async function takeAll(
  base: KnowledgeBase,
  source: RecordSource,
  progress: Progress,
): Promise<ImportSummary> {
  const outcomes = { created: 0, updated: 0, unchanged: 0, kept: 0 };
  const directory = new Directory();
  const arrivals: Arrival[] = [];
  const notes: string[] = [];
  let [done, leftOut] = [0, 0];
  for await (const batch of takeItems(base, source.batches())) {
    notes.push(...batch.notes);
    for (const { one, id, outcome } of batch.items) {
      outcomes[outcome] += 1;
      notes.push(...outcomeNotes(one, outcome));
      directory.add({ record: one.record, id });
      // What was changed here since keeps its links too.
      if (outcome !== "kept") arrivals.push(arrivalOf(one, { id, outcome }));
    }
    done += batch.done;
    leftOut += batch.leftOut;
    progress(done, source.total);
  }
  const links = await base.write((db) => linkAll(db, arrivals, directory));
  const states = await base.write((db) => addStates(db, source.states, directory));
  await base.write((db) => addTags(db, source.tags));
  return {
    ...outcomes,
    relations: links.made,
    states: states.added,
    leftOut,
    notes: [...source.tagNotes, ...notes, ...links.notes, ...states.notes],
  };
}

function arrivalOf(
  one: Incoming<ItemRecord>,
  { id, outcome }: { readonly id: number; readonly outcome: Outcome },
): Arrival {
  const { record, origin, isOurs } = one;
  return {
    record,
    id,
    origin,
    isNews: outcome === "created" || outcome === "updated",
    isWhole: isOurs && outcome === "updated",
    writtenAt: isOurs ? one.writtenAt : undefined,
  };
}

/** What is told of a record: where nothing new came of it, only edits of our own files that were of no use. */
function outcomeNotes(
  { origin, changes, remarks, isOurs }: Incoming<ItemRecord>,
  outcome: Outcome,
): string[] {
  if (outcome === "kept") return [`${origin}: not taken, the item was changed here since`];
  const told = outcome !== "unchanged" ? [...changes, ...remarks] : isOurs ? changes : [];
  return told.map((text) => `${origin}: ${text}`);
}

/** Links the items that exist by now. */
function linkAll(statements: Statements, arrivals: readonly Arrival[], directory: Directory) {
  const all = arrivals.map(({ record, id, ...arrival }) => {
    const { ids, lacking } = named(statements, { record, directory, namer: { record, id } });
    const struck = arrival.writtenAt === undefined ? undefined : {
      id,
      others: struckOut(statements, record),
      at: arrival.writtenAt,
    };
    return { ...arrival, links: { id, others: ids, at: record.updatedAt }, struck, lacking };
  });
  const notes = all.flatMap(({ isNews, origin, lacking }) =>
    isNews ? lacking.map(({ text }) => `${origin}: ${text}`) : []
  );
  // Before any is made: the file of the other item may still name what is gone from this one.
  for (const { links, struck, isWhole, origin } of all) {
    const removed = struck === undefined ? [] : strikeRelations(statements, struck);
    notes.push(...removed.map((other) => `${origin}: its link with item ${other} was struck out: removed`));
    const dropped = isWhole ? dropRelations(statements, links) : 0;
    if (dropped > 0) notes.push(`${origin}: ${droppedText(dropped)} removed`);
  }
  let count = 0;
  for (const { links, origin } of all) {
    const { made, removed } = writeRelations(statements, links);
    count += made;
    notes.push(...removed.map((other) => `${origin}: its link with item ${other} was removed here since`));
  }
  return { made: count, notes };
}

function droppedText(count: number): string {
  return count === 1 ? "1 link that it does not name was" : `${count} links that it does not name were`;
}

function addStates(statements: Statements, states: readonly Incoming<StateRecord>[], directory: Directory) {
  const notes: string[] = [];
  let added = 0;
  for (const { record, origin, changes, remarks, isOurs } of states) {
    const { ids, lacking } = named(statements, { record, directory });
    const gone = isOurs ? goneIn(statements, { record, directory }) : [];
    if (!writeState(statements, record, [...ids, ...gone.map(({ id }) => id)])) continue;
    added += 1;
    const told = lacking.filter(({ other }) => !gone.some(({ id }) => id === other)).map(({ text }) => text);
    notes.push(...[...changes, ...remarks, ...told].map((text) => `${origin}: ${text}`));
  }
  return { added, notes };
}

/** The items, here, that a file of ours named when it was written and names no more. */
function struckOut(statements: Statements, { related, relatedUids }: ItemRecord): number[] {
  return Object.entries(relatedUids).filter(([id]) => !related.includes(sourceId(id)))
    .flatMap(([, uid]) => idOfUid(statements, uid) ?? []);
}

interface Names {
  readonly record: Pick<ItemRecord, "related" | "relatedUids">;
  readonly directory: Directory;
  readonly namer?: Taken;
}

/** The items that a record names, and what is to be told of those that cannot be found. */
function named(statements: Statements, { record, directory, namer }: Names) {
  const { relatedUids } = record;
  const ids: number[] = [];
  const lacking: { readonly other: SourceId; readonly text: string }[] = [];
  for (const other of record.related) {
    const found = directory.find(other, { relatedUids, namer, idOf: (uid) => idOfUid(statements, uid) });
    const state = stateOf(found, namer);
    if (found.kind === "one" && state === undefined) ids.push(found.id);
    else lacking.push({ other, text: `related ${other} ${state}, the link was left out` });
  }
  return { ids, lacking };
}

/** What a state names of items that were deleted before it was exported: ids that nothing has, nor will have. */
function goneIn(statements: Statements, names: Names): { readonly id: number }[] {
  const { record: { related, relatedUids }, directory } = names;
  return related.flatMap((id) => {
    const found = directory.find(id, { relatedUids, idOf: (uid) => idOfUid(statements, uid) });
    if (found.kind !== "none" || relatedUids[String(id)] !== undefined) return [];
    return keepUnused(statements, id) ? [{ id: Number(id) }] : [];
  });
}

/** Why there can be no link with what was found; undefined where there can be one. */
function stateOf(found: Found, namer: Taken | undefined): string | undefined {
  if (found.kind === "one") return found.id === namer?.id ? "is the item itself" : undefined;
  return found.kind === "none" ? "is not there" : "may be several items";
}

/** A record that has been taken in. */
export interface Taken {
  readonly record: ItemRecord;
  /** The id it has here. */
  readonly id: number;
}

export interface Naming {
  readonly relatedUids: Readonly<Record<string, string>>;
  /** The item that names others; undefined for a state. */
  readonly namer?: Taken | undefined;
}

export type Found =
  | { readonly kind: "one"; readonly id: number }
  | { readonly kind: "none" | "several" };

export class Directory {
  readonly #byId = new Map<SourceId, Map<string, Taken>>();
  readonly #byUid = new Map<string, number>();

  add(taken: Taken): void {
    const { id, uid } = taken.record;
    this.#byUid.set(uid, taken.id);
    const same = this.#byId.get(id) ?? new Map<string, Taken>();
    this.#byId.set(id, same.set(uid, taken));
  }

  /** @param idOf Looks for an item in the base that was not among the records. */
  find(
    id: SourceId,
    { relatedUids, namer, idOf }: Naming & { readonly idOf: (uid: string) => number | undefined },
  ): Found {
    const uid = relatedUids[String(id)];
    if (uid !== undefined) return found(this.#byUid.get(uid) ?? idOf(uid));
    const all = [...this.#byId.get(id)?.values() ?? []];
    if (all.length <= 1) return found(all[0]?.id);
    // Links are written on both sides.
    const mutual = all.filter(({ record }) =>
      namer !== undefined && record.related.includes(namer.record.id)
    );
    const [only, another] = mutual;
    return only === undefined || another !== undefined ? { kind: "several" } : found(only.id);
  }
}

function found(id: number | undefined): Found {
  return id === undefined ? { kind: "none" } : { kind: "one", id };
}

export interface TakenItem extends Written {
  readonly one: Incoming<ItemRecord>;
}

export interface TakenBatch {
  readonly items: readonly TakenItem[];
  /** How many records are done with. */
  readonly done: number;
  /** How many of them were left out. */
  readonly leftOut: number;
  readonly notes: readonly string[];
}

/** How many are written at once. */
export const batchSize = 200;

export async function* takeItems(
  base: KnowledgeBase,
  batches: AsyncIterable<readonly Incoming<ItemRecord>[]>,
): AsyncGenerator<TakenBatch> {
  const seen = new Map<string, Incoming<ItemRecord>>();
  const waiting: Incoming<ItemRecord>[] = [];
  for await (const batch of batches) {
    const notes: string[] = [];
    const once = batch.filter((one) => isFirst(one, { seen, notes }));
    const items = await writeBatch(base, once, { mayMove: false });
    const written = new Set(items.map(({ one }) => one));
    const late = once.filter((one) => !written.has(one));
    waiting.push(...late);
    yield { items, done: batch.length - late.length, leftOut: batch.length - once.length, notes };
  }
  for (let from = 0; from < waiting.length; from += batchSize) {
    const late = waiting.slice(from, from + batchSize);
    const items = await writeBatch(base, late, { mayMove: true });
    yield { items, done: late.length, leftOut: 0, notes: items.flatMap(movedNotes) };
  }
}

async function writeBatch(
  base: KnowledgeBase,
  batch: readonly Incoming<ItemRecord>[],
  { mayMove }: { readonly mayMove: boolean },
): Promise<TakenItem[]> {
  const edits = await editedMarks(batch);
  return await base.write((db) =>
    batch.flatMap((one) => {
      const written = writeItem(db, one.record, { mayMove });
      if (written === undefined) return [];
      const mark = edits.get(one);
      if (written.outcome !== "kept" && mark !== undefined) rememberEdit(db, one.record.uid, mark);
      return [{ one, ...written }];
    })
  );
}

function movedNotes({ one: { origin, record }, id, outcome }: TakenItem): string[] {
  if (outcome !== "created" || id === record.id) return [];
  const why = isKept(record.id)
    ? `id ${record.id} is another item's here`
    : `its id is no whole number from 1 to ${largestKept}`;
  return [`${origin}: ${why}: it became ${id}`];
}

/** The marks that files which somebody edited should have. */
async function editedMarks(batch: readonly Incoming<ItemRecord>[]): Promise<Map<unknown, string>> {
  const edits = new Map<unknown, string>();
  for (const one of batch.filter(({ mark }) => mark !== undefined)) {
    const mark = await markOf(one.record);
    if (mark !== one.mark) edits.set(one, mark);
  }
  return edits;
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
