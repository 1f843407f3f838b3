import { itemsAfter } from "../../../../src/knowledge/items.ts";
import type { KnowledgeBase } from "../../../../src/knowledge/knowledge_base.ts";
import { allStates } from "../../../../src/knowledge/states.ts";

/** All items and states of a base, to compare it with another. */
export function everything(base: KnowledgeBase) {
  return base.read((db) => ({ items: itemsAfter(db, 0, 10_000), states: allStates(db) }));
}
