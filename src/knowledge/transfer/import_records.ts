/** An import, in transactions small enough to let other programs work on the base meanwhile. */

import type { KnowledgeBase } from "../knowledge_base.ts";
import type { Incoming, ItemRecord, Progress, StateRecord } from "./record.ts";
import { type Outcome, writeItem, writeRelations, writeState } from "./write_records.ts";

/** Where records come from, a batch at a time. */
export interface RecordSource {
  readonly total: number;
  readonly batches: () => AsyncIterable<readonly Incoming<ItemRecord>[]>;
  readonly states: readonly Incoming<StateRecord>[];
}

export interface ImportSummary extends Readonly<Record<Outcome, number>> {
  /** New links and states. */
  readonly relations: number;
  readonly states: number;
  /** What was changed or left out so that the rest could be kept, with where it came from. */
  readonly notes: readonly string[];
}

interface Link extends Pick<ItemRecord, "id" | "related"> {
  readonly origin: string;
  /** Whether the item was written now, so that what it lacks is news. */
  readonly isNews: boolean;
}

export async function importRecords(
  base: KnowledgeBase,
  source: RecordSource,
  progress: Progress,
): Promise<ImportSummary> {
  const outcomes = { created: 0, updated: 0, unchanged: 0, kept: 0 };
  const here = new Map<number, number>();
  const seen = new Map<string, Incoming<ItemRecord>>();
  const links: Link[] = [];
  const notes: string[] = [];
  let done = 0;
  for await (const batch of source.batches()) {
    const once = batch.filter((one) => isFirst(one, { seen, notes }));
    const written = await base.write((db) => once.map((one) => ({ one, ...writeItem(db, one.record) })));
    for (const { one: { record, origin, changes }, id, outcome } of written) {
      here.set(record.id, id);
      outcomes[outcome] += 1;
      const isNews = outcome === "created" || outcome === "updated";
      if (isNews) notes.push(...changes.map((change) => `${origin}: ${change}`));
      // What was changed here since keeps its links too.
      if (outcome !== "kept") links.push({ id: record.id, related: record.related, origin, isNews });
    }
    done += batch.length;
    progress(done, source.total);
  }
  const relations = await base.write((db) =>
    links.reduce((made, link) => made + writeRelations(db, link, here), 0)
  );
  const states = await base.write((db) => source.states.filter(({ record }) => writeState(db, record, here)));
  notes.push(
    ...links.filter(({ isNews }) => isNews).flatMap((link) => lackingNotes(link, here)),
    ...states.flatMap(({ record, origin, changes }) => [
      ...changes.map((change) => `${origin}: ${change}`),
      ...lackingNotes({ origin, related: record.related }, here),
    ]),
  );
  return { ...outcomes, relations, states: states.length, notes };
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

function lackingNotes(
  { origin, related }: Pick<Link, "origin" | "related">,
  here: ReadonlyMap<number, number>,
): string[] {
  return related.filter((id) => !here.has(id)).map((id) =>
    `${origin}: related ${id} is not there, the link was left out`
  );
}
