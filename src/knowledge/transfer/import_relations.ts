/**
 * The relations of imported items. Neither making nor removing a relation changes an item's time, so each has one of its
 * own, and the latest change wins:
 * 1. A relation that a file lists is made, unless it was removed here after the file's `updated`.
 * 2. A file of ours that is newer than the item here lists all its relations: others are removed, unless they were made
 *    here after the file's `updated`.
 * 3. A number that our export wrote and a person deleted (it is still in `related_uids`) is a relation to remove, unless
 *    it was made here after the file was edited.
 */

import { plural } from "../../base/text.ts";
import type { Statements } from "../database.ts";
import { relate, relationsOf, rememberUnrelated, unrelate, unrelatedAt } from "../relations.ts";
import { type Imported, type ItemRecord, type SourceId, sourceId } from "./record.ts";

/**
 * Finds imported items by what other records call them. A folder may hold the exports of several databases, so an id
 * alone may mean several items; our own files give the uid as well.
 */
export class ItemLookup {
  readonly #byId: ReadonlyMap<SourceId, readonly Imported[]>;
  readonly #byUid: ReadonlyMap<string, number>;

  constructor(all: readonly Imported[]) {
    this.#byUid = new Map(all.map(({ record, id }) => [record.uid, id]));
    this.#byId = Map.groupBy(all, ({ record }) => record.id);
  }

  /** The items that a record lists, by their ids here, and those that cannot be linked. */
  find(db: Statements, record: Pick<ItemRecord, "related" | "relatedUids">, from?: Imported) {
    const ids: number[] = [];
    /** With whether nothing is known of the item but its id. */
    const missing: { readonly other: SourceId; readonly note: string; readonly isUnknown: boolean }[] = [];
    for (const other of record.related) {
      const uid = record.relatedUids[String(other)];
      const [id, another] = uid === undefined ? this.#named(other, from) : [this.byUid(db, uid)];
      const state = another !== undefined
        ? "may be several items"
        : id === undefined
        ? "is not there"
        : "is the item itself";
      const note = `related ${other} ${state}, the link was left out`;
      if (id !== undefined && another === undefined && id !== from?.id) ids.push(id);
      else missing.push({ other, note, isUnknown: id === undefined && uid === undefined });
    }
    return { ids, missing };
  }

  byUid(db: Statements, uid: string): number | undefined {
    return this.#byUid.get(uid) ?? db.number("SELECT id FROM items WHERE uid = ?", uid);
  }

  /** The items with an id; if there are several, those that list the item that lists them. */
  #named(id: SourceId, from: Imported | undefined): number[] {
    const all = this.#byId.get(id) ?? [];
    const mutual = all.filter(({ record }) => from !== undefined && record.related.includes(from.record.id));
    return (mutual.length === 1 ? mutual : all).map((one) => one.id);
  }
}

/** Links the items, all of which exist by now. What was changed here since keeps its relations. */
export function importRelations(db: Statements, all: readonly Imported[], lookup: ItemLookup) {
  const notes: string[] = [];
  const listed = all.filter(({ outcome }) => outcome !== "kept").map((one) => {
    const { ids: others, missing } = lookup.find(db, one.record, one);
    if (one.outcome !== "unchanged") notes.push(...missing.map(({ note }) => `${one.origin}: ${note}`));
    return { ...one, others };
  });
  // Before any is made: the file of the other item may still list what is gone from this one.
  for (const one of listed.filter(({ isOurs }) => isOurs)) {
    const removed = removeStruck(db, one, lookup);
    if (one.outcome === "updated") removed.push(...removeUnlisted(db, one, one.others));
    notes.push(...removed.map((note) => `${one.origin}: ${note}`));
  }
  let made = 0;
  for (const { id, others, origin, record: { updatedAt: at } } of listed) {
    for (const other of others) {
      if ((unrelatedAt(db, { id, other }) ?? -Infinity) > at) {
        notes.push(`${origin}: its link with item ${other} was removed here since`);
      } else if (relate(db, { id, other, at })) made += 1;
    }
  }
  return { made, notes };
}

/** The third rule; returns what is reported of it. */
function removeStruck(
  db: Statements,
  { id, writtenAt: at, record: { related, relatedUids } }: Imported,
  lookup: ItemLookup,
): string[] {
  const since = new Map(relationsOf(db, id).map((link) => [link.other, link.since]));
  return Object.entries(relatedUids).flatMap(([number, uid]) => {
    const other = related.includes(sourceId(number)) ? undefined : lookup.byUid(db, uid);
    if (other === undefined || (since.get(other) ?? -Infinity) > at) return [];
    unrelate(db, { id, other, at });
    // Also if there is none yet: the file of the other item may list it.
    rememberUnrelated(db, { id, other, at });
    return since.has(other) ? [`its link with item ${other} was struck out: removed`] : [];
  });
}

/** The second rule; returns what is reported of it. */
function removeUnlisted(
  db: Statements,
  { id, record: { updatedAt: at } }: Imported,
  listed: readonly number[],
): string[] {
  const { length } = relationsOf(db, id).filter(({ other, since }) =>
    since < at && !listed.includes(other) && unrelate(db, { id, other, at })
  );
  return length === 0 ? [] : [`${length} ${plural(length, "link")} that it does not name: removed`];
}
