/**
 * The items of an import, in transactions small enough to let other programs work on the base meanwhile. Those whose
 * ids are not free wait until all others have theirs: so only they are given new ones.
 */

import type { KnowledgeBase } from "../knowledge_base.ts";
import { markOf } from "./mark.ts";
import type { Incoming, ItemRecord } from "./record.ts";
import { isKept, largestKept } from "./source_id.ts";
import { rememberEdit, writeItem, type Written } from "./write_records.ts";

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
