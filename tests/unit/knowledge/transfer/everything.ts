import type { KnowledgeBase } from "../../../../src/knowledge/knowledge_base.ts";
import { readRecords, readStateRecords } from "../../../../src/knowledge/transfer/export_folder.ts";

/** All items and states of a base, to compare it with another. */
export function everything(base: KnowledgeBase) {
  return base.read((db) => ({ items: readRecords(db, 0, 10_000), states: readStateRecords(db) }));
}
