/** An import, in transactions small enough to let other programs work on the base meanwhile. */

import type { KnowledgeBase } from "../knowledge_base.ts";
import type { ItemRecord, Progress, StateRecord } from "./record.ts";
import { type Outcome, writeItem, writeRelations, writeState } from "./write_records.ts";

/** Where records come from, a batch at a time. */
export interface RecordSource {
  readonly total: number;
  readonly batches: () => AsyncIterable<readonly ItemRecord[]>;
  readonly states: readonly StateRecord[];
}

export interface ImportSummary extends Readonly<Record<Outcome, number>> {
  /** New links and states. */
  readonly relations: number;
  readonly states: number;
}

export async function importRecords(
  base: KnowledgeBase,
  source: RecordSource,
  progress: Progress,
): Promise<ImportSummary> {
  const outcomes = { created: 0, updated: 0, unchanged: 0, kept: 0 };
  const here = new Map<number, number>();
  const links: Pick<ItemRecord, "id" | "related">[] = [];
  let done = 0;
  for await (const batch of source.batches()) {
    const written = await base.write((db) => batch.map((record) => ({ record, ...writeItem(db, record) })));
    for (const { record: { id: there, related }, id, outcome } of written) {
      here.set(there, id);
      outcomes[outcome] += 1;
      // What was changed here since keeps its links too.
      if (outcome !== "kept") links.push({ id: there, related });
    }
    done += batch.length;
    progress(done, source.total);
  }
  const relations = await base.write((db) =>
    links.reduce((made, link) => made + writeRelations(db, link, here), 0)
  );
  const states = await base.write((db) =>
    source.states.filter((state) => writeState(db, state, here)).length
  );
  return { ...outcomes, relations, states };
}
