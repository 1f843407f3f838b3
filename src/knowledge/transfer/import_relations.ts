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

interface Missing {
  readonly other: SourceId;
  readonly note: string;
  /** Whether nothing is known of the item but its id. */
  readonly isUnknown: boolean;
}

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
  find(
    statements: Statements,
    { related, relatedUids }: Pick<ItemRecord, "related" | "relatedUids">,
    from?: Imported,
  ): { readonly ids: readonly number[]; readonly missing: readonly Missing[] } {
    const ids: number[] = [];
    const missing: Missing[] = [];
    for (const other of related) {
      const uid = relatedUids[String(other)];
      const [id, another] = uid === undefined ? this.#named(other, from) : [this.byUid(statements, uid)];
      if (id !== undefined && another === undefined && id !== from?.id) {
        ids.push(id);
        continue;
      }
      const state = another !== undefined
        ? "may be several items"
        : id === undefined
        ? "is not there"
        : "is the item itself";
      const note = `related ${other} ${state}, the link was left out`;
      missing.push({ other, note, isUnknown: id === undefined && uid === undefined });
    }
    return { ids, missing };
  }

  byUid(statements: Statements, uid: string): number | undefined {
    return this.#byUid.get(uid) ?? statements.number("SELECT id FROM items WHERE uid = ?", uid);
  }

  /** The items with an id; if there are several, those that list the item that lists them. */
  #named(id: SourceId, from: Imported | undefined): number[] {
    const all = this.#byId.get(id) ?? [];
    const mutual = all.filter(({ record }) => from !== undefined && record.related.includes(from.record.id));
    return (mutual.length === 1 ? mutual : all).map((one) => one.id);
  }
}

/** Links the items, all of which exist by now. What was changed here since keeps its relations. */
export function importRelations(
  statements: Statements,
  all: readonly Imported[],
  lookup: ItemLookup,
): { readonly made: number; readonly notes: readonly string[] } {
  const notes: string[] = [];
  const listed = all.filter(({ outcome }) => outcome !== "kept").map((one) => {
    const { ids: others, missing } = lookup.find(statements, one.record, one);
    if (one.outcome !== "unchanged") notes.push(...missing.map(({ note }) => `${one.origin}: ${note}`));
    return { ...one, others };
  });
  // Before any is made: the file of the other item may still list what is gone from this one.
  for (const one of listed.filter(({ isOurs }) => isOurs)) {
    const removed = [
      ...removeStruck(statements, one, lookup),
      ...(one.outcome === "updated" ? removeUnlisted(statements, one, one.others) : []),
    ];
    notes.push(...removed.map((note) => `${one.origin}: ${note}`));
  }
  let made = 0;
  for (const { id, others, origin, record: { updatedAt: at } } of listed) {
    for (const to of others) {
      if ((unrelatedAt(statements, id, to) ?? -Infinity) > at) {
        notes.push(`${origin}: its link with item ${to} was removed here since`);
      } else if (relate(statements, id, { to, at, field: "related" })) made += 1;
    }
  }
  return { made, notes };
}

/** The third rule; returns what is reported of it. */
function removeStruck(
  statements: Statements,
  { id, writtenAt: at, record: { related, relatedUids } }: Imported,
  lookup: ItemLookup,
): string[] {
  const since = new Map(relationsOf(statements, id).map((link) => [link.other, link.since]));
  return Object.entries(relatedUids).flatMap(([number, uid]) => {
    const from = related.includes(sourceId(number)) ? undefined : lookup.byUid(statements, uid);
    if (from === undefined || (since.get(from) ?? -Infinity) > at) return [];
    unrelate(statements, id, { from, at });
    // Also if there is none yet: the file of the other item may list it.
    rememberUnrelated(statements, id, { from, at });
    return since.has(from) ? [`its link with item ${from} was struck out: removed`] : [];
  });
}

/** The second rule; returns what is reported of it. */
function removeUnlisted(
  statements: Statements,
  { id, record: { updatedAt: at } }: Imported,
  listed: readonly number[],
): string[] {
  const { length } = relationsOf(statements, id).filter(({ other, since }) =>
    since < at && !listed.includes(other) && unrelate(statements, id, { from: other, at })
  );
  return length === 0 ? [] : [`${length} ${plural(length, "link")} that it does not name: removed`];
}
