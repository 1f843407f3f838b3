/** An import: the items first, then what links them, then the states. */

import { AppError } from "../../base/errors.ts";
import type { Statements } from "../database.ts";
import type { KnowledgeBase } from "../knowledge_base.ts";
import { Directory, type Found, type Taken } from "./directory.ts";
import type { Incoming, ItemRecord, Progress, StateRecord } from "./record.ts";
import { type SourceId, sourceId } from "./source_id.ts";
import { takeItems } from "./take_items.ts";
import { addTags } from "./unused_tags.ts";
import { idOfUid, keepUnused, type Outcome, writeState } from "./write_records.ts";
import { dropRelations, strikeRelations, writeRelations } from "./write_relations.ts";

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
