/**
 * Finds imported items by what other records call them. A folder may hold the exports of several databases, so an id
 * alone may mean several items; our own files give the uid as well.
 */

import type { Statements } from "../database.ts";
import { findByUid } from "../items.ts";
import type { Imported, ItemRecord, SourceId } from "./record.ts";

interface Missing {
  readonly other: SourceId;
  readonly note: string;
  /** Whether nothing is known of the item but its id. */
  readonly isUnknown: boolean;
}

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
      const found = uid === undefined ? this.#named(other, from) : [this.byUid(statements, uid)];
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

  byUid(statements: Statements, uid: string): number | undefined {
    return this.#byUid.get(uid) ?? findByUid(statements, uid)?.id;
  }

  /** The items with an id; if there are several, those that list the item that lists them. */
  #named(id: SourceId, from: Imported | undefined): number[] {
    const all = this.#byId.get(id) ?? [];
    const back = from?.record.id;
    const mutual = back === undefined ? [] : all.filter(({ record }) => record.related.includes(back));
    return (all.length > 1 && mutual.length === 1 ? mutual : all).map((one) => one.id);
  }
}
